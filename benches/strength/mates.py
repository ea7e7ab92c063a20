"""Makes chess positions with a forced mate: `mates.py SEED COUNT`, with python-chess and Debian's stockfish.

Weakened players reach positions as they come up in games; stockfish says whether the one to move mates
in two or three. One position a game at most. Prints lines `MOVES FEN`; tests/mates.rs proves each of them
by exhaustive search.
"""

import random
import sys

import chess
import chess.engine

STOCKFISH = "/usr/games/stockfish"


def mate_length(engine, board):
    """In how many moves the one to move mates; None if not in two or three."""
    score = engine.analyse(board, chess.engine.Limit(depth=10))["score"].relative
    moves = score.mate()
    if moves not in (2, 3):
        return None
    info = engine.analyse(board, chess.engine.Limit(depth=16))
    return info["score"].relative.mate()


def position(engine, rng):
    """A position with a forced mate from one game, or None."""
    board = chess.Board()
    for _ in range(rng.randrange(2, 8)):
        board.push(rng.choice(list(board.legal_moves)))
    while not board.is_game_over() and board.ply() < 160:
        if board.ply() > 16 and not board.is_check():
            moves = mate_length(engine, board)
            if moves in (2, 3):
                return moves, board.fen(en_passant="fen")
        if rng.random() < 0.25:
            board.push(rng.choice(list(board.legal_moves)))
        else:
            board.push(engine.play(board, chess.engine.Limit(nodes=rng.choice([50, 200, 1000]))).move)
    return None


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    wanted = {2: count // 2, 3: count - count // 2}
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine:
        engine.configure({"Threads": 1, "Hash": 16})
        while any(wanted.values()):
            found = position(engine, rng)
            if found and wanted[found[0]] > 0:
                wanted[found[0]] -= 1
                print(*found, flush=True)


main()
