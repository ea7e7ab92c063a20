//! Checks a program once, so that the machine need not.

use super::{At, Op, Program, Test};
use crate::ids::Addr;
use crate::resolve::Rules;

/// Asserts what the machine relies on: targets lie in the program, no run can
/// leave its end, and every id is in its table.
///
/// # Panics
/// If an instruction breaks the contract: that is a bug of the compiler.
pub(super) fn verify(program: &Program, rules: &Rules) {
    let len = program.code.len();
    assert_eq!(program.spans.len(), len, "every instruction has its source");
    let addr = |a: Addr| assert!(a.index() < len, "address {} is outside the program", a.0);
    let tables = &program.tables;
    for (i, op) in program.code.iter().enumerate() {
        match *op {
            Op::Branch { test, at, target, .. } => {
                addr(target);
                check_at(at, program);
                check_test(test, program, rules);
            }
            Op::Jump(a) | Op::Call(a) => addr(a),
            Op::Step(d) | Op::StepOpposite(d) => assert!(d.index() < tables.directions),
            Op::Go(p) => assert!(p.index() < tables.positions),
            Op::Capture(at) | Op::Flip(at) | Op::ChangeOwner(_, at) => check_at(at, program),
            Op::ChangeType(p, at) => {
                check_at(at, program);
                assert!(p.index() < tables.pieces);
            }
            Op::Create(_, _, at) => check_at(at, program),
            Op::SetAttr(a, _, at) => {
                check_at(at, program);
                assert!(a.index() < rules.attributes.len());
            }
            Op::SetPosFlag(f, _, at) => {
                check_at(at, program);
                assert!(f.index() < program.pos_flags.len());
            }
            Op::SetFlag(f, _) => assert!(f.index() < program.flags.len()),
            Op::Add { promote, .. } => assert!(promote.is_none_or(|p| p.index() < tables.pieces)),
            _ => {}
        }
        let is_last = i + 1 == len;
        let falls_through = !matches!(op, Op::End | Op::Jump(_) | Op::Return);
        assert!(!(is_last && falls_through), "a run leaves the program at its end");
    }
    for piece in &program.pieces {
        piece.moves.iter().chain(&piece.drops).for_each(|e| addr(e.addr));
    }
}

fn check_at(at: At, program: &Program) {
    match at {
        At::Here => {}
        At::Dir(d) | At::Opposite(d) => assert!(d.index() < program.tables.directions),
        At::Pos(p) => assert!(p.index() < program.tables.positions),
    }
}

fn check_test(test: Test, program: &Program, rules: &Rules) {
    match test {
        Test::Piece(p) => assert!(p.index() < program.tables.pieces),
        Test::InZone(z) => assert!(z.index() < rules.board.zones.len()),
        Test::Position(p) => assert!(p.index() < program.tables.positions),
        Test::Attr(a) => assert!(a.index() < rules.attributes.len()),
        Test::Flag(f) => assert!(f.index() < program.flags.len()),
        Test::PosFlag(f) => assert!(f.index() < program.pos_flags.len()),
        Test::AttackedBy(t) | Test::DefendedBy(t) => assert!(t.index() < rules.move_types.len()),
        _ => {}
    }
}
