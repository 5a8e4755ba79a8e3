//! What covers two contents of the same field.

use super::cover::Covering;
use super::kinds::{OpenBody, OpenContent, OpenField, Precision, align, have_same_layout};
use super::tail::{TailedFields, unify_tails};
use super::words::Words;
use crate::limits::KINDS_OF_NODES;
use pure_logic::{Solver, Term};
use std::borrow::Cow;
use std::sync::Arc;
use symbolic_heap::shape::{
    Body, FieldContent, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling, Tail,
};
use symbolic_heap::{HeapRule, Numbers, Region, is_broken};

/// A body in which words that are the end of a list without nodes are described like the list that the
/// other body has there, and null like the optional block there; if blocks may become optional, like any block.
pub(crate) fn adapted<'a>(
    solver: &mut Solver,
    body: &'a OpenBody,
    other: &OpenBody,
    precision: Precision,
) -> Cow<'a, OpenBody> {
    let mut result = with_texts(solver, body, other);
    let there = Words::of(solver, other);
    for field in &other.fields {
        let OpenContent::Fixed(FieldContent::Owned(heap)) = &field.content else { continue };
        let same_place = |own: &OpenField| (own.start, own.end) == (field.start, field.end);
        let Some(position) = result.fields.iter().position(same_place) else { continue };
        let is_owned = |content: &OpenContent| {
            matches!(content, OpenContent::Fixed(FieldContent::Owned(_) | FieldContent::Shared(_)))
        };
        if is_owned(&result.fields[position].content) {
            continue;
        }
        let words = Words::of(solver, &result);
        if let OwnedHeap::Block { is_optional, .. } = &**heap
            && (*is_optional || precision == Precision::Optional)
            && words.holds(solver, field.start, RelativeAddress::Null)
            && let Some(optional) = heap.optional()
        {
            let content = OpenContent::Fixed(FieldContent::Owned(Arc::new(optional)));
            result.to_mut().fields[position].content = content;
            continue;
        }
        let is_word = |start: u64| {
            let end = start + body.pointer_bytes;
            result.fields.iter().any(|own| (own.start, own.end) == (start, end))
        };
        // Where the list ends may be told by several words of its owner: here another one may be meant.
        let mut without_nodes = |list: &OwnedList| {
            let own_words = result.fields.iter().map(|own| own.start).filter(|&start| is_word(start));
            let links = words.node.into_iter().flat_map(|node| node.values.iter().map(|word| word.0));
            let told = own_words.chain(links).map(|field| RelativeAddress::Like(Sibling { field, plus: 0 }));
            let next = std::iter::once(list.next).chain(told).find(|&next| {
                there.are_same(solver, list.next, next)
                    && next != RelativeAddress::Like(Sibling { field: field.start, plus: 0 })
                    && words.holds(solver, field.start, next)
            })?;
            let is_last_empty =
                list.last.is_none_or(|last| is_word(last) && words.holds(solver, last, list.previous));
            is_last_empty.then(|| OwnedList { minimum: 0, next, ..list.clone() })
        };
        let list = match &**heap {
            OwnedHeap::List(list) => without_nodes(list),
            OwnedHeap::Block { .. } => {
                let lists = lists_of_one(heap, field.start, body.pointer_bytes);
                lists.iter().find_map(&mut without_nodes)
            }
            OwnedHeap::Ended { .. } => None,
        };
        if let Some(list) = list {
            let body = result.to_mut();
            body.fields.retain(|own| list.last != Some(own.start));
            if let Some(own) = body.fields.iter_mut().find(|own| same_place(own)) {
                own.content = OpenContent::Fixed(owns(list));
            }
        }
    }
    result
}

/// A body in which fields are one string where the other body has one: they are stored up to a zero.
pub(super) fn with_texts<'a>(solver: &Solver, body: &'a OpenBody, other: &OpenBody) -> Cow<'a, OpenBody> {
    let mut result = Cow::Borrowed(body);
    for text in other.fields.iter().filter(|field| is_text(&field.content)) {
        let is_inside = |field: &OpenField| text.start <= field.start && field.end <= text.end;
        let Some(first) = result.fields.iter().position(is_inside) else { continue };
        let fields: Vec<&OpenField> =
            result.fields[first..].iter().take_while(|field| is_inside(field)).collect();
        let place = fields.first().zip(fields.last()).map(|(first, last)| (first.start, last.end));
        if place != Some((text.start, text.end)) || !begin_with_text(solver, &fields) {
            continue;
        }
        let range = first..first + fields.len();
        result.to_mut().fields.splice(range, [text.clone()]);
    }
    result
}

fn is_text(content: &OpenContent) -> bool {
    *content == OpenContent::Fixed(FieldContent::Text)
}

/// Whether fields side by side are stored up to a byte that is zero, and are no addresses behind it either.
fn begin_with_text(solver: &Solver, fields: &[&OpenField]) -> bool {
    let mut ends = false;
    for field in fields {
        match &field.content {
            OpenContent::Value(value) => match solver.terms.as_constant(*value) {
                Some(number) => ends |= (0..field.end - field.start).any(|index| byte(number, index) == 0),
                None => return false,
            },
            OpenContent::Fixed(FieldContent::Fill(0) | FieldContent::Text) => ends = true,
            OpenContent::Fixed(FieldContent::Within(numbers)) => ends |= numbers.single() == Some(0),
            OpenContent::Fixed(FieldContent::Fill(_) | FieldContent::Anything) => {}
            OpenContent::Fixed(FieldContent::Uninitialised) if ends => {}
            OpenContent::Fixed(_) | OpenContent::Partly { .. } | OpenContent::Counting { .. } => {
                return false;
            }
        }
    }
    ends
}

/// One byte of a number.
fn byte(number: i128, index: u64) -> i128 {
    number.checked_shr(u32::try_from(8 * index).unwrap_or(u32::MAX)).map_or(0, |shifted| shifted & 0xff)
}

fn owns(list: OwnedList) -> FieldContent {
    FieldContent::Owned(Arc::new(OwnedHeap::List(list)))
}

/// The word of both nodes by which a field can be told: a link, or one that owns something.
pub(crate) fn like_the_same_word(
    solver: &mut Solver,
    left: &Words<'_>,
    right: &Words<'_>,
    field: u64,
) -> Option<Sibling> {
    let (a, b) = (left.node?, right.node?);
    let (own, there) = (a.value(field)?, b.value(field)?);
    a.values.iter().find_map(|&(other, word)| {
        if other == field || left.told.contains(&other) || right.told.contains(&other) {
            return None;
        }
        let plus = solver.terms.constant_difference(own, word)?;
        let there_too = solver.terms.constant_difference(there, b.value(other)?) == Some(plus);
        if !there_too && !is_broken(solver, HeapRule::LikenessOfFirstNode) {
            return None;
        }
        Some(Sibling { field: other, plus: i64::try_from(plus).ok()? })
    })
}

/// A field that holds a number here and something else there.
pub(crate) fn unify_with_value(solver: &Solver, value: Term, other: &FieldContent) -> Option<FieldContent> {
    let is_null = solver.terms.as_constant(value) == Some(0);
    match other {
        FieldContent::Uninitialised if is_broken(solver, HeapRule::FoldForgetsUninitialised) => {
            Some(FieldContent::Anything)
        }
        FieldContent::Text if is_null => Some(FieldContent::Text),
        FieldContent::Uninitialised | FieldContent::Text => Some(FieldContent::Uninitialised),
        FieldContent::Fill(0) if is_null => Some(FieldContent::Fill(0)),
        FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_) => {
            Some(FieldContent::Anything)
        }
        FieldContent::Shared(_)
        | FieldContent::Partly { .. }
        | FieldContent::Counting { .. }
        | FieldContent::Own(_)
        | FieldContent::Like(_)
        | FieldContent::Link(_)
        | FieldContent::Owned(_) => None,
    }
}

/// A field whose contents are no shared values.
pub(crate) fn unify_contents(
    solver: &mut Solver,
    (left, left_words): (&FieldContent, &Words<'_>),
    (right, right_words): (&FieldContent, &Words<'_>),
    covering: Covering<'_>,
) -> Option<FieldContent> {
    if left == right {
        return Some(left.clone());
    }
    let field = covering.field;
    // What a field owns does not vanish because another word leads there, too.
    let owns_nothing = |content: &FieldContent| !matches!(content, FieldContent::Owned(_));
    match (left, right) {
        (FieldContent::Text, FieldContent::Fill(0)) | (FieldContent::Fill(0), FieldContent::Text) => {
            Some(FieldContent::Text)
        }
        (
            FieldContent::Uninitialised | FieldContent::Text,
            FieldContent::Uninitialised
            | FieldContent::Text
            | FieldContent::Fill(_)
            | FieldContent::Anything
            | FieldContent::Within(_),
        )
        | (
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
            FieldContent::Uninitialised | FieldContent::Text,
        ) => Some(FieldContent::Uninitialised),
        (FieldContent::Within(a), FieldContent::Within(b)) => Some(covering.cover(a, b)),
        (FieldContent::Fill(0), FieldContent::Within(b)) => Some(covering.cover(&Numbers::one(0), b)),
        (FieldContent::Within(a), FieldContent::Fill(0)) => Some(covering.cover(a, &Numbers::one(0))),
        (
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
            FieldContent::Fill(_) | FieldContent::Anything | FieldContent::Within(_),
        ) => Some(FieldContent::Anything),
        (FieldContent::Like(sibling), other)
            if owns_nothing(other) && right_words.holds(solver, field, RelativeAddress::Like(*sibling)) =>
        {
            Some(left.clone())
        }
        (other, FieldContent::Like(sibling))
            if owns_nothing(other) && left_words.holds(solver, field, RelativeAddress::Like(*sibling)) =>
        {
            Some(right.clone())
        }
        (FieldContent::Owned(a), FieldContent::Owned(b)) => match (&**a, &**b) {
            (OwnedHeap::List(a), OwnedHeap::List(b)) => {
                unify_lists(solver, (a, left_words), (b, right_words), covering).map(owns)
            }
            (
                OwnedHeap::Block { size, tail, entry, fields: f, parameters: p, is_optional, origin },
                OwnedHeap::Block {
                    size: other_size,
                    tail: other_tail,
                    entry: other_entry,
                    fields: g,
                    parameters: q,
                    is_optional: other_is_optional,
                    origin: other_origin,
                },
            ) if (entry, p.len()) == (other_entry, q.len()) => {
                let own = TailedFields { size: *size, tail: *tail, fields: f };
                let other = TailedFields { size: *other_size, tail: *other_tail, fields: g };
                let (size, tail, f, g) = unify_tails(solver, (own, left_words), (other, right_words))?;
                let parameters =
                    p.iter().zip(q).map(|(&p, &q)| common_address(solver, (p, left_words), (q, right_words)));
                let parameters = parameters.collect::<Option<Vec<_>>>()?;
                let fields = unify_fields(solver, &f, &g, left_words.pointer_bytes, covering)?;
                let (entry, origin) = (*entry, origin.join(*other_origin));
                let heap =
                    OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional: false, origin };
                let heap = if *is_optional || *other_is_optional { heap.optional()? } else { heap };
                Some(FieldContent::Owned(Arc::new(heap)))
            }
            (OwnedHeap::Block { .. }, OwnedHeap::List(list)) => {
                let one = list_of_one(a, &list.shape)?;
                unify_lists(solver, (&one, left_words), (list, right_words), covering).map(owns)
            }
            (OwnedHeap::List(list), OwnedHeap::Block { .. }) => {
                let one = list_of_one(b, &list.shape)?;
                unify_lists(solver, (list, left_words), (&one, right_words), covering).map(owns)
            }
            _ => None,
        },
        _ => None,
    }
}

fn unify_lists(
    solver: &mut Solver,
    (a, a_words): (&OwnedList, &Words<'_>),
    (b, b_words): (&OwnedList, &Words<'_>),
    covering: Covering<'_>,
) -> Option<OwnedList> {
    if a.last != b.last || a.parameters.len() != b.parameters.len() {
        return None;
    }
    let mut place = |a, b| common_address(solver, (a, a_words), (b, b_words));
    let next = place(a.next, b.next)?;
    let previous = place(a.previous, b.previous)?;
    let parameters =
        a.parameters.iter().zip(&b.parameters).map(|(&a, &b)| place(a, b)).collect::<Option<_>>()?;
    // Nodes with a second link to the next node are linked by that one just as well.
    let relinked = |shape: &Arc<Shape>, other: &Shape| shape.relinked(other.link).map(Arc::new);
    let mut shapes = (Arc::clone(&a.shape), Arc::clone(&b.shape));
    if shapes.0.link != shapes.1.link {
        match (relinked(&shapes.0, &shapes.1), relinked(&shapes.1, &shapes.0)) {
            (Some(shape), _) => shapes.0 = shape,
            (None, Some(shape)) => shapes.1 = shape,
            (None, None) => return None,
        }
    }
    let shape = match shapes.0 == shapes.1 {
        true => shapes.0,
        false => Arc::new(unify_shapes(solver, &shapes.0, &shapes.1, covering)?),
    };
    Some(OwnedList { shape, minimum: a.minimum.min(b.minimum), next, previous, last: a.last, parameters })
}

/// An address that is both, each seen from a body of its own.
fn common_address(
    solver: &mut Solver,
    (a, a_words): (RelativeAddress, &Words<'_>),
    (b, b_words): (RelativeAddress, &Words<'_>),
) -> Option<RelativeAddress> {
    if a == b || b_words.are_same(solver, a, b) {
        Some(a)
    } else {
        a_words.are_same(solver, a, b).then_some(b)
    }
}

/// A block that a node owns through a field, as a list of one node, linked by a field that leads where
/// another word of the owner does. Nodes that own their like are linked by the same field.
fn lists_of_one(block: &OwnedHeap, field: u64, pointer_bytes: u64) -> Vec<OwnedList> {
    let OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional: false, origin } = block else {
        return Vec::new();
    };
    let is_link = |field: &&ShapeField| {
        let FieldContent::Shared(index) = field.content else { return false };
        matches!(parameters.get(index), Some(RelativeAddress::Like(_)))
    };
    let mut links: Vec<&ShapeField> = fields.iter().filter(is_link).collect();
    links.sort_by_key(|link| link.start != field);
    let lists = links.into_iter().filter_map(|link| {
        let shape = Shape {
            node_size: *size,
            tail: own_tail(*tail),
            region: Region::Heap,
            entry: *entry,
            back_entry: *entry,
            link: link.start,
            back: None,
            link_bytes: pointer_bytes,
            bodies: Vec::new(),
            parameters: 0,
            origin: *origin,
        };
        list_of_one(block, &shape)
    });
    lists.collect()
}

/// What the tail of a block is without its owner.
fn own_tail(tail: Tail) -> Tail {
    match tail {
        Tail::Told(measure) if measure.is_owners => Tail::Open,
        Tail::Shared => Tail::Open,
        Tail::Empty | Tail::Told(_) | Tail::Open | Tail::Text => tail,
    }
}

/// A block that a node owns, as a list of one node whose links are where a shape has them.
fn list_of_one(block: &OwnedHeap, shape: &Shape) -> Option<OwnedList> {
    let OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional: false, .. } = block else {
        return None;
    };
    if (*size, own_tail(*tail), *entry) != (shape.node_size, shape.tail, shape.entry)
        || shape.region != Region::Heap
    {
        return None;
    }
    let link = |offset: u64| {
        let field = fields.iter().find(|field| field.start == offset)?;
        match &field.content {
            FieldContent::Fill(0) if field.end == offset + shape.link_bytes => Some(RelativeAddress::Null),
            FieldContent::Shared(index) => parameters.get(*index).copied(),
            _ => None,
        }
    };
    let next = link(shape.link)?;
    let previous = match shape.back {
        Some(back) => link(back)?,
        None => RelativeAddress::Null,
    };
    let is_link = |start: u64| start == shape.link || Some(start) == shape.back;
    // What only the links shared is no parameter of the list.
    let (mut shared, mut body) = (Vec::new(), Vec::new());
    for field in fields.iter().filter(|field| !is_link(field.start)) {
        let content = match &field.content {
            // What a node of a longer list has in common with its link.
            FieldContent::Shared(index)
                if parameters.get(*index) == Some(&next) && next != RelativeAddress::Null =>
            {
                FieldContent::Like(Sibling { field: shape.link, plus: 0 })
            }
            FieldContent::Shared(index) => {
                let address = *parameters.get(*index)?;
                let known = shared.iter().position(|&other| other == address);
                FieldContent::Shared(known.unwrap_or_else(|| {
                    shared.push(address);
                    shared.len() - 1
                }))
            }
            content => content.clone(),
        };
        body.push(ShapeField { content, ..field.clone() });
    }
    let shape =
        Arc::new(Shape { bodies: vec![Body { fields: body }], parameters: shared.len(), ..shape.clone() });
    Some(OwnedList { shape, minimum: 1, next, previous, last: None, parameters: shared })
}

/// The shape of lists whose nodes are of one or of the other shape. The shared values are the same.
fn unify_shapes(solver: &mut Solver, left: &Shape, right: &Shape, covering: Covering<'_>) -> Option<Shape> {
    if !have_same_layout(left, right) {
        return None;
    }
    let mut bodies = left.bodies.clone();
    for body in &right.bodies {
        if bodies.contains(body) {
            continue;
        }
        let unified = (0..bodies.len()).find_map(|number| {
            let fields =
                unify_fields(solver, &bodies[number].fields, &body.fields, left.link_bytes, covering)?;
            Some((number, fields))
        });
        match unified {
            Some((number, fields)) => bodies[number].fields = fields,
            None if bodies.len() < KINDS_OF_NODES => bodies.push(body.clone()),
            None => return None,
        }
    }
    Some(Shape { bodies, origin: left.origin.join(right.origin), ..left.clone() })
}

/// The fields of two blocks of which only descriptions are known.
pub(super) fn unify_fields(
    solver: &mut Solver,
    left: &[ShapeField],
    right: &[ShapeField],
    pointer_bytes: u64,
    covering: Covering<'_>,
) -> Option<Vec<ShapeField>> {
    let body = |fields: &[ShapeField]| OpenBody {
        fields: fields
            .iter()
            .map(|field| OpenField {
                start: field.start,
                end: field.end,
                content: OpenContent::Fixed(field.content.clone()),
            })
            .collect(),
        node: None,
        pointer_bytes,
    };
    let originals = (body(left), body(right));
    let left = adapted(solver, &originals.0, &originals.1, Precision::Shapes);
    let right = adapted(solver, &originals.1, &originals.0, Precision::Shapes);
    let words = (Words::adapted(solver, &originals.0, &left), Words::adapted(solver, &originals.1, &right));
    let (f, g) = align(&left.fields, &right.fields)?;
    let mut fields = Vec::with_capacity(f.len());
    for (x, y) in f.iter().zip(&g) {
        let (OpenContent::Fixed(a), OpenContent::Fixed(b)) = (&x.content, &y.content) else { return None };
        let covering = Covering { field: x.start, bytes: x.end - x.start, ..covering };
        let content = unify_contents(solver, (a, &words.0), (b, &words.1), covering)?;
        fields.push(ShapeField { start: x.start, end: x.end, content });
    }
    Some(fields)
}
