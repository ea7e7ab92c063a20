//! Small integer ids for everything that a rules file names.
//!
//! Each id is a newtype over a small integer, given out in declaration order,
//! since order has meaning in ZRF. An id is only meaningful together with the
//! [`Rules`](crate::resolve::Rules) (or the table) that gave it out.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl $name {
            /// The id as an index into a table.
            #[inline(always)]
            pub const fn index(self) -> usize { self.0 as usize }

            /// The id for a table index.
            ///
            /// # Panics
            /// If the index does not fit the id; tables are bounded before ids are made.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(<$int>::try_from(index).expect("table index exceeds its id type"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    )*};
}

ids! {
    /// A place on the board ("position" in ZRF).
    PosId(u16);
    /// A direction of the board.
    DirId(u16);
    /// A zone of the board.
    ZoneId(u16);
    /// A piece type.
    PieceId(u16);
    /// A player, in the order of `(players ...)`.
    PlayerId(u8);
    /// An attribute of pieces; the same name in several types is the same attribute.
    AttrId(u8);
    /// A flag, global to one run of a block.
    FlagId(u8);
    /// A position flag: one bit for each position, global to one run of a block.
    PosFlagId(u8);
    /// A move type.
    MoveTypeId(u16);
    /// The address of an instruction in a program.
    Addr(u32);
}
