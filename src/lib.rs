//! Runs board-game rules written in ZRF, the rules-file language of Zillions of Games.
//!
//! A [`Document`](document::Document) is a loaded rules file with what is wrong with it; of each of its variants it
//! makes a [`Game`](game::Game), and a game makes [`Position`](game::Position)s, which know their legal moves.
//!
//! Load a file, list its variants, and play:
//!
//! ```
//! use zrf::document::Document;
//! use zrf::loader::{DiskLoader, builtin};
//!
//! let source = builtin::load("zrf/chess.zrf")?;
//! let document = Document::load(&source.name, &source.bytes, &DiskLoader::default());
//! assert_eq!(document.variants()[0].title, "Chess");
//!
//! let (game, diagnostics) = document.game(0);
//! assert!(diagnostics.is_empty());
//! let mut position = game.expect("a game without errors").start();
//! assert_eq!(position.legal_moves()?.len(), 20);
//!
//! for text in ["Pawn f2 - f3", "Pawn e7 - e5", "Pawn g2 - g4", "Queen d8 - h4"] {
//!     let mv = position.parse(text)?.expect("a legal move");
//!     position.play(&mv)?;
//! }
//! let outcome = position.outcome()?.expect("checkmate");
//! assert_eq!(outcome.winner, position.game().rules().find_player("Black"));
//!
//! position.undo();
//! assert_eq!(position.outcome()?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules may be a text of one's own, and what is wrong with them is told with its place:
//!
//! ```
//! use zrf::diagnostics::render_short;
//! use zrf::document::Document;
//! use zrf::loader::MemoryLoader;
//!
//! let rules = r#"
//! (game
//!     (title "Two squares")
//!     (players White Black)
//!     (turn-order White Black)
//!     (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0))) (directions (e 1) (w -1))))
//!     (piece (name Man) (moves (e (verfy empty?) add)))
//!     (board-setup (White (Man a)) (Black (Man b))))
//! "#;
//! let document = Document::load("two.zrf", rules.as_bytes(), &MemoryLoader::new());
//! let (game, _) = document.game(0);
//! assert!(game.is_none());
//! let text = render_short(document.diagnostics(), document.sources());
//! assert!(text.starts_with("two.zrf:7:") && text.contains("verfy"), "{text}");
//! ```
//!
//! Moves are printed as Zillions prints them in saved games, and saved games are read and written:
//!
//! ```
//! use zrf::document::Document;
//! use zrf::game::replay;
//! use zrf::game::save::SavedGame;
//! use zrf::loader::{DiskLoader, builtin};
//!
//! let saved = SavedGame::parse(
//!     "Zillions Save Game File Version 0.02 HC
//! RulesFile=tic-tac-toe.zrf
//! VariantName=Tic-tac-toe
//! 1. Crosses Mark b2
//! 1. Noughts Mark a3
//! ",
//! )?;
//! let source = builtin::load("zrf/tic-tac-toe.zrf")?;
//! let document = Document::load(&source.name, &source.bytes, &DiskLoader::default());
//! let variant = document.find_variant(&saved.variant)?.variant.number;
//! let game = document.game(variant).0.expect("a game without errors");
//!
//! let mut position = replay::start(&game, &saved)?;
//! replay::play_all(&mut position, &saved.moves, false)?;
//! let moves = position.legal_moves()?;
//! assert_eq!(moves.len(), 7);
//! assert_eq!(position.print(&moves[0]), "Crosses Mark a2");
//! assert!(saved.to_text().ends_with("1. Noughts Mark a3\r\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ast;
pub mod compile;
mod deep;
pub mod diagnostics;
pub mod document;
pub mod format;
pub mod game;
pub mod ids;
pub mod lint;
pub mod loader;
mod names;
pub mod resolve;
pub mod search;
pub mod source;
pub mod study;
pub mod syntax;
pub mod view;
pub mod vm;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
