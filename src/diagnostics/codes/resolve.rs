//! Codes about games, variants, boards, players and pieces.

use super::codes;

codes! {
    /// No players.
    NO_PLAYERS = "E0401" Error "no players"
"A game needs at least one player, in its own `(players ...)` section or in that of the game that it varies. The order of the players has meaning: it is that of the notation and of `flip`.

Wrong:

```zrf
(game (title \"Solitaire\") (turn-order You)
  (board (positions (a 0 0 9 9)))
  (piece (name Man)))
```

Right:

```zrf
(game (title \"Solitaire\") (players You) (turn-order You)
  (board (positions (a 0 0 9 9)))
  (piece (name Man)) (board-setup (You (Man a))))
```";
    /// A name that is no player.
    UNKNOWN_PLAYER = "E0402" Error "unknown player"
"A name stands where a player is expected, and it is not in the `(players ...)` of this game or variant. Names are case sensitive, and the `?` of a random player belongs to the name. A variant with other players needs its own turn order, setup, symmetries, zones and goals for them.

Wrong:

```zrf
(players White Black)
(turn-order white Black)
```

Right:

```zrf
(players White Black)
(turn-order White Black)
```";
    /// A name that is no piece type.
    UNKNOWN_PIECE = "E0403" Error "unknown piece type"
"A name stands where a piece type is expected, and no `(piece ...)` of this game or variant has it as its `(name ...)`. Names are case sensitive.

Wrong:

```zrf
(board-setup (White (pawn a2 b2)))
```

Right:

```zrf
(board-setup (White (Pawn a2 b2)))
```";
    /// A name that is no position.
    UNKNOWN_POSITION = "E0404" Error "unknown position"
"A name stands where a position is expected, and the board has none of that name. The forms of a board are carried out in the order written: links, zones and the like must stand behind the grid or positions that they speak of. The name of a grid position is made of its labels in the order of the dimensions.

Wrong:

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
(links n (1a 2a))
```

Right:

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
(links n (a1 a2))
```";
    /// A board without positions.
    NO_POSITIONS = "E0405" Error "no positions"
"A game needs a board with at least one position; nothing can be set up or moved without. Positions come from `(grid ...)` or `(positions ...)`.

Wrong:

```zrf
(board (image \"board.bmp\"))
```

Right:

```zrf
(board (image \"board.bmp\")
  (grid (start-rectangle 0 0 49 49)
    (dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))
    (directions (n 0 -1) (e 1 0))))
```";
    /// A limit on the size of a game.
    TOO_MANY = "E0406" Error "too many, or too large"
"Rules files come from strangers, so what they make is bounded: 65,000 positions, 250 players, 64 attributes, 16 dimensions of a grid, and so on; the message names the limit. What goes beyond it is left out.

Wrong: three hundred players. Right: fewer of them. No known game comes near the limits.";
    /// No turn order.
    NO_TURN_ORDER = "W0407" Warning "no turn order"
"Without a `(turn-order ...)` the players move one after the other in the order of `(players ...)`. Say so in the file, since random players and players that only own pieces would move too.

Wrong:

```zrf
(game (title \"Two\") (players White Black)
  (board (positions (a 0 0 9 9) (b 0 9 9 18)) (links n (b a)))
  (piece (name Man) (moves (n add))) (board-setup (White (Man a)) (Black (Man b))))
```

Right:

```zrf
(game (title \"Two\") (players White Black) (turn-order White Black)
  (board (positions (a 0 0 9 9) (b 0 9 9 18)) (links n (b a)))
  (piece (name Man) (moves (n add))) (board-setup (White (Man a)) (Black (Man b))))
```";
    /// `repeat` in a wrong place.
    BAD_REPEAT = "W0408" Warning "`repeat` out of place"
"In a turn order the cycle restarts at the entry behind `repeat`: what stands before it happens once, at the start. So it stands once, and with an entry behind it.

Wrong:

```zrf
(turn-order White Black repeat)
```

Right:

```zrf
(turn-order (White setup) (Black setup) repeat White Black)
```";
    /// A player named twice.
    DUPLICATE_PLAYER = "W0409" Warning "a player named twice"
"`(players ...)` names each player once; the second time changes nothing. The order in which players move is that of `(turn-order ...)`, where names may be repeated.

Wrong:

```zrf
(players White Black White)
```

Right:

```zrf
(players White Black)
(turn-order White Black White)
```";
    /// A player who has a turn and no pieces.
    IDLE_PLAYER = "W0410" Warning "a player with nothing to move"
"The player has a turn, but at the start owns no piece on the board and none in stock (`off`). Unless a piece is created for it or changes its owner before, it can never move.

Wrong:

```zrf
(turn-order White Black)
(board-setup (White (King e1)))
```

Right:

```zrf
(turn-order White Black)
(board-setup (White (King e1)) (Black (King e8)))
```";
    /// Two positions with one name.
    DUPLICATE_POSITION = "W0411" Warning "a position defined twice"
"Two places of the board have the same name, so they are one position. In a grid this comes from labels that repeat themselves, or that run into each other: `1` and `12` beside `11` and `2`.

Wrong:

```zrf
(dimensions (\"a/b/a\" (50 0)) (\"2/1\" (0 50)))
```

Right:

```zrf
(dimensions (\"a/b/c\" (50 0)) (\"2/1\" (0 50)))
```";
    /// A position that was killed is named.
    KILLED_POSITION = "W0412" Warning "a position that was removed"
"`(kill-positions ...)` takes positions off the board with all their links. A form behind it names such a position; that has no effect. (To set up a piece on it is an error.)

Wrong:

```zrf
(kill-positions a1)
(zone (name corner) (players White) (positions a1))
```

Right:

```zrf
(kill-positions a1)
(zone (name corner) (players White) (positions h8))
```";
    /// Two pieces set up on one position.
    SETUP_TWICE = "W0413" Warning "two pieces set up on one position"
"A position holds one piece. Of two that are set up on it the later one stands there.

Wrong:

```zrf
(White (Pawn a2 b2) (Rook a2))
```

Right:

```zrf
(White (Pawn a2 b2) (Rook a1))
```";
    /// An option that is not known.
    UNKNOWN_OPTION = "W0414" Warning "unknown option"
"There is no option of this name, so it has no effect. Case and the number of blanks do not matter in names of options; hyphens do.

Wrong:

```zrf
(option \"pass-turn\" true)
```

Right:

```zrf
(option \"pass turn\" true)
```";
    /// A value that an option does not take.
    OPTION_VALUE = "E0415" Error "a value that the option does not take"
"Most options are `true` or `false`; \"pass turn\" may also be `forced`, and \"maximal captures\" may be `2`. The option keeps its default.

Wrong:

```zrf
(option \"pass turn\" force)
```

Right:

```zrf
(option \"pass turn\" forced)
```";
    /// No piece types.
    NO_PIECES = "E0416" Error "no piece types"
"A game without any `(piece ...)` has nothing that moves.

Wrong:

```zrf
(game (title \"Empty\") (players White Black) (turn-order White Black)
  (board (positions (a 0 0 9 9))))
```

Right:

```zrf
(game (title \"Empty\") (players White Black) (turn-order White Black)
  (board (positions (a 0 0 9 9) (b 0 9 9 18)) (links n (b a)))
  (piece (name Man) (moves (n add))) (board-setup (White (Man a)) (Black (Man b))))
```";
    /// Rules in a program library.
    ENGINE = "W0417" Warning "the rules live in a program library"
"With `(engine \"x.dll\")` the game is played by a program library for Windows, which decides what is legal and who wins; the pieces and goals in the file are at most a sketch of it. Such a library cannot be run here, so there are no moves for the game.

Wrong:

```zrf
(engine \"MyGame.dll\")
```

Right: the moves and goals in the rules file itself.

```zrf
(piece (name Man) (moves (n (verify empty?) add)))
```";
    /// An empty list of players for a goal.
    NO_GOAL_PLAYERS = "W0418" Warning "a goal for nobody"
"A condition lists the players for whom its goal is tested. Without a player it never ends the game.

Wrong:

```zrf
(loss-condition () (checkmated King))
```

Right:

```zrf
(loss-condition (White Black) (checkmated King))
```";
    /// A turn order without an entry.
    NOBODY_MOVES = "E0419" Error "nobody moves"
"The turn order has no entry with a player of the game, so nobody could ever move.

Wrong:

```zrf
(turn-order repeat)
```

Right:

```zrf
(turn-order White Black)
```";
    /// Nothing that could be played.
    NO_GAME = "E0420" Error "no game"
"A rules file holds at least one `(game ...)`. A file of macros alone is a library: other files take it in with `(include \"...\")`, and `zrf check` has nothing against it, but it cannot be played itself. A file in which nothing at all was understood may be empty, cut off, or no rules file.

Wrong:

```zrf
; to be written
```

Right:

```zrf
(game (title \"Chess\") ...)
```";
    /// A player whose pieces cannot move.
    NO_MOVES = "W0421" Warning "a player without moves"
"A player has a turn and pieces, but none of the types of these pieces has `(moves ...)` or `(drops ...)`, so the player has no legal move unless others make pieces of another type for him. With the default setting of `pass turn` the game ends at once.

Wrong:

```zrf
(piece (name Man) (image White \"man.bmp\"))
```

Right:

```zrf
(piece (name Man) (image White \"man.bmp\") (moves (n add)))
```";
}
