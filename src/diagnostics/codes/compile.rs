//! Codes about blocks and goals.

use super::codes;

codes! {
    /// A name in a block that is nothing known.
    UNKNOWN_NAME = "E0501" Error "unknown name in a block or goal"
"A bare name in a block is an instruction, a direction or a position of the board. A name that is
none of these ends the run of the block where it stands, so moves are lost without a word.

Wrong, on a board whose directions are `n s e w`:

    (piece (name Rook) (moves ((while empty? north add))))

Right:

    (piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)))
";
    /// A direction that the board does not have.
    UNKNOWN_DIRECTION = "E0502" Error "unknown direction"
"`(opposite dir)` takes a direction of the board: one that a `(directions ...)` of a grid or a
`(links ...)` names.

Wrong: `(opposite north)` where the directions are `n s e w`. Right: `(opposite n)`.
";
    /// A piece type that the game does not have.
    UNKNOWN_PIECE = "E0503" Error "unknown piece type"
"Piece types are named by the `(name ...)` in their `(piece ...)` form; case matters.

Wrong: `(add queen)` where the piece is `(piece (name Queen) ...)`. Right: `(add Queen)`.

In `(add-partial ...)` the last name may also be a move type.
";
    /// A position that the board does not have.
    UNKNOWN_POSITION = "E0504" Error "unknown position or zone"
"Positions are named by the grids, `(positions ...)` and `(dummy ...)` of the board; zones by
`(zone (name ...) ...)`. A position that `(kill-positions ...)` removed is no longer known.

Wrong: `(position? a9)` on an 8×8 board. Right: `(position? a8)`.
";
    /// A zone that the board does not have.
    UNKNOWN_ZONE = "E0505" Error "unknown zone"
"`(in-zone? Z)` asks for a zone of the board of this variant; case matters. A variant that replaces
the board must define again the zones that the pieces ask for.

Wrong: `(in-zone? promotion)` where the zone is `(zone (name promotion-zone) ...)`.
";
    /// A condition that is neither built in nor an attribute.
    UNKNOWN_CONDITION = "E0506" Error "unknown condition"
"A condition is one of the built-in ones (`empty?`, `friend?`, `enemy?`, ...), its negation with
`not-` in front, or the name of an attribute that some piece of the game has.

Wrong: `(verify emtpy?)`. Right: `(verify empty?)`.
";
    /// An attribute that no piece has.
    UNKNOWN_ATTRIBUTE = "E0507" Error "unknown attribute"
"`(set-attribute A value)` sets an attribute that a piece of the game declares with
`(attribute A true)` or `(attribute A false)`.

Wrong: `(set-attribute moved? true)` where the piece says `(attribute unmoved? true)`.
";
    /// An instruction without an argument that it needs.
    MISSING_ARGUMENT = "E0508" Error "an argument is missing"
"The instruction needs an argument that is not there.

Wrong: `(change-type)`. Right: `(change-type Queen)` or `(change-type Queen n)`.
";
    /// More instructions than a program may have.
    PROGRAM_TOO_LARGE = "E0509" Error "the blocks are too large"
"The blocks of a variant become a program of instructions; its size is bounded, so that a small file
whose macros call each other many times over cannot use up the memory. Real games stay far below.
Look for a macro that expands its argument several times at several levels.
";
    /// More flags than ids.
    TOO_MANY_FLAGS = "E0510" Error "too many flags"
"A variant may use 256 flags and 256 position flags. A flag is made by being named, so check whether
a macro makes up a new name at each call.
";
    /// More kinds of pieces than codes.
    TOO_MANY_KINDS = "E0511" Error "too many players and piece types"
"The number of players times the number of piece types must stay below 65,535, so that what stands on
a position fits a small number. On a board of very many positions it must be less, since a set of places is kept
for each: the product with the number of positions must not be more than some 134 million.
";
}
