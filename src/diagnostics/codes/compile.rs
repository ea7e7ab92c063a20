//! Codes about blocks and goals.

use super::codes;

codes! {
    /// A name in a block that is nothing known.
    UNKNOWN_NAME = "E0501" Error "unknown name in a block or goal"
"A bare name in a block is an instruction, a direction or a position of the board. A name that is
none of these ends the run of the block where it stands, so moves are lost without a word.

A name with a `$` in it, like `$1`, is a parameter for which the call of a macro gives no argument.

Wrong, on a board whose directions are `n s e w`:

```zrf
(piece (name Rook) (moves (north (while empty? add north) (verify not-friend?) add)))
```

Right:

```zrf
(piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)))
```
";
    /// A direction that the board does not have.
    UNKNOWN_DIRECTION = "E0502" Error "unknown direction"
"`(opposite dir)` takes a direction of the board: one that a `(directions ...)` of a grid or a
`(links ...)` names.

Wrong:

```zrf
(piece (name Man) (moves ((opposite north) (verify empty?) add)))
```

Right:

```zrf
(piece (name Man) (moves ((opposite n) (verify empty?) add)))
```
";
    /// A piece type that the game does not have.
    UNKNOWN_PIECE = "E0503" Error "unknown piece type"
"Piece types are named by the `(name ...)` in their `(piece ...)` form; case matters.

In `(add-partial ...)` the last name may also be a move type.

Wrong:

```zrf
(piece (name Man) (moves (n (verify empty?) (add queen))))
```

Right:

```zrf
(piece (name Man) (moves (n (verify empty?) (add Queen))))
```
";
    /// A position that the board does not have.
    UNKNOWN_POSITION = "E0504" Error "unknown position or zone"
"Positions are named by the grids, `(positions ...)` and `(dummy ...)` of the board; zones by
`(zone (name ...) ...)`. A position that `(kill-positions ...)` removed is no longer known.

Wrong:

```zrf
(piece (name Man) (moves (n (verify (not-position? a9)) add)))
```

Right:

```zrf
(piece (name Man) (moves (n (verify (not-position? a8)) add)))
```
";
    /// A zone that the board does not have.
    UNKNOWN_ZONE = "E0505" Error "unknown zone"
"`(in-zone? Z)` asks for a zone of the board of this variant; case matters. A variant that replaces
the board must define again the zones that the pieces ask for.

Wrong:

```zrf
(piece (name Man) (moves (n (verify (in-zone? promotion)) (add Queen))))
```

Right:

```zrf
(piece (name Man) (moves (n (verify (in-zone? promotion-zone)) (add Queen))))
```
";
    /// A condition that is neither built in nor an attribute.
    UNKNOWN_CONDITION = "E0506" Error "unknown condition"
"A condition is one of the built-in ones (`empty?`, `friend?`, `enemy?`, ...), its negation with
`not-` in front, or the name of an attribute that some piece of the game has.

Wrong:

```zrf
(piece (name Man) (moves (n (verify emtpy?) add)))
```

Right:

```zrf
(piece (name Man) (moves (n (verify empty?) add)))
```
";
    /// An attribute that no piece has.
    UNKNOWN_ATTRIBUTE = "E0507" Error "unknown attribute"
"`(set-attribute A value)` sets an attribute that a piece of the game declares with
`(attribute A true)` or `(attribute A false)`.

Wrong:

```zrf
(piece (name Man) (attribute unmoved? true) (moves (n (verify unmoved?) (set-attribute moved? true) add)))
```

Right:

```zrf
(piece (name Man) (attribute unmoved? true) (moves (n (verify unmoved?) (set-attribute unmoved? false) add)))
```
";
    /// An instruction without an argument that it needs.
    MISSING_ARGUMENT = "E0508" Error "an argument is missing"
"The instruction needs an argument that is not there.

Wrong:

```zrf
(piece (name Man) (moves (n (change-type n) add)))
```

Right:

```zrf
(piece (name Man) (moves (n (change-type Queen n) add)))
```
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
