//! The formulas of paper 004 (Fluid Updates) that are said to simplify to something do so here.

use super::*;
use crate::answer::Answer;

/// Eliminates quantifiers, simplifies and prints. Variables are numbered in the given order, which decides which one an
/// equality is solved for.
fn simplified(order: &str, text: &str) -> String {
    simplified_under(order, text, "true")
}

fn simplified_under(order: &str, text: &str, context: &str) -> String {
    let mut names = names(order);
    let mut budget = Budget::default();
    let formula = Formula::parse(text, &mut names).unwrap();
    let context = constraints(context, &mut names);
    let result = formula.eliminate(&mut budget).simplify_under(&context, &mut budget);
    result.display(&names)
}

fn names(order: &str) -> Names {
    let mut names = Names::new();
    for name in order.split_whitespace() {
        names.variable(name);
    }
    names
}

fn set(text: &str, names: &mut Names) -> Set {
    let bracket = Formula::parse(text, names).unwrap().eliminate(&mut Budget::default());
    bracket.exact().unwrap().clone()
}

fn constraints(text: &str, names: &mut Names) -> Vec<Constraint> {
    let set = set(text, names);
    assert_eq!(set.conjuncts().len(), 1);
    set.conjuncts()[0].constraints().to_vec()
}

#[test]
fn section_1_even_indices_below_twice_c() {
    assert_eq!(simplified("i c", "exists k. i = 2*k && 0 <= k < c"), "0 <= i && i < 2*c && i mod 2 = 0");
}

#[test]
fn section_1_complement_of_the_updated_elements() {
    // Assuming i >= 0, the negation of ⟨0 <= i < 2c && i % 2 = 0, false⟩ is ⟨true, i >= 2c || i % 2 != 0⟩.
    let mut names = names("i i' c");
    let mut budget = Budget::default();
    let updated = set("0 <= i < 2*c && i mod 2 = 0", &mut names);
    let update = Bracket::new_unchecked(updated, Set::empty());
    let kept = update.not(&mut budget);
    let context = constraints("0 <= i", &mut names);
    let simple = kept.simplify_under(&context, &mut budget);
    assert_eq!(simple.display(&names), "<true, 2*c <= i || i mod 2 != 0>");

    // The edge that had i = i' has ⟨i = i', (i >= 2c || i % 2 != 0) && i = i'⟩ after the update.
    let edge = Bracket::exactly(set("i = i'", &mut names));
    let after = edge.and(&simple, &mut budget).simplify(&mut budget);
    assert_eq!(after.display(&names), "<i = i', i = i' && (2*c <= i || i mod 2 != 0)>");
}

#[test]
fn section_2_negation_swaps_the_sides() {
    let mut names = names("i size");
    let mut budget = Budget::default();
    let range = set("0 <= i < size", &mut names);
    let some = Bracket::new_unchecked(range.clone(), Set::empty());
    let not = some.not(&mut budget).simplify(&mut budget);
    assert_eq!(not.display(&names), "<true, i < 0 || size <= i>");
    // Example 1: with ⟨0 <= i < size, 0 <= i < size⟩ all elements are null, with ⟨…, false⟩ none must be.
    let all = Bracket::exactly(range.clone());
    assert_eq!(range.is_subset(all.sufficient(), &mut budget), Answer::Proved);
    assert_eq!(some.sufficient().is_empty(&mut budget), Answer::Proved);
    assert_eq!(some.is_satisfiable(&mut budget), Answer::Proved);
    assert_eq!(some.is_valid(&mut budget), Answer::Refuted);
}

#[test]
fn section_3_fourth_element() {
    let mut names = names("i1 i2'");
    let mut budget = Budget::default();
    let edge = set("0 <= i1 < 5 && i2' = i1 + 1", &mut names);
    let i1 = names.variable("i1");
    let fourth = edge.substitute(i1, &Affine::constant(3)).unwrap();
    assert_eq!(fourth.simplify(&mut budget).display(&names), "i2' = 4");
}

#[test]
fn section_3_targets_of_a_range() {
    assert_eq!(
        simplified("i2'", "exists i1. 0 <= i1 <= 3 && (0 <= i1 < 5 && i2' = i1 + 1)"),
        "1 <= i2' && i2' <= 4"
    );
}

#[test]
fn example_2_load_of_the_fourth_element() {
    // φ' is U((i' = 2)[i' - 1 / i']), which is i = 3.
    let mut names = names("i i'");
    let mut budget = Budget::default();
    let (i, i_primed) = (names.variable("i"), names.variable("i'"));
    let target = set("i' = 2", &mut names);
    let shifted = Affine::new(-1, &[(i_primed, 1)]).unwrap();
    let moved = target.substitute(i_primed, &shifted).unwrap();
    let moved = moved.rename(&|v| if v == i_primed { i } else { v }).unwrap();
    assert_eq!(moved.simplify(&mut budget).display(&names), "i = 3");
    // The only satisfiable edge is the one to *0, and its condition is true.
    let three_or_five = Bracket::new_unchecked(set("0 <= i < 3", &mut names), Set::empty());
    let zero = Bracket::exactly(set("3 <= i < 10", &mut names));
    let moved = Bracket::exactly(moved);
    let none = three_or_five.restrict(&[i], &moved, &mut budget).simplify(&mut budget);
    assert_eq!(none.display(&names), "false");
    let certain = zero.restrict(&[i], &moved, &mut budget).simplify(&mut budget);
    assert_eq!(certain.display(&names), "true");
    assert_eq!(simplified("i", "exists i. 3 <= i < 10 && i = 3"), "true");
}

#[test]
fn example_3_stores_at_symbolic_indices() {
    let mut names = names("i k m");
    let mut budget = Budget::default();
    let stored_k = Bracket::exactly(set("i = k + 2", &mut names));
    let kept_k = stored_k.not(&mut budget).simplify(&mut budget);
    assert_eq!(kept_k.display(&names), "i != k + 2");
    let three = Bracket::new_unchecked(set("0 <= i < 3", &mut names), Set::empty());
    let three = three.and(&kept_k, &mut budget).simplify(&mut budget);
    assert_eq!(three.display(&names), "<0 <= i && i <= 2 && i != k + 2, false>");
    let zero = Bracket::exactly(set("3 <= i < 10", &mut names));
    let zero = zero.and(&kept_k, &mut budget).simplify(&mut budget);
    assert_eq!(zero.display(&names), "3 <= i && i <= 9 && i != k + 2");
    // After a[m] = 3 the edge to *7 is unsatisfiable when k = m, and the edge to *3 covers i = k + 2.
    let stored_m = Bracket::exactly(set("i = m + 2", &mut names));
    let seven = stored_k.and(&stored_m.not(&mut budget), &mut budget);
    let equal = Bracket::exactly(set("k = m", &mut names));
    let impossible = seven.and(&equal, &mut budget);
    assert_eq!(impossible.is_satisfiable(&mut budget), Answer::Refuted);
    let place = set("i = k + 2 && k = m", &mut names);
    let covered = place.is_subset(stored_m.sufficient(), &mut budget);
    assert_eq!(covered, Answer::Proved);
}

#[test]
fn example_5_effect_set_of_the_loop() {
    // φ' && !φ for the new edge and for the old one, parametric in k.
    let mut names = names("i i' j0 k c");
    let mut budget = Budget::default();
    let written = set("i = j0 + 2*k && 0 <= j0 + 2*k < 2*c", &mut names);
    let update = Bracket::new_unchecked(written, Set::empty());
    let old = Bracket::exactly(set("i = i'", &mut names));
    let new_edge = update.and(&Bracket::exactly(Set::empty()).not(&mut budget), &mut budget);
    let simple = new_edge.simplify(&mut budget);
    assert_eq!(simple.display(&names), "<i = j0 + 2*k && 0 <= i && i < 2*c, false>");
    // The old edge loses nothing for certain: its effect is satisfiable, never valid.
    let kept = old.and(&update.not(&mut budget), &mut budget);
    let effect = kept.and(&old.not(&mut budget), &mut budget);
    assert_eq!(effect.sufficient().is_empty(&mut budget), Answer::Proved);
    // Example 6: the second iteration changes nothing, so the join is the same effect.
    let shifted = update.join(&update, &mut budget);
    assert_eq!(shifted.is_within(&update, &mut budget), Answer::Proved);
    let from_bottom = Bracket::bottom().join(&update, &mut budget).simplify(&mut budget);
    assert_eq!(from_bottom.is_within(&update, &mut budget), Answer::Proved);
    assert_eq!(update.is_within(&from_bottom, &mut budget), Answer::Proved);
}

#[test]
fn example_7_generalisation_over_all_iterations() {
    // ⟨∃k. i = j0 + 2k && 0 <= j0 + 2k < 2c && 0 <= k < c, false⟩. The paper drops 0 <= i < 2c, which it can because
    // j0 is 0 at loop entry.
    assert_eq!(
        simplified("i j0 c", "exists k. i = j0 + 2*k && 0 <= k < c"),
        "j0 <= i && i < j0 + 2*c && (i - j0) mod 2 = 0"
    );
    assert_eq!(
        simplified_under("i j0 c", "exists k. i = j0 + 2*k && 0 <= j0 + 2*k < 2*c && 0 <= k < c", "j0 = 0"),
        "0 <= i && i < 2*c && i mod 2 = 0"
    );
    assert_eq!(
        simplified_under(
            "i j0 c",
            "exists k. i = j0 + 2*k && 0 <= j0 + 2*k < 2*c && 0 <= k < c",
            "0 <= i < 2*c"
        ),
        "j0 <= i && i < j0 + 2*c && (i - j0) mod 2 = 0"
    );
    let mut names = names("i j0 c k");
    let mut budget = Budget::default();
    let written = set("i = j0 + 2*k && 0 <= j0 + 2*k < 2*c", &mut names);
    let range = set("0 <= k < c", &mut names);
    let k = names.variable("k");
    let effect = Bracket::new_unchecked(written, Set::empty());
    let general = effect.generalize(k, &range, &mut budget);
    let j0 = names.variable("j0");
    let entry = general.substitute(j0, &Affine::constant(0)).unwrap();
    assert_eq!(entry.simplify(&mut budget).display(&names), "<0 <= i && i < 2*c && i mod 2 = 0, false>");
}

#[test]
fn section_5_universal_quantification_by_double_negation() {
    // An edge that is written in every iteration, and one that is written in the k-th one only.
    let mut names = names("i n k");
    let mut budget = Budget::default();
    let range = set("0 <= k < n", &mut names);
    let k = names.variable("k");
    let always = Bracket::exactly(set("i = 0", &mut names));
    let general = always.generalize_conservatively(k, &range, &mut budget);
    assert_eq!(general.simplify(&mut budget).display(&names), "i = 0 && 1 <= n");
    let once = Bracket::exactly(set("i = k", &mut names));
    let general = once.generalize_conservatively(k, &range, &mut budget).simplify(&mut budget);
    assert_eq!(general.display(&names), "<0 <= i && i < n, i = 0 && n = 1>");
    assert_eq!(simplified("i n", "forall k. !(0 <= k < n) || i < k"), "i < 0 || n <= 0");
}

#[test]
fn section_5_number_of_iterations_from_the_background_axiom() {
    // (∀k. 0 <= k < N => !term(k)) && term(N) for `for (j = j0; j < size; j++)` is N = size - j0 if the loop runs.
    assert_eq!(
        simplified_under(
            "N size j0",
            "(forall k. !(0 <= k < N) || j0 + k < size) && size <= j0 + N && 0 <= N",
            "j0 < size"
        ),
        "N + j0 = size"
    );
}

#[test]
fn widening_keeps_shared_literals() {
    let mut names = names("i n");
    let mut budget = Budget::default();
    let first = Bracket::exactly(set("0 <= i && i < 1", &mut names));
    let second = Bracket::exactly(set("0 <= i && i < 2 && i < n", &mut names));
    let widened = first.widen(&second, &mut budget);
    // `0 <= i < 1` is the equality `i = 0`, which shares no literal.
    assert_eq!(widened.display(&names), "<true, false>");
    let first = Bracket::exactly(set("0 <= i && i < 3", &mut names));
    let widened = first.widen(&second, &mut budget);
    assert_eq!(widened.display(&names), "<0 <= i, false>");
}

#[test]
fn appendix_d_buffer_checks_of_chroot() {
    // At (***) only return 4 is possible: optind >= 2 and argc > optind.
    let mut names = names("optind argc");
    let mut budget = Budget::default();
    let returns = "(argc < 1 && optind = 0) \
        || (argc >= 1 && optind >= 1 && optind >= argc) \
        || (argc >= 1 && optind >= 2)";
    let reached = set(&format!("({returns}) && argc > optind"), &mut names);
    let simple = reached.simplify(&mut budget);
    assert_eq!(simple.display(&names), "2 <= optind && optind < argc");
    let check_1 = set("argc > 2", &mut names);
    let then_branch = reached.intersect(&set("argc = optind + 1", &mut names), &mut budget);
    let then_branch = then_branch.unwrap();
    assert_eq!(then_branch.is_subset(&check_1, &mut budget), Answer::Proved);
    let check_2 = set("argc - (optind + 1) > 0", &mut names);
    let else_branch = reached.subtract(&then_branch, &mut budget).unwrap();
    assert_eq!(else_branch.is_subset(&check_2, &mut budget), Answer::Proved);
    assert_eq!(reached.is_subset(&check_2, &mut budget), Answer::Refuted);
}
