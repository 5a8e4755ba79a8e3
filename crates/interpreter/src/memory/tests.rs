//! Tests of blocks, addresses and accesses.

use super::*;
use crate::fault::FaultKind;

fn memory() -> Memory {
    Memory::new(DataModel::Lp64, Policies::default(), 0)
}

fn block(kind: BlockKind, size: u64) -> NewBlock {
    NewBlock { kind, size, alignment: 8, origin: Origin::default() }
}

fn heap(memory: &mut Memory, size: u64) -> Value {
    memory.allocate(block(BlockKind::Heap, size)).unwrap()
}

fn at(pointer: Value, offset: i64) -> Value {
    Value { bits: pointer.bits.wrapping_add(offset as u64), ..pointer }
}

fn kind_of<T: std::fmt::Debug>(result: Checked<T>) -> FaultKind {
    result.unwrap_err().kind
}

#[test]
fn what_is_stored_is_loaded_and_the_rest_is_undefined() {
    let mut memory = memory();
    let p = heap(&mut memory, 16);
    memory.store(at(p, 4), Value::new(0x1122_3344), 4).unwrap();
    assert_eq!(memory.load(at(p, 4), 4).unwrap(), Value::new(0x1122_3344));
    assert_eq!(memory.load(at(p, 5), 1).unwrap(), Value::new(0x33));
    let mixed = memory.load(at(p, 6), 4).unwrap();
    assert_eq!((mixed.bits, mixed.undefined), (0x1122, 0xffff_0000));
}

#[test]
fn every_access_outside_is_refused() {
    let mut memory = memory();
    let p = heap(&mut memory, 8);
    let other = heap(&mut memory, 8);
    for offset in -20..30i64 {
        for size in [1, 2, 4, 8] {
            let inside = offset >= 0 && offset + size as i64 <= 8;
            let result = memory.store(at(p, offset), Value::ZERO, size);
            if inside {
                result.unwrap();
            } else {
                assert_eq!(kind_of(result), FaultKind::OutOfBounds);
            }
        }
    }
    // The pointer keeps its block even where another one begins.
    let distance = (other.bits - p.bits) as i64;
    assert_eq!(kind_of(memory.load(at(p, distance), 1)), FaultKind::OutOfBounds);
}

#[test]
fn null_freed_and_unknown_addresses_have_their_own_kinds() {
    let mut memory = memory();
    let p = heap(&mut memory, 8);
    assert_eq!(kind_of(memory.load(Value::ZERO, 4)), FaultKind::NullDereference);
    assert_eq!(kind_of(memory.load(Value::new(16), 4)), FaultKind::NullDereference);
    assert_eq!(kind_of(memory.load(Value::new(0x1234_5678_9abc), 4)), FaultKind::NoProvenance);
    let own = memory.check_free(p, "free").unwrap();
    memory.free(own, Origin::default());
    assert_eq!(kind_of(memory.load(p, 4)), FaultKind::UseAfterFree);
    assert_eq!(kind_of(memory.load(Value::new(p.bits + 1), 4)), FaultKind::UseAfterFree);
    assert_eq!(kind_of(memory.check_free(p, "free")), FaultKind::DoubleFree);
    assert_eq!(kind_of(memory.check_free(Value::new(p.bits), "free")), FaultKind::DoubleFree);
    let q = heap(&mut memory, 8);
    assert_eq!(kind_of(memory.check_free(at(q, 1), "free")), FaultKind::FreeInsideBlock);
    let local = memory.allocate(block(BlockKind::Local, 8)).unwrap();
    assert_eq!(kind_of(memory.check_free(local, "free")), FaultKind::FreeNotHeap);
}

#[test]
fn integers_that_hold_addresses_reach_their_blocks() {
    let mut memory = memory();
    let p = heap(&mut memory, 8);
    let local = memory.allocate(block(BlockKind::Local, 4)).unwrap();
    let global = memory.allocate(block(BlockKind::Global, 4)).unwrap();
    for pointer in [p, local, global] {
        memory.store(Value::new(pointer.bits), Value::new(7), 4).unwrap();
        assert_eq!(memory.load(pointer, 4).unwrap().bits, 7);
        assert_eq!(memory.resolve(pointer.bits + 3), Some(pointer.provenance));
    }
}

#[test]
fn stack_addresses_are_used_again_but_dangling_pointers_are_noticed() {
    let mut memory = memory();
    let mark = memory.stack_mark();
    let pointer = memory.stack_pointer;
    let first = memory.allocate(block(BlockKind::Local, 24)).unwrap();
    memory.end_stack_blocks(mark, pointer, source::Span::NONE);
    let second = memory.allocate(block(BlockKind::Local, 24)).unwrap();
    assert_eq!(first.bits, second.bits);
    assert_eq!(kind_of(memory.load(first, 1)), FaultKind::UseAfterScope);
    memory.store(second, Value::ZERO, 1).unwrap();
}

#[test]
fn ten_million_bytes_of_short_lived_locals_need_little_room() {
    let mut memory = memory();
    for _ in 0..100_000 {
        let local = memory.allocate(block(BlockKind::Local, 100)).unwrap();
        memory.end_stack_block(local.provenance.slot, Origin::default());
    }
    assert!(memory.slot_count() < 2 * REMEMBERED_STACK_BLOCKS);
    assert_eq!(memory.live_bytes, 0);
}

#[test]
fn heap_addresses_are_not_used_again_until_they_run_out() {
    let mut memory = Memory::new(DataModel::Ilp32, Policies::default(), 0);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..1000 {
        let p = heap(&mut memory, 24);
        assert!(seen.insert(p.bits));
        memory.free(p.provenance, Origin::default());
    }
    // Four billion bytes do not fit: old addresses come back, and nothing overlaps a living block.
    let kept = heap(&mut memory, 1000);
    for _ in 0..20 {
        let p = memory.allocate(block(BlockKind::Heap, 300_000_000)).unwrap();
        assert!(p.bits.abs_diff(kept.bits) >= 1000);
        memory.free(p.provenance, Origin::default());
    }
}

#[test]
fn copies_carry_pointers_and_uninitialised_bytes() {
    let mut memory = memory();
    let target = heap(&mut memory, 1);
    let p = heap(&mut memory, 24);
    let q = heap(&mut memory, 32);
    memory.store(at(p, 8), target, 8).unwrap();
    for shift in [0, 8, 3] {
        memory.copy(at(q, shift), p, 24).unwrap();
        assert_eq!(memory.load(at(q, shift + 8), 8).unwrap(), target);
        assert_eq!(memory.load(at(q, shift), 8).unwrap().undefined, u64::MAX);
    }
    // Overlapping places are copied as if through another place.
    memory.copy(at(q, 8), at(q, 3), 24).unwrap();
    assert_eq!(memory.load(at(q, 16), 8).unwrap(), target);
}

#[test]
fn bit_fields_leave_their_neighbours_alone() {
    let mut memory = memory();
    let p = heap(&mut memory, 8);
    memory.store_bits(p, 3, 7, Value::new(0x55)).unwrap();
    let loaded = memory.load_bits(p, 3, 7).unwrap();
    assert_eq!((loaded.bits, loaded.undefined), (0x55, 0));
    let bytes = memory.load(p, 2).unwrap();
    assert_eq!(bytes.undefined, 0xffff & !(0x7f << 3));
    memory.store(p, Value::new(u64::MAX), 8).unwrap();
    memory.store_bits(p, 3, 60, Value::new(0)).unwrap();
    assert_eq!(memory.load(p, 8).unwrap().bits, 0x8000_0000_0000_0007);
}

#[test]
fn strings_end_at_zero_or_fault_at_the_end_of_the_block() {
    let mut memory = memory();
    let p = heap(&mut memory, 8);
    memory.write_bytes(p, b"abc\0xyzw").unwrap();
    assert_eq!(memory.read_string(p, None).unwrap().bytes, b"abc");
    assert_eq!(kind_of(memory.read_string(at(p, 4), None)), FaultKind::UnterminatedString);
    assert_eq!(memory.read_string(at(p, 4), Some(4)).unwrap().bytes, b"xyzw");
    assert_eq!(kind_of(memory.read_string(at(p, 4), Some(5))), FaultKind::UnterminatedString);
    let q = heap(&mut memory, 4);
    memory.write_bytes(q, b"ab").unwrap();
    assert!(!memory.read_string(q, None).unwrap().is_defined);
}

#[test]
fn constant_memory_is_read_only_and_functions_are_opaque() {
    let mut memory = memory();
    let text = memory.allocate(block(BlockKind::Global, 4)).unwrap();
    memory.write_bytes(text, b"abc\0").unwrap();
    memory.set_constant(text.provenance);
    assert_eq!(kind_of(memory.store(text, Value::ZERO, 1)), FaultKind::WriteToConstant);
    assert_eq!(memory.load(text, 1).unwrap().bits, u64::from(b'a'));
    let function = memory.allocate(block(BlockKind::Function, 1)).unwrap();
    assert_eq!(kind_of(memory.load(function, 1)), FaultKind::OutOfBounds);
}
