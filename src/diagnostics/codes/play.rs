//! Codes about rules that misbehave when they are played.

use super::codes;

codes! {
    /// A list of moves took more instructions than allowed.
    OUT_OF_FUEL = "E0701" Error "the rules run out of fuel"
"Making the list of moves of one position took more instructions than are allowed (`--max-fuel`). Nearly
always this is a loop that never ends: a `while` whose condition stays true because nothing in its body
changes what it looks at.

Wrong: the current position never changes, so it is empty forever.

```zrf
(moves (n (while empty? mark)))
```

Right: each turn of the loop goes on to the next position, and the run ends at the edge of the board.

```zrf
(moves (n (while empty? add n)))
```

A loop over links that lead in a circle does not end by itself either: `mark` the start and test
`not-marked?`. If the rules are right and only heavy, allow more with `--max-fuel`.";

    /// A position has more moves than a list may hold.
    TOO_MANY_MOVES = "E0702" Error "one position has too many moves"
"The rules make more moves in one position than a list of moves may hold. Games of people have some hundreds
at most, so this is nearly always a loop with an `add` in it that runs much longer than meant, or a macro
that multiplies moves which print alike.

Wrong: the flag is true on every second turn only, and the loop adds the same move again and again.

```zrf
(moves ((set-flag on true) (while (flag? on) add)))
```

Right: add each destination once.

```zrf
(moves (n (verify empty?) add))
```";
}
