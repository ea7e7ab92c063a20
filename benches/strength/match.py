"""Plays zrf against another engine: `match.py ZRF GAME COMMAND [options]`.

Both talk CECP (XBoard's protocol) with the same clock. zrf is the referee: a second zrf says what is legal and
when the game is over, so any game will do that the opponent knows by the same rules. Two games in a row
begin with the same random moves, the sides changed. The sequential test is the one of `zrf match --sprt`.
"""

import argparse
import math
import queue
import random
import re
import subprocess
import threading
import time


class Cecp:
    """An engine that talks CECP."""

    def __init__(self, command):
        self.name = command[0]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.has_usermove = self.has_ping = False
        threading.Thread(target=self._read, daemon=True).start()
        self.say("xboard")
        self.say("protover 2")
        time.sleep(1.5)
        for line in self.pending():
            self.has_usermove |= "usermove=1" in line
            self.has_ping |= "ping=1" in line
        self.say("accepted usermove")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def pending(self):
        """The lines said so far."""
        lines = []
        while not self.lines.empty():
            lines.append(self.lines.get() or "")
        return lines

    def move(self, text):
        self.say(f"usermove {text}" if self.has_usermove else text)

    def await_move(self, seconds):
        """The next move; None if there is none."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.05, end - time.monotonic()))
            except queue.Empty:
                return None, "silence"
            if line is None:
                return None, "its end"
            if found := re.match(r"(?:\d+\. \.\.\. |move )(\S+)", line):
                return found[1], ""
            if re.match(r"resign|1-0|0-1|1/2-1/2|Illegal|Error|tellusererror|offer draw", line):
                if line.startswith("offer"):
                    continue
                return None, line


class Referee:
    """A zrf that knows what is legal and when it is over."""

    def __init__(self, command):
        self.engine = Cecp(command)

    def new(self):
        self.engine.say("new")
        self.engine.say("force")
        self._sync()

    def _sync(self):
        self.engine.say("ping 1")
        lines = []
        while True:
            line = self.engine.lines.get(timeout=60)
            if line is None or line == "pong 1":
                return lines
            lines.append(line)

    def play(self, move):
        """The result in the protocol's words, "" while the game goes on."""
        self.engine.move(move)
        for line in self._sync():
            if line.startswith("Illegal"):
                return line
            if found := re.match(r"(1-0|0-1|1/2-1/2)", line):
                return found[1]
        return ""


class Openings:
    """Random first moves, through zrf's UCI."""

    def __init__(self, command, seed):
        self.random = random.Random(seed)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._ask("uci", "uciok")

    def _ask(self, text, end):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, "zrf fell silent"
            lines.append(line.strip())
            if line.startswith(end):
                return lines

    def make(self, plies, margin):
        """Moves after which neither side is ahead by more than `margin` hundredths."""
        while True:
            moves = []
            for _ in range(plies):
                self._ask(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}\nisready", "readyok")
                lines = self._ask("go perft 1", "Nodes searched")
                legal = [line.split(":")[0] for line in lines if re.match(r"\S+: 1$", line)]
                if not legal:
                    break
                moves.append(self.random.choice(legal))
            self._ask(f"position startpos moves {' '.join(moves)}\nisready", "readyok")
            found = re.findall(r"score (cp|mate) (-?\d+)", " ".join(self._ask("go nodes 30000", "bestmove")))
            if len(moves) == plies and found and found[-1][0] == "cp" and abs(int(found[-1][1])) <= margin:
                return moves


def play(ours, theirs, referee, opening, we_begin, arguments):
    """1, 0.5 or 0 for us, with the reason and the number of moves."""
    base, period = arguments.seconds, arguments.moves
    for engine in (ours, theirs):
        engine.pending()
        engine.say("new")
        if arguments.their_variant and engine is theirs:
            engine.say(f"variant {arguments.their_variant}")
        engine.say(f"level {period} 0:{int(base):02d} 0")
        engine.say("easy")
        engine.say("nopost")
        engine.say("force")
    referee.new()
    result = ""
    for move in opening:
        ours.move(move)
        theirs.move(move)
        result = referee.play(move)
    players = [ours, theirs] if we_begin == (len(opening) % 2 == 0) else [theirs, ours]
    left = {ours: base, theirs: base}
    made = {ours: 0, theirs: 0}
    asked = set()
    plies = len(opening)
    last = None
    while not result and plies < 500:
        player, other = players[(plies - len(opening)) % 2], players[(plies - len(opening) + 1) % 2]
        player.say(f"time {max(1, int(left[player] * 100))}")
        player.say(f"otim {max(1, int(left[other] * 100))}")
        start = time.monotonic()
        if player in asked:
            player.move(last)
        else:
            if last:
                player.move(last)
            player.say("go")
            asked.add(player)
        move, reason = player.await_move(base + 5)
        left[player] -= time.monotonic() - start
        point = 0.0 if player is ours else 1.0
        if move is None:
            return point, f"{player.name}: {reason}", plies
        if left[player] < 0:
            return point, f"{player.name}: {-left[player]:.2f} s too late", plies
        made[player] += 1
        if made[player] % period == 0:
            left[player] += base
        result = referee.play(move)
        if result.startswith("Illegal"):
            return point, f"{player.name}: {result}", plies
        last = move
        plies += 1
    for engine in (ours, theirs):
        engine.say("force")
    if result in ("1-0", "0-1"):
        return float((result == "1-0") == we_begin), result, plies
    return 0.5, result or "too long", plies


def likelihood_ratio(wins, draws, losses, low, high):
    """The logarithm of the likelihood ratio of two differences in Elo, by the normal approximation."""
    n = wins + draws + losses
    # One half of a game of each kind is added: no variance is 0.
    w, d, l = wins + 0.5, draws + 0.5, losses + 0.5
    total = w + d + l
    mean = (w + d / 2) / total
    variance = (w * (1 - mean) ** 2 + d * (0.5 - mean) ** 2 + l * mean**2) / total
    share = lambda elo: 1 / (1 + 10 ** (-elo / 400))
    a, b = share(low), share(high)
    return n * (b - a) * (2 * mean - a - b) / (2 * variance)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("zrf")
    parser.add_argument("game")
    parser.add_argument("opponent")
    parser.add_argument("--variant", help="of our file")
    parser.add_argument("--their-variant", help="as the opponent calls it")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--margin", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", default="0,50")
    arguments = parser.parse_args()
    low, high = map(float, arguments.sprt.split(","))
    engine = [arguments.zrf, "engine", arguments.game]
    if arguments.variant:
        engine += ["--variant", arguments.variant]
    openings = Openings([*engine, "--protocol", "uci"], arguments.seed)
    ours, theirs = Cecp([*engine, "--protocol", "cecp"]), Cecp(arguments.opponent.split())
    referee = Referee([*engine, "--protocol", "cecp"])
    bound = math.log(0.95 / 0.05)
    wins = draws = losses = 0
    opening = []
    for number in range(arguments.games):
        if number % 2 == 0:
            opening = openings.make(arguments.plies, arguments.margin)
        point, reason, plies = play(ours, theirs, referee, opening, number % 2 == 0, arguments)
        wins, draws, losses = wins + (point == 1), draws + (point == 0.5), losses + (point == 0)
        ratio = likelihood_ratio(wins, draws, losses, low, high)
        print(f"game {number + 1}: {point} in {plies} ({reason}); {wins}-{draws}-{losses}, {ratio:+.2f}", flush=True)
        if abs(ratio) >= bound:
            break
    share = (wins + draws / 2) / (wins + draws + losses)
    verdict = "stronger" if ratio >= bound else "not stronger" if ratio <= -bound else "open"
    print(f"share {share:.3f}, sequential test between {low:g} and {high:g} Elo: {verdict}")
    for player in (ours, theirs, referee.engine):
        player.say("quit")


main()
