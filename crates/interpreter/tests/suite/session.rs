//! Building memory by hand, running one function on it, and looking at it afterwards.

use interpreter::{BlockKind, Control, FaultKind, FunctionOutcome, Machine, Observer, Options, WideValue};
use ir::Scalar;

/// Reverses a singly linked list in place.
const REVERSE: &str = "module LP64
signature s0 (i64) -> i64 #1
function external @reverse s0 (%0: i64) {
b0:
    %1: i64 = copy 0i64
    goto b1
b1:
    branch %0, b2, b3
b2:
    %2: i64 = load [%0]
    store [%0], %1
    %1: i64 = copy %0
    %0: i64 = copy %2
    goto b1
b3:
    return %1
}
";

/// Counts how often each block is entered, and how many heap blocks there are then.
#[derive(Default)]
struct LoopHeads {
    entered: Vec<(u32, usize)>,
}

impl Observer for LoopHeads {
    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let place = machine.place().unwrap();
        if machine.is_at_block_start() && place.block.raw() == 1 {
            let heap = machine.blocks().iter().filter(|block| block.kind == BlockKind::Heap).count();
            let list = machine.register(ir::RegisterId::from_raw(0)).unwrap();
            self.entered.push((u32::from(list.bits == 0), heap));
        }
        Control::Continue
    }
}

#[test]
fn a_list_is_built_reversed_and_inspected() {
    let module = ir::text::parse(REVERSE).unwrap();
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    let nodes: Vec<_> = (0..3).map(|_| machine.allocate(BlockKind::Heap, 16, 8).unwrap()).collect();
    for (index, &node) in nodes.iter().enumerate() {
        machine.write_integer(node, 8, Scalar::I32, index as i128).unwrap();
        match nodes.get(index + 1) {
            Some(&next) => machine.write_pointer(node, 0, next).unwrap(),
            None => machine.write_integer(node, 0, Scalar::I64, 0).unwrap(),
        }
    }
    let reverse = module.function_named("reverse").unwrap();
    let mut observer = LoopHeads::default();
    let outcome = machine.call_function_observed(reverse, &[nodes[0].into()], &mut observer);
    let FunctionOutcome::Returned(Some(head)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(observer.entered, [(0, 3), (0, 3), (0, 3), (1, 3)]);
    let mut seen = Vec::new();
    let mut node = head.low();
    while node.bits != 0 {
        seen.push(machine.read(node, 8, Scalar::I32).unwrap().bits);
        assert_eq!(machine.offset_in_block(node), Some(0));
        // The padding was never written.
        assert_eq!(machine.block_of(node).unwrap().initialised[12..], [0; 4]);
        node = machine.read(node, 0, Scalar::I64).unwrap().low();
    }
    assert_eq!(seen, [2, 1, 0]);
    // The same machine can run again, also after a fault.
    machine.write_undefined(nodes[0], 0, 8).unwrap();
    let outcome = machine.call_function(reverse, &[nodes[0].into()]);
    let FunctionOutcome::Faulted(fault) = outcome else { panic!("{outcome:?}") };
    assert_eq!(fault.kind, FaultKind::UninitialisedUse);
    machine.free(nodes[0]).unwrap();
    let outcome = machine.call_function(reverse, &[nodes[0].into()]);
    let FunctionOutcome::Faulted(fault) = outcome else { panic!("{outcome:?}") };
    assert_eq!(fault.kind, FaultKind::UseAfterFree);
    assert_eq!(
        machine.call_function(reverse, &[WideValue::new(0)]),
        FunctionOutcome::Returned(Some(WideValue::new(0)))
    );
}

/// Stops after a number of steps.
struct Until(u32);

impl Observer for Until {
    fn before_instruction(&mut self, _: &Machine<'_>) -> Control {
        self.0 -= 1;
        if self.0 == 0 { Control::Stop } else { Control::Continue }
    }
}

#[test]
fn an_observer_may_stop_the_run() {
    let module = ir::text::parse(REVERSE).unwrap();
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    let node = machine.allocate(BlockKind::Heap, 8, 8).unwrap();
    machine.write_pointer(node, 0, node).unwrap();
    let reverse = module.function_named("reverse").unwrap();
    let outcome = machine.call_function_observed(reverse, &[node.into()], &mut Until(4));
    assert_eq!(outcome, FunctionOutcome::Stopped);
}
