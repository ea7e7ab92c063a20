#!/bin/sh
# Lets XBoard play a game between PROGRAM and fairymax to its end, without a screen:
# `xboard.sh PROGRAM FOLDER`. Prints the result of the game.
set -eu
program=$1
folder=$2
PATH=$PATH:/usr/games
game=$folder/game.pgn
rm -f "$game"
xvfb-run -a xboard -fcp "$program engine chess --protocol cecp" -scp fairymax \
    -mg 1 -mps 40 -tc 0:04 -inc -1 -sgf "$game" -popupExitMessage false >/dev/null 2>&1 &
server=$!
# XBoard stays on the screen when the match is over; the saved game tells that.
for _ in $(seq 600); do
    if grep -q '^\[Result "' "$game" 2>/dev/null && grep -Eq '(1-0|0-1|1/2-1/2)$' "$game"; then
        break
    fi
    kill -0 $server 2>/dev/null || break
    sleep 0.5
done
# xvfb-run ends with XBoard, which is the only program on this screen.
xboard=$(ps -o pid= --ppid $server -C xboard 2>/dev/null | head -1 || true)
[ -n "$xboard" ] && kill "$xboard" 2>/dev/null || true
kill $server 2>/dev/null || true
grep '^\[Result "' "$game"
