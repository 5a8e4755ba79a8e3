//! The story of an error, in words: which inputs and failing allocations led to it, and which way the
//! last branches went.

use crate::limits::{BRANCHES_TOLD, CHOICES_TOLD};
use interprocedural::{Episode, Happening};
use source::Span;

/// A place, and what happened there.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct StoryStep {
    pub span: Span,
    pub text: String,
}

/// The first choices, then the last branches that matter.
pub(crate) fn tell(story: &[Episode]) -> Vec<StoryStep> {
    selected(story).iter().map(step).collect()
}

/// The episodes that are told.
pub(crate) fn selected(story: &[Episode]) -> Vec<Episode> {
    let choices = story.iter().filter(|episode| !is_branch(episode)).take(CHOICES_TOLD);
    let mut told: Vec<Episode> = choices.copied().collect();
    told.extend(branches(story, &told));
    told
}

/// The last branches: those of functions that are still active, and before them others. Each place is
/// told once, and what was chosen at the place itself says it already.
fn branches(story: &[Episode], told: &[Episode]) -> Vec<Episode> {
    let latest_first =
        || story.iter().rev().filter(|episode| is_branch(episode) && episode.span != Span::NONE);
    let active = latest_first().filter(|episode| episode.is_active);
    let others = latest_first().filter(|episode| !episode.is_active);
    let mut chosen: Vec<&Episode> = Vec::new();
    for episode in active.chain(others) {
        let place = place_of(episode);
        let overlaps = |span: Span| span.start < place.end && place.start < span.end;
        if told.iter().any(|episode| overlaps(place_of(episode)))
            || chosen.iter().any(|&other| overlaps(place_of(other)))
        {
            continue;
        }
        chosen.push(episode);
        if chosen.len() == BRANCHES_TOLD {
            break;
        }
    }
    chosen.sort_by_key(|episode| episode.step);
    chosen.into_iter().copied().collect()
}

fn is_branch(episode: &Episode) -> bool {
    matches!(episode.happening, Happening::Condition(_) | Happening::Selected { .. })
}

fn step(episode: &Episode) -> StoryStep {
    let text = match episode.happening {
        Happening::Input { value, bits } => format!("the input here is {}", signed(value, bits)),
        Happening::AllocationFailed => "this allocation fails".to_owned(),
        Happening::Condition(true) => "this holds".to_owned(),
        Happening::Condition(false) => "this does not hold".to_owned(),
        Happening::Selected { value, bits } => format!("the value here is {}", signed(value, bits)),
    };
    StoryStep { span: place_of(episode), text }
}

/// A switch is told at its first word: all that it governs belongs to it.
pub(crate) fn place_of(episode: &Episode) -> Span {
    let Span { start, end } = episode.span;
    match episode.happening {
        Happening::Selected { .. } => Span::new(start, end.min(start + "switch".len() as u32)),
        _ => episode.span,
    }
}

fn signed(value: u128, bits: u32) -> i128 {
    let is_negative = (1..128).contains(&bits) && value >> (bits - 1) & 1 == 1;
    if is_negative { value as i128 - (1 << bits) } else { value as i128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn episode(happening: Happening, place: u32, step: u64, is_active: bool) -> Episode {
        Episode { happening, span: Span::new(place, place + 1), step, is_active }
    }

    fn told(story: &[Episode]) -> Vec<(u32, String)> {
        tell(story).into_iter().map(|step| (step.span.start, step.text)).collect()
    }

    #[test]
    fn branches_of_active_functions_come_before_later_ones_of_others() {
        let mut story: Vec<Episode> =
            (0..5).map(|at| episode(Happening::Condition(at % 2 == 0), at, u64::from(at), at < 4)).collect();
        let places: Vec<u32> = told(&story).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0, 1, 2, 3]);
        story[1].is_active = false;
        let places: Vec<u32> = told(&story).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0, 2, 3, 4]);
    }

    #[test]
    fn a_choice_says_already_which_way_its_branch_goes() {
        let input = Happening::Input { value: 0xff, bits: 8 };
        let story = [episode(input, 7, 1, true), episode(Happening::Condition(true), 7, 2, true)];
        assert_eq!(told(&story), [(7, "the input here is -1".to_owned())]);
    }
}
