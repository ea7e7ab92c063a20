//! `zrf engine`: scripted conversations, and conversations with real programs where they are installed.

#![allow(clippy::print_stderr)] // A skipped test says so.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A conversation with the program.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn new(arguments: &[&str]) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zrf"))
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("zrf starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Talk { child, input, output }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").expect("zrf listens");
    }

    /// All lines up to the first one that begins with this.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("zrf talks");
            assert!(read > 0, "zrf fell silent before `{beginning}`: {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn last(&mut self, beginning: &str) -> String {
        self.until(beginning).pop().unwrap_or_default()
    }

    /// Closes the conversation; gives the exit code and what was said to standard error.
    fn end(mut self) -> (i32, String) {
        drop(self.input.take());
        let output = self.child.wait_with_output().expect("zrf ends");
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn uci(game: &str) -> Talk {
    let mut talk = Talk::new(&[game, "--protocol", "uci"]);
    talk.say("uci");
    talk.until("uciok");
    talk
}

fn cecp(game: &str) -> Talk {
    let mut talk = Talk::new(&[game, "--protocol", "cecp"]);
    talk.say("xboard");
    talk.say("protover 2");
    talk.until("feature sigint=0");
    talk
}

#[test]
fn uci_counts_moves_as_other_programs_do() {
    let mut talk = uci("chess");
    talk.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    talk.say("go perft 2");
    let lines = talk.until("Nodes searched");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 2039");
    assert!(lines.contains(&"e1c1: 43".to_owned()) && lines.contains(&"e1g1: 43".to_owned()), "{lines:#?}");
    talk.say("quit");
    assert_eq!(talk.end().0, 0);
}

#[test]
fn uci_reads_castling_and_passing_and_writes_them_again() {
    let mut talk = uci("chess");
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ] {
        talk.say(&format!("position fen {fen}"));
        talk.say("d");
        assert_eq!(talk.last("Fen: "), format!("Fen: {fen}"));
    }
    talk.say("go perft 1");
    assert!(talk.until("Nodes searched").contains(&"e5d6: 1".to_owned()));
}

#[test]
fn uci_tells_a_mate_in_full_moves_and_stops_when_told() {
    let mut talk = uci("chess");
    talk.say("isready");
    talk.until("readyok");
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    talk.say("go depth 4");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|l| l.contains("score mate 1 ")), "{lines:#?}");
    assert!(lines.last().unwrap().starts_with("bestmove a1a8"), "{lines:#?}");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go infinite");
    talk.until("info depth 2");
    talk.say("isready");
    talk.until("readyok");
    talk.say("stop");
    talk.until("bestmove");
}

#[test]
fn uci_says_what_is_wrong_and_goes_on() {
    let mut talk = uci("chess");
    talk.say("position startpos moves e2e5");
    assert!(talk.last("info string").contains("`e2e5` is not a legal move"));
    talk.say("position fen 8/8 w - - 0 1");
    assert!(talk.last("info string").contains("2 ranks, the board has 8"));
    talk.say("setoption name Hash value many");
    assert!(talk.last("info string").contains("expected a number"));
    talk.say("setoption name UCI_Variant value atomic");
    assert!(talk.last("info string").contains("no variant `atomic`"));
    talk.say("nonsense");
    assert!(talk.last("info string").contains("unknown command"));
    talk.say("go depth 1 movetime x");
    talk.until("bestmove");
}

#[test]
fn uci_has_the_variants_of_a_file() {
    let mut talk = Talk::new(&["chess", "--protocol", "uci"]);
    talk.say("uci");
    let lines = talk.until("uciok");
    let option = lines.iter().find(|l| l.contains("UCI_Variant")).expect("an option for variants");
    assert!(option.contains("var chess var chess-without-castling"), "{option}");
    // Two moves in a row are not for this protocol.
    assert!(!option.contains("double"), "{option}");
    talk.say("setoption name UCI_Variant value pawns-against-knights");
    talk.say("position startpos");
    talk.say("d");
    assert_eq!(talk.last("Fen: "), "Fen: 1nn1knn1/4p3/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
}

#[test]
fn uci_writes_drops_and_turns_of_several_parts() {
    let mut talk = uci("connect-four");
    talk.say("go depth 2");
    let best = talk.last("bestmove");
    assert!(best.starts_with("bestmove D@"), "{best}");
    let mut talk = uci("english-draughts");
    talk.say("position startpos");
    talk.say("go perft 1");
    assert_eq!(talk.last("Nodes searched"), "Nodes searched: 7");
}

#[test]
fn a_game_that_the_protocol_has_no_words_for_is_refused_with_the_reason() {
    for (game, reason) in [
        ("race", "left to chance"),
        ("four-corner-halma", "4 players, not two"),
        ("tic-tac-toe-3d", "rectangle"),
        ("hexagonal-chess", "2 grids"),
        ("peg-solitaire", "1 players, not two"),
    ] {
        let (code, message) = Talk::new(&[game, "--protocol", "uci"]).end();
        assert_eq!(code, 1, "{game}: {message}");
        assert!(message.contains(reason), "{game}: {message}");
    }
}

#[test]
fn a_closed_pipe_ends_the_engine_without_an_error() {
    let mut talk = uci("chess");
    talk.say("go infinite");
    talk.until("info depth 1");
    let (code, message) = talk.end();
    assert_eq!((code, message.as_str()), (0, ""));
}

#[test]
fn cecp_plays_both_colours_and_tells_the_result() {
    let mut talk = cecp("chess");
    talk.say("new");
    talk.say("st 1");
    talk.say("sd 3");
    talk.say("usermove e2e4");
    assert!(talk.last("move ").len() >= 9);
    talk.say("force");
    talk.say("setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    talk.say("go");
    assert_eq!(talk.last("move "), "move a1a8");
    assert_eq!(talk.last("1-0"), "1-0 {White wins: loss-condition (Black) (checkmated King)}");
    talk.say("usermove g8h8");
    assert_eq!(talk.last("Illegal"), "Illegal move (the game is over): g8h8");
    talk.say("quit");
    assert_eq!(talk.end().0, 0);
}

#[test]
fn cecp_says_what_is_wrong_and_goes_on() {
    let mut talk = cecp("chess");
    talk.say("new");
    talk.say("force");
    talk.say("usermove e2e5");
    assert_eq!(talk.last("Illegal"), "Illegal move: e2e5");
    talk.say("nonsense");
    assert_eq!(talk.last("Error"), "Error (unknown command): nonsense");
    talk.say("level 40 x 0");
    assert!(talk.last("Error").contains("expected moves, minutes and seconds"));
    talk.say("setboard 8/8 w");
    assert!(talk.last("tellusererror").contains("Illegal position"));
    talk.say("ping 7");
    assert_eq!(talk.last("pong"), "pong 7");
}

#[test]
fn cecp_takes_back_and_gives_up_a_search_when_the_game_changes() {
    let mut talk = cecp("chess");
    talk.say("new");
    talk.say("st 1000");
    talk.say("usermove e2e4");
    talk.say("force");
    talk.say("ping 1");
    let lines = talk.until("pong 1");
    assert!(!lines.iter().any(|l| l.starts_with("move")), "{lines:#?}");
    talk.say("undo");
    talk.say("usermove d2d4");
    talk.say("usermove d7d5");
    talk.say("remove");
    talk.say("usermove e2e4");
    talk.say("go");
    talk.say("?");
    assert!(talk.last("move ").len() >= 9);
}

#[test]
fn cecp_describes_a_board_that_is_not_chess() {
    let mut talk = Talk::new(&["capablanca-chess", "--protocol", "cecp"]);
    talk.say("protover 2");
    let lines = talk.until("feature sigint");
    let variants = lines.iter().find(|l| l.contains("variants=")).unwrap();
    assert!(variants.contains("\"capablanca"), "{variants}");
    talk.say("variant capablanca-chess");
    let setup = talk.last("setup ");
    assert!(setup.contains(" 10x8+0_fairy rnabqkbcnr/pppppppppp/"), "{setup}");
    let pieces = talk.until("piece R&");
    assert!(pieces.contains(&"piece N& N".to_owned()), "{pieces:#?}");
}

#[test]
fn cecp_shows_where_a_piece_can_go() {
    let mut talk = cecp("chess");
    talk.say("new");
    talk.say("force");
    talk.say("lift g1");
    assert_eq!(talk.last("highlight"), "highlight 8/8/8/8/8/5Y1Y/8/8");
    talk.say("setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    talk.say("lift a7");
    assert_eq!(talk.last("highlight"), "highlight M7/8/8/8/8/8/8/8");
    talk.say("put a8");
    assert_eq!(talk.last("choice"), "choice QRBN");
}

#[test]
fn python_chess_plays_with_the_engine() {
    let has_module = Command::new("python3").args(["-c", "import chess.engine"]).output();
    if !has_module.is_ok_and(|o| o.status.success()) {
        eprintln!("skipped: python3 with the module `chess` is not installed");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol/client.py");
    let output = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_zrf")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.trim() == "ok", "{said}{errors}");
}

/// A game of some seconds for each side.
#[test]
fn xboard_plays_a_game_to_its_end() {
    for program in ["xvfb-run", "/usr/games/xboard", "/usr/games/fairymax"] {
        let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
        if !found.is_ok_and(|o| o.status.success()) {
            eprintln!("skipped: {program} is not installed");
            return;
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol/xboard.sh");
    let folder = std::env::temp_dir().join(format!("zrf-xboard-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let output = Command::new(script).arg(env!("CARGO_BIN_EXE_zrf")).arg(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("[Result \"") && !said.contains("\"*\""), "{said}");
}
