//! Codes of the lints: what an author can hardly have meant.

use super::codes;

codes! {
    /// A macro that is never called.
    UNUSED_MACRO = "W0601" Warning "a macro is never called"
"Nothing in the file calls the macro, not even another macro that is called itself. Either it is left over from an
earlier version, or the call was forgotten, or misspelt: a list whose first word is no macro is not expanded, and what
it then means may be something else.

A file without a game is a library; its macros are meant for others, and nothing is said.

Wrong:

```zrf
(define slide ($1 (while empty? add $1) (verify not-friend?) add))
(piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)))
```

Right:

```zrf
(define slide ($1 (while empty? add $1) (verify not-friend?) add))
(piece (name Rook) (moves (slide n)))
```";

    /// A zone that nobody asks for.
    UNUSED_ZONE = "W0602" Warning "a zone is never asked for"
"No piece has an `(in-zone? ...)` with the zone, and no goal names it, in any variant. Often a test was meant to use it.

Wrong:

```zrf
(zone (name last-rank) (players White) (positions a8 b8 c8))
(piece (name Pawn) (moves (n (verify empty?) add)))
```

Right:

```zrf
(zone (name last-rank) (players White) (positions a8 b8 c8))
(piece (name Pawn) (moves (n (verify empty?) (if (in-zone? last-rank) (add Queen) else add))))
```";

    /// A flag that is set and not tested.
    FLAG_NEVER_TESTED = "W0603" Warning "a flag is set and never tested"
"Flags last for one run of a block only, so setting one has no effect unless the same run tests it with `(flag? ...)` or
`(position-flag? ...)`. Look for a slip in the name of one of the two.

Wrong:

```zrf
(moves (n (set-flag has-jumped true) (verify (flag? jumped)) add))
```

Right:

```zrf
(moves (n (set-flag has-jumped true) (verify (flag? has-jumped)) add))
```";

    /// A flag that is tested and not set.
    FLAG_NEVER_SET = "W0604" Warning "a flag is tested and never set"
"Each run of a block begins with all flags false, and no instruction sets this one: the test always gives false. Look
for a slip in the name.

Wrong:

```zrf
(moves (n (set-flag jumped true) (verify (flag? has-jumped)) add))
```

Right:

```zrf
(moves (n (set-flag has-jumped true) (verify (flag? has-jumped)) add))
```";

    /// An attribute that no condition reads.
    UNUSED_ATTRIBUTE = "W0605" Warning "an attribute is never read"
"An attribute means what conditions make of it. This one is declared, and perhaps set, but no condition of any piece
asks for it.

Wrong:

```zrf
(piece (name King) (attribute never-moved? true)
  (moves (n (verify not-friend?) (set-attribute never-moved? false) add)))
```

Right: ask for it where it matters, say in castling, or leave it out.

```zrf
(piece (name King) (attribute never-moved? true)
  (moves (n (verify not-friend?) (set-attribute never-moved? false) add) (e (verify never-moved?) e add)))
```";

    /// A direction that nobody goes.
    UNUSED_DIRECTION = "W0606" Warning "a direction is never used"
"No piece and no goal goes in this direction in any variant, and no symmetry makes another direction mean it. It may
be left over, or a move was forgotten.

Wrong: `ne` and `nw` are defined, and the only piece goes straight.

```zrf
(directions (n 0 -1) (ne 1 -1) (nw -1 -1))
(piece (name Man) (moves (n (verify empty?) add)))
```

Right:

```zrf
(directions (n 0 -1) (ne 1 -1) (nw -1 -1))
(piece (name Man) (moves (n (verify empty?) add) (ne (verify enemy?) add) (nw (verify enemy?) add)))
```";

    /// A move type that no turn lets through.
    UNPLAYED_MOVE_TYPE = "W0607" Warning "moves that can never be played"
"Which types of moves a player may make is settled by the turn order and by `(move-priorities ...)`. If a turn asks
for a type, only moves of that type are made; if there are priorities, only the listed types (and moves without a type).
The blocks behind this `(move-type ...)` have a type that nothing lets through: no turn, no priority, no `add-partial`.

Wrong:

```zrf
(move-priorities jump)
(piece (name Man) (moves (move-type jump) (n n add) (move-type step) (n add)))
```

Right:

```zrf
(move-priorities jump step)
(piece (name Man) (moves (move-type jump) (n n add) (move-type step) (n add)))
```";

    /// More arguments than parameters.
    SURPLUS_ARGUMENT = "W0608" Warning "a macro is given more arguments than it takes"
"The body of the macro has no `$n` for the last arguments of this call, so they vanish. Either the body lacks a
parameter, or the call is meant for another macro.

Wrong:

```zrf
(define leap ($1 (verify not-friend?) add))
(piece (name Knight) (moves (leap n ne) (leap n nw)))
```

Right:

```zrf
(define leap ($1 $2 (verify not-friend?) add))
(piece (name Knight) (moves (leap n ne) (leap n nw)))
```";

    /// A move type that no block has.
    MOVE_TYPE_WITHOUT_BLOCK = "W0609" Warning "a move type that no moves have"
"The turn order or `(move-priorities ...)` names a move type, but no block of any piece stands behind a
`(move-type ...)` with it. A turn that asks for it has no moves. Look for a slip in the name.

Wrong:

```zrf
(move-priorities capture non-capture)
(piece (name Man) (moves (move-type captures) (n (verify enemy?) add) (move-type non-capture) (n add)))
```

Right:

```zrf
(move-priorities capture non-capture)
(piece (name Man) (moves (move-type capture) (n (verify enemy?) add) (move-type non-capture) (n add)))
```";

    /// A condition with one answer only.
    NEVER_HOLDS = "W0610" Warning "a condition has only one answer, and something is never reached"
"On this board, for the players who own the piece, whatever stands where, the condition always gives the same answer. So
part of the block is never reached: moves are lost without a word. Typical causes: the board never changes while a
block runs, so the square that the piece comes from is never empty; a zone is on the other side of the board; a test
contradicts the one before it.

Wrong: the current position is still that of the piece.

```zrf
(moves ((verify empty?) add))
```

Right: go there first.

```zrf
(moves (n (verify empty?) add))
```";

    /// A step without a link.
    NO_SUCH_STEP = "W0611" Warning "a step leads nowhere"
"Wherever the run is at this point, the board has no link in the direction, so the run ends and all that follows in
the block is never reached.

Wrong: on a board of three rows a piece goes three steps.

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
(moves (n n n (verify empty?) add))
```

Right:

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
(moves (n n (verify empty?) add))
```";

    /// Instructions behind the last `add`.
    NOTHING_ADDED = "W0612" Warning "instructions behind which no move is added"
"A move consists of what was done before its `add`. Captures and changes behind the last `add` of a block belong to no move
and have no effect.

Wrong:

```zrf
(moves (n (verify enemy?) add (capture s)))
```

Right:

```zrf
(moves (n (verify enemy?) (capture s) add))
```";

    /// A block without `add`.
    NEVER_ADDS = "W0613" Warning "a block adds no move"
"A block makes a move only where it says `add` (or `add-partial`, `add-copy`). This one never does, so it has no
effect at all.

Wrong:

```zrf
(moves (n (verify enemy?) capture))
```

Right:

```zrf
(moves (n (verify enemy?) add))
```";

    /// A move onto its own square that changes nothing.
    NO_CHANGE = "W0614" Warning "a move may leave the board as it is"
"The piece arrives on the square that it comes from, and nothing else changes: a pass in disguise. If a player may pass, the
option says so. Otherwise a step before the `add` is missing, or a ring of links leads back to the start: then
`mark` it, or `(verify not-marked?)`.

Wrong:

```zrf
(moves ((verify not-attacked?) add))
```

Right:

```zrf
(option \"pass turn\" true)
```";

    /// A loop that never ends.
    ENDLESS_LOOP = "W0615" Warning "a loop that never ends"
"A `while` looks at its condition, runs its body, and looks again. Conditions look at the current position, the mark and
the flags; nothing in this body changes one of them or ends the run. So if the condition holds once, it holds forever.
The board itself never changes while a block runs.

Wrong:

```zrf
(piece (name Rook) (moves (n (while empty? add))))
```

Right:

```zrf
(piece (name Rook) (moves (n (while empty? add n))))
```";

    /// A direction that leads nowhere.
    EMPTY_DIRECTION = "W0616" Warning "a direction without any link"
"`(links ...)` and `(symmetry ...)` make the directions that they name, if there are none of the name yet. So a slip in a
name makes a new direction without a word, and whatever goes there ends at once. (A direction of a grid whose step is
larger than the board has no links either.)

Wrong:

```zrf
(symmetry Black (n s) (s north))
```

Right:

```zrf
(symmetry Black (n s) (s n))
```";

    /// A symmetry that does not lead back.
    SYMMETRY_INVERSE = "W0620" Warning "two directions mean the same for a player"
"When the board is turned or mirrored for a player, each direction becomes another, and no two become the same. If `n`
means `s`, but `s` still means `s`, then the player has two ways to go south and none to go north.

Wrong:

```zrf
(symmetry Black (n s))
(moves (n (verify empty?) add) (s (verify empty?) add))
```

Right:

```zrf
(symmetry Black (n s) (s n))
(moves (n (verify empty?) add) (s (verify empty?) add))
```";

    /// A symmetry that leaves out a direction.
    SYMMETRY_INCOMPLETE = "W0621" Warning "a symmetry leaves out a direction"
"The directions that the symmetry names are mirrored; another one that would be changed by the same mirror is not named,
and keeps its meaning. Some piece goes this direction without also going its mirror image, so for this player it moves
another way than it should: a pawn that goes forward and captures backward.

Wrong:

```zrf
(symmetry Black (n s) (s n))
(piece (name Pawn) (moves (n (verify empty?) add) (ne (verify enemy?) add) (nw (verify enemy?) add)))
```

Right:

```zrf
(symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
```";

    /// A zone that is empty for somebody who asks.
    EMPTY_ZONE = "W0622" Warning "a zone has no positions for a player who asks for it"
"A zone belongs to the players that it names; each may have other positions. A piece of a player for whom the zone is not
given asks for it, and the answer is always no.

Wrong:

```zrf
(zone (name promotion) (players White) (positions a8 b8 c8))
(piece (name Pawn) (moves (n (verify empty?) (if (in-zone? promotion) (add Queen) else add))))
(board-setup (White (Pawn a1) (King b1)) (Black (Pawn c2) (King b2)))
```

Right:

```zrf
(zone (name promotion) (players White) (positions a8 b8 c8))
(zone (name promotion) (players Black) (positions a1 b1 c1))
```";

    /// A piece that cannot move.
    IMMOBILE_PIECE = "W0623" Warning "a piece can never move"
"The piece has moves or drops, but none of them ever comes to its `add`, wherever it stands and whatever stands around
it. See the other warnings about its blocks.

Wrong:

```zrf
(piece (name Man) (moves ((verify empty?) n add)))
```

Right:

```zrf
(piece (name Man) (moves (n (verify empty?) add)))
```";

    /// A piece that does not come up.
    ABSENT_PIECE = "W0624" Warning "a piece never comes on the board"
"The piece is in no initial position and in no stock (`off`), and no move of any variant promotes to it, changes a piece
into it or creates it. So it never comes up in play.

Wrong:

```zrf
(piece (name Pawn) (moves (n (verify empty?) add)))
(piece (name Queen) (moves (slide n)))
(board-setup (White (Pawn a2)))
```

Right:

```zrf
(piece (name Pawn) (moves (n (verify empty?) (if (in-zone? last-rank) (add Queen) else add))))
```";

    /// A player without the piece to be checkmated.
    MISSING_ROYAL = "W0625" Warning "a player has no piece that could be checkmated"
"A goal speaks of the checkmate of a piece that the player does not have: it is not set up, not in the stock, and no move
brings it in. The goal can never hold for this player.

Wrong:

```zrf
(board-setup (White (King e1) (Queen d1)) (Black (Queen d8)))
(loss-condition (White Black) (checkmated King))
```

Right:

```zrf
(board-setup (White (King e1) (Queen d1)) (Black (King e8) (Queen d8)))
```";

    /// One goal with two results.
    CONTRADICTING_GOALS = "W0626" Warning "the same goal decides in two ways"
"Two conditions of different kinds have the very same goal for the same player, so they hold at the same time. The first in
the file counts; the second never does.

Wrong:

```zrf
(loss-condition (White Black) stalemated)
(draw-condition (White Black) stalemated)
```

Right:

```zrf
(draw-condition (White Black) stalemated)
```";

    /// `last-from?` where moves are made in parts.
    LAST_MOVE_IN_CHAIN = "W0627" Warning "`last-from?` sees only the last part of a move"
"A move made with `add-partial` is played in parts, and `last-from?` and `last-to?` see the last part only. In this game
all moves are made so; a test where the move *began* finds where its last part began.

Wrong:

```zrf
(moves (n (verify (last-from? s)) (add-partial jump)))
```

Right: mark what is to be remembered with an attribute.

```zrf
(moves (n (set-attribute began-here? true s) (add-partial jump)))
```";

    /// Names that differ by capitals.
    CASE_NAMES = "W0630" Warning "two names differ by capitals only"
"Names are case sensitive, so these are two different things. That is easily overlooked by a reader, and a slip of the
shift key makes one into the other without a word.

Wrong:

```zrf
(piece (name Guard))
(piece (name guard))
```

Right:

```zrf
(piece (name Guard))
(piece (name PromotedGuard))
```";

    /// An image for an unknown player.
    IMAGE_PLAYER = "W0631" Warning "an image for a player that there is not"
"`(image PLAYER \"FILE\"...)` gives the pictures of a piece for each player. A name that is no player of any game or variant
with this piece shows a slip, or a file that stands without its quotes; the piece has no picture for the player that was
meant.

Wrong:

```zrf
(piece (name Man) (image Wihte \"man.bmp\") (moves (step n)))
```

Right:

```zrf
(piece (name Man) (image White \"man.bmp\") (moves (step n)))
```";

    /// An image or sound that is not there.
    MISSING_FILE = "W0640" Off "an image or a sound is not there"
"The file that is named is not found beside the rules file, in whatever case it is written. Nothing here needs it, but
Zillions shows or plays it. Off by itself; turn it on with `--warn W0640` or in `zrf.toml`.

Wrong:

```zrf
(image White \"images/wpawn.bmp\")
```

Right: the path from the folder of the rules file.

```zrf
(image White \"images\\Chess\\wpawn.bmp\")
```";
}
