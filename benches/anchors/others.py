#!/usr/bin/env python3
"""Measures OpenSpiel and Fairy-Stockfish, as far as they are installed.

`others.py SECONDS` prints one `SYSTEM GAME FIGURE VALUE` a line, in rates of CPU time. Random games of
OpenSpiel are played by its C++ evaluator: Python only starts them. pyffish is asked through strings, move
list by move list, so its figure is for scale and says little about Fairy-Stockfish itself.
"""

import sys
import time

# OpenSpiel's name of a game, and ours.
SPIEL_GAMES = {
    "breakthrough": "breakthrough",
    "checkers": "english-draughts",
    "chess": "chess",
    "connect_four": "connect-four",
    "gomoku": "gomoku",
    "othello": "reversi",
    "shogi": "shogi",
    "tic_tac_toe": "tic-tac-toe",
    "xiangqi": "xiangqi",
}

# Fairy-Stockfish's name of a game, and ours.
FAIRY_GAMES = {
    "ataxx": "ataxx",
    "breakthrough": "breakthrough",
    "capablanca": "capablanca-chess",
    "chess": "chess",
    "courier": "courier-spiel",
    "flipello": "reversi",
    "shogi": "shogi",
    "xiangqi": "xiangqi",
}


def rate(seconds, work):
    """What `work` counts, a second; the first time warms up."""
    work()
    start = time.process_time()
    done = 0
    while True:
        done += work()
        elapsed = time.process_time() - start
        if elapsed >= seconds:
            return done / elapsed


def open_spiel(seconds):
    """Random games a second."""
    try:
        import pyspiel
    except ImportError:
        return
    for theirs, ours in SPIEL_GAMES.items():
        game = pyspiel.load_game(theirs)

        def play(games, seed=[0]):
            # A search of one simulation evaluates one position, by so many random games.
            seed[0] += 1
            evaluator = pyspiel.RandomRolloutEvaluator(games, seed[0])
            bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed[0], False)
            bot.step(game.new_initial_state())
            return games

        # As many at once as take a tenth of the time, so that what Python does around them is nothing.
        games = max(1, int(rate(seconds / 10, lambda: play(5)) * seconds / 10))
        print("openspiel", ours, "playouts-full", rate(seconds, lambda: play(games)), flush=True)


def fairy_stockfish(seconds):
    """Perft a second, leaves counted."""
    try:
        import pyffish
    except ImportError:
        return
    known = pyffish.variants()
    for theirs, ours in FAIRY_GAMES.items():
        if theirs not in known:
            continue
        start = pyffish.start_fen(theirs)

        def count(moves, depth):
            found = pyffish.legal_moves(theirs, start, moves)
            if depth == 1:
                return len(found)
            return sum(count(moves + [move], depth - 1) for move in found)

        print("pyffish", ours, "perft-counted", rate(seconds / 2, lambda: count([], 2)), flush=True)


if __name__ == "__main__":
    budget = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    open_spiel(budget)
    fairy_stockfish(budget)
