//! A position as a picture in PNG: what [`svg`] draws, in pixels.

use super::svg;
use crate::game::Position;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, LazyLock};

/// No picture is wider or higher, in pixels; larger boards are drawn smaller.
pub const LARGEST_SIDE: f32 = 4096.0;

/// The font of all signs and texts. It is part of the program, so that a picture is the same on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(epaint_default_fonts::HACK_REGULAR)));
    fonts.set_sans_serif_family("Hack");
    Arc::new(fonts)
});

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The drawing is none that can be put into pixels.
    #[error("the board has no drawing that can be put into pixels: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// The picture would have no pixels.
    #[error("the picture would be {width} x {height} pixels")]
    Size {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The picture could not be written down.
    #[error("the picture could not be encoded: {0}")]
    Encoding(String),
}

/// The whole position: board, stocks, and whose turn it is. The bytes of a PNG file.
pub fn draw(position: &Position) -> Result<Vec<u8>, PngError> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(&svg::draw(position), &options)?;
    let size = tree.size();
    let scale = (LARGEST_SIDE / size.width().max(size.height())).min(1.0);
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
}
