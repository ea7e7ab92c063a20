"""Plays with an engine through python-chess: `client.py PROGRAM`. Prints `ok` at the end."""

import sys

import chess
import chess.engine

program = sys.argv[1]


def play(engine, plies):
    board = chess.Board()
    while board.ply() < plies and not board.is_game_over():
        result = engine.play(board, chess.engine.Limit(time=0.05))
        assert result.move in board.legal_moves, result.move
        board.push(result.move)
    return board


def uci():
    command = [program, "engine", "chess", "--protocol", "uci"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        engine.configure({"Hash": 8, "Threads": 1})
        play(engine, 20)
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=4))
        assert info["score"].white() == chess.engine.Mate(1), info
        assert info["pv"][0] == chess.Move.from_uci("a1a8"), info
        # Castling, taking in passing and promotion as other programs write them.
        for fen, move in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
        ]:
            board = chess.Board(fen)
            board.push_uci(move)
            reply = engine.play(board, chess.engine.Limit(nodes=500))
            assert reply.move in board.legal_moves, (fen, reply)
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
        assert len({line["pv"][0] for line in lines}) == 3, lines


def cecp():
    command = [program, "engine", "chess", "--protocol", "cecp"]
    with chess.engine.SimpleEngine.popen_xboard(command, timeout=60) as engine:
        play(engine, 12)
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        result = engine.play(board, chess.engine.Limit(depth=4))
        assert result.move == chess.Move.from_uci("a1a8"), result


uci()
cecp()
print("ok")
