//! Codes about the shape of forms.

use super::codes;

codes! {
    /// A form that a rules file does not know.
    UNKNOWN_FORM = "E0301" Error "unknown form in a rules file"
"A rules file is made of `(version ...)`, `(include ...)`, `(define ...)`, `(game ...)` and `(variant ...)`, and of calls of the macros that it defines. A form with another name is most often a call of a macro that is not defined, or stands outside because a parenthesis closes too early.

Wrong:

```zrf
(gmae (title \"Chess\"))
```

Right:

```zrf
(game (title \"Chess\") ...)
```";
    /// A section that a game does not know.
    UNKNOWN_SECTION = "E0302" Error "unknown section in a game or variant"
"A game or variant consists of sections such as `(players ...)`, `(board ...)` and `(piece ...)`. What is under an unknown name is left out of the game, so the game is not the one that was meant. A `(variant ...)` inside a game or variant means that a parenthesis is missing above it.

Wrong:

```zrf
(game (title \"Two\") (turn order White Black) ...)
```

Right:

```zrf
(game (title \"Two\") (turn-order White Black) ...)
```";
    /// An item that a board, grid or zone does not know.
    UNKNOWN_BOARD_ITEM = "E0303" Error "unknown item in a board, grid or zone"
"A board is made of `image`, `grid`, `positions`, `links`, `unlink`, `kill-positions`, `dummy`, `symmetry` and `zone` items; a grid of `start-rectangle`, `dimensions` and `directions`; a zone of `name`, `players` and `positions`.

Wrong:

```zrf
(board ... (link n (a1 a2)))
```

Right:

```zrf
(board ... (links n (a1 a2)))
```";
    /// An item that a piece does not know.
    UNKNOWN_PIECE_ITEM = "E0304" Error "unknown item in a piece"
"A piece is made of `name`, `notation`, `help`, `description`, `image`, `open`, `attribute`, `moves`, `drops` and `dummy` items. Instructions stand in a block inside `moves` or `drops`, not in the piece itself.

Wrong:

```zrf
(piece (name Pawn) (move (n add)))
```

Right:

```zrf
(piece (name Pawn) (moves (n add)))
```";
    /// A form with the wrong number or kind of arguments.
    WRONG_SHAPE = "E0305" Error "a form without its proper shape"
"The form has too few or too many arguments, or one of another kind than expected: a list where a name should stand, a name where a number should stand. The message says what was expected; the form is left out.

Wrong:

```zrf
(attribute never-moved?)
(moves (n (verify empty? never-moved?) add))
```

Right:

```zrf
(attribute never-moved? true)
(moves (n (verify (and empty? never-moved?)) add))
```";
    /// `()`.
    EMPTY_FORM = "E0306" Error "an empty form"
"`()` means nothing in a rules file. It is mostly left behind when something inside was deleted or commented out. (A macro that expands to nothing is no empty form.)

Wrong:

```zrf
(moves ())
```

Right:

```zrf
(moves (n add))
```";
    /// Something in a block that is no instruction.
    UNKNOWN_INSTRUCTION = "E0307" Error "no instruction"
"A block is a list of instructions: directions and positions to go to, and keywords such as `add`, `verify` and `capture`. A condition is no instruction; `verify` makes one of it. A list under an unknown name is most often a call of a macro that is not defined. The run of the block ends where the unknown thing stands, so moves are missing.

Wrong:

```zrf
(moves (n empty? add) (s (verfy empty?) add))
```

Right:

```zrf
(moves (n (verify empty?) add) (s (verify empty?) add))
```";
    /// Something that is no condition.
    UNKNOWN_CONDITION = "E0308" Error "no condition"
"Behind `verify`, `if`, `while`, `and`, `or` and `not` stands a condition: one of the conditions of the language such as `empty?`, or the name of an attribute, each with at most a place behind it. An unknown condition counts as false.

Wrong:

```zrf
(moves (n (if (add Queen) add)))
```

Right:

```zrf
(moves (n (if (piece? King) (add Queen))))
```";
    /// Something that is no goal.
    UNKNOWN_GOAL = "E0309" Error "unknown goal"
"A goal is `stalemated`, `repetition`, `captured`, `checkmated`, `pieces-remaining`, `total-piece-count`, `absolute-config`, `relative-config`, or goals joined by `and`, `or` and `not`. A line with an unknown goal never ends the game.

Wrong:

```zrf
(loss-condition (White Black) (checkmate King))
```

Right:

```zrf
(loss-condition (White Black) (checkmated King))
```";
    /// A piece without a name.
    NO_PIECE_NAME = "E0310" Error "a piece without a name"
"Boards, blocks and goals name a piece type by its `(name ...)`. A piece without a name cannot be used and is left out.

Wrong:

```zrf
(piece (image White \"pawn.bmp\") (moves (n add)))
```

Right:

```zrf
(piece (name Pawn) (image White \"pawn.bmp\") (moves (n add)))
```";
    /// `else` outside of an `if`.
    MISPLACED_ELSE = "E0311" Error "`else` without `if`"
"`else` is a bare word inside `(if CONDITION ... else ...)` and parts its two branches. Outside of an `if`, or a second time in one, it means nothing; mostly a parenthesis closes the `if` too early.

Wrong:

```zrf
(moves (n (if empty? add) else capture add))
```

Right:

```zrf
(moves (n (if empty? add else capture add)))
```";
    /// Nested too deep.
    TOO_DEEP = "E0312" Error "nested too deep"
"Lists and macro calls are nested so deep that no rules file needs it. Most often a macro calls itself, or parentheses are missing. What is too deep is left out.

Wrong: five hundred lists in each other. Right: macros for what repeats, `(while ...)` for what goes on.";
    /// The macros expand to too much.
    TOO_MANY_FORMS = "E0313" Error "macros expand to too many forms"
"The sections of games, boards and pieces are spelled out with all macros, and here that comes to millions of forms. Macros that call each other several times double with each step. (Moves and drops are not spelled out and may be much larger.)

Wrong: `(define a (b) (b))`, `(define b (c) (c))`, and so on for thirty steps. Right: fewer steps.";
    /// A variant without a game.
    NO_GAME = "E0314" Error "a variant without a game"
"A variant says only what differs from its game, which is the nearest `(game ...)` above it, or the first one below it. A file with variants needs a game.

Wrong:

```zrf
(version \"2.0\")
(variant (title \"Small board\"))
```

Right:

```zrf
(game (title \"The game\") ...)
(variant (title \"Small board\"))
```";
    /// A single section given twice.
    GIVEN_TWICE = "W0315" Warning "given twice"
"The section or item says one thing of its game or piece, and it is there a second time. The later one counts. Often one of them belongs into a variant.

Wrong:

```zrf
(game (title \"Two\") (players White Black) (players Red Green) ...)
```

Right:

```zrf
(game (title \"Two\") (players White Black) ...)
(variant (title \"In colours\") (players Red Green) (turn-order Red Green)
  (board (positions (a 0 0 9 9)) (links n (a a)) (links s (a a))
    (zone (name promotion-zone) (players Red Green) (positions a)))
  (board-setup (Red (Man a)) (Green (Man off 1)))
  (loss-condition (Red Green) (captured Man)))
```";
    /// A piece defined twice.
    DUPLICATE_PIECE = "W0316" Warning "a piece defined twice"
"Two pieces of one game have the same name. The later one replaces the earlier one, in its place. (In a variant, a piece replaces the piece of that name of the game without a warning: that is what it is for.)

Wrong:

```zrf
(piece (name Pawn) (moves (n add)))
(piece (name Pawn) (moves (s add)))
```

Right:

```zrf
(piece (name WhitePawn) (moves (n add)))
(piece (name BlackPawn) (moves (s add)))
```";
    /// A game or variant without a title.
    NO_TITLE = "W0317" Warning "no title"
"Menus and saved games name a game or variant by its title. Without one it can only be chosen by its number.

Wrong:

```zrf
(variant (option \"pass turn\" true))
```

Right:

```zrf
(variant (title \"With passing\") (option \"pass turn\" true))
```";
    /// Two games or variants with one title.
    DUPLICATE_TITLE = "W0318" Warning "a title used twice"
"Saved games and the command line name a game or variant by its title. Of two with the same title the first is meant; the other can only be chosen by its number.

Wrong:

```zrf
(variant (title \"Large board\"))
(variant (title \"Large board\"))
```

Right:

```zrf
(variant (title \"Large board\"))
(variant (title \"Large board, no drops\"))
```";
    /// A rectangle whose right side is left of its left side, or the like.
    REVERSED_RECTANGLE = "W0319" Warning "a reversed rectangle"
"A rectangle is written as its left, top, right and bottom side in pixels, from the top left corner of the board. Here the right side is left of the left one, or the bottom above the top: perhaps the numbers are a corner and a size. The game plays all the same, but its position cannot be drawn or clicked on.

Wrong:

```zrf
(start-rectangle 20 20 -10 60)
```

Right:

```zrf
(start-rectangle 20 20 60 60)
```";
    /// A direction of a grid that stays where it is.
    NO_STEP = "W0321" Warning "a direction without a step"
"Each direction of a grid has one step for each dimension, and at least one of them is not 0. A direction without one leads
from each position to itself: a piece that goes there stays, and a loop over it never ends.

Wrong:

```zrf
(directions (n 0 0) (s 0 1))
```

Right:

```zrf
(directions (n 0 -1) (s 0 1))
```";
    /// Labels of a grid that no name can be made of.
    BLANK_IN_LABEL = "W0322" Warning "a blank in a label of a grid"
"The labels of a dimension are parted by `/`, and all between two of these is the label: a blank or line end too. The name
of a position is made of its labels, and a name in a rules file ends at a blank. So these positions exist, but nothing can
name them: no set-up, no zone, no link.

Wrong:

```zrf
(dimensions (\"a/ b/c\" (50 0)) (\"3/2/1\" (0 50)))
```

Right:

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
```";
}
