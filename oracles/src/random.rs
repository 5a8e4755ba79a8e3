//! A deterministic source of random choices: one seed gives one run on every machine.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A source for one problem that depends only on the seed of the run and the number of the problem, so that any
    /// problem can be drawn again alone.
    pub fn for_problem(seed: u64, number: u64) -> Random {
        let mut random = Random(seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number between the bounds, both included.
    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        let width = (high - low) as u128 + 1;
        let wide = (u128::from(self.next()) << 64) | u128::from(self.next());
        low + (wide % width) as i128
    }

    pub fn index(&mut self, length: usize) -> usize {
        (self.next() % length as u64) as usize
    }

    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}
