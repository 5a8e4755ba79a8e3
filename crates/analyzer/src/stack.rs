//! Runs code on a stack that is large enough for deeply nested programs.

use std::any::Any;

/// Runs `work` on a thread with a stack of `c_syntax::limits::STACK_BYTES`. A panic in it comes
/// back as its message.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(c_syntax::limits::STACK_BYTES);
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().map_err(|payload| panic_message(payload.as_ref())),
            Err(error) => Err(format!("no thread with a large stack can be started: {error}")),
        }
    })
}

/// What a panic says.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it panicked without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back() {
        let text = String::from("borrowed");
        assert_eq!(on_large_stack(|| text.len()), Ok(8));
    }

    #[test]
    fn panics_become_messages() {
        assert_eq!(on_large_stack(|| -> () { panic!("static") }), Err("static".to_owned()));
        assert_eq!(on_large_stack(|| -> () { panic!("number {}", 7) }), Err("number 7".to_owned()));
    }

    #[test]
    fn recursion_may_be_deep() {
        fn depth(levels: u64) -> u64 {
            let padding = std::hint::black_box([levels; 16]);
            if levels == 0 { 0 } else { depth(levels - 1) + padding[3] / levels }
        }
        assert_eq!(on_large_stack(|| depth(500_000)), Ok(500_000));
    }
}
