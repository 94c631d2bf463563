//! Integers of any size, and divisions that lose digits.

/// The digits of a number, the most significant one first.
pub(super) fn divided<N>(
    number: &mut N,
    goes_on: impl Fn(&N) -> bool,
    mut divide: impl FnMut(&mut N) -> u32,
) -> Vec<u32> {
    let mut digits = Vec::new();
    while goes_on(number) {
        digits.push(divide(number));
    }
    digits.reverse();
    digits
}

/// A quotient as Python's `divmod` gives it: the rest is taken off before.
pub(super) fn exact_quotient(number: f64, by: f64) -> f64 {
    let quotient = (number - number % by) / by;
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// A quotient as most languages give it: rounded to a floating-point number, and then down.
pub(super) fn rounded_quotient(number: f64, by: f64) -> f64 {
    (number / by).floor()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rest is less than the base and not negative"
)]
pub(super) fn as_digit(rest: f64) -> u32 {
    rest as u32
}

/// An integer of any size: its digits in base 2³², the least significant one first, without zeros at the end.
pub(super) struct Integer(Vec<u32>);

impl Integer {
    /// The integer with these digits in a base, the most significant one first.
    pub(super) fn from_digits(digits: &[u32], base: u32) -> Self {
        let mut places: Vec<u32> = Vec::new();
        let (power, count) = power_of(base);
        let (first, others) = digits.split_at(digits.len() % count);
        for digits in std::iter::once(first).chain(others.chunks(count)) {
            let sum = |sum, &digit: &u32| sum * u64::from(base) + u64::from(digit);
            let mut carry = digits.iter().fold(0, sum);
            for place in &mut places {
                carry += u64::from(*place) * u64::from(power);
                *place = low(carry);
                carry >>= u32::BITS;
            }
            if carry > 0 {
                places.push(low(carry));
            }
        }
        Self(places)
    }

    /// Its digits in a base, the most significant one first. As many as fit into 31 bits come from one division.
    pub(super) fn into_digits(mut self, base: u32) -> Vec<u32> {
        let (power, count) = power_of(base);
        let mut digits = Vec::new();
        while !self.0.is_empty() {
            let mut rest = self.divide(power);
            for _ in 0..count {
                digits.push(rest % base);
                rest /= base;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }

    /// The floating-point number that is nearest to it and a fraction, which is more than 0 if `fraction` is.
    #[expect(
        clippy::cast_precision_loss,
        reason = "it is rounded, as a division is in floating-point numbers"
    )]
    pub(super) fn rounded(&self, fraction: u32) -> f64 {
        let (low, high) = self.0.split_at(self.0.len().saturating_sub(4));
        let number =
            high.iter().rev().fold(0, |number, &place| number << u32::BITS | u128::from(place));
        let is_more = fraction > 0 || low.iter().any(|&place| place > 0);
        let scale = low.iter().fold(1.0, |scale, _| scale * 2_f64.powi(32));
        if high.len() < 4 {
            return (number as f64 + f64::from(u8::from(is_more)) / 2.0).floor() * scale;
        }
        (number | u128::from(is_more)) as f64 * scale
    }

    /// The integer that a floating-point number stands for.
    pub(super) fn from_rounded(mut number: f64) -> Self {
        let base = 2_f64.powi(32);
        let mut places = Vec::new();
        while number >= 1.0 {
            places.push(as_digit(number % base));
            number = (number / base).floor();
        }
        Self(places)
    }

    pub(super) fn is_at_least(&self, number: u32) -> bool {
        match self.0[..] {
            [] => number == 0,
            [place] => place >= number,
            _ => true,
        }
    }

    /// Divides it, and gives the rest.
    pub(super) fn divide(&mut self, by: u32) -> u32 {
        let mut rest = 0;
        for place in self.0.iter_mut().rev() {
            let number = (rest << u32::BITS) + u64::from(*place);
            *place = low(number / u64::from(by));
            rest = number % u64::from(by);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        low(rest)
    }
}

/// The highest power of a base that fits into 31 bits, and which one it is: so many digits are handled at once.
fn power_of(base: u32) -> (u32, usize) {
    let (mut power, mut count) = (base, 1);
    while power < (1 << 31) / base {
        power *= base;
        count += 1;
    }
    (power, count)
}

/// The lower 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "the higher bits are meant to be lost")]
fn low(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_divided_exactly() {
        let digits = [80, 0, 79, 1, 2, 3, 40, 41, 80, 80, 80, 5, 0];
        let mut number = Integer::from_digits(&digits, 81);
        let again =
            divided(&mut number, |number| number.is_at_least(1), |number| number.divide(81));
        assert_eq!(again, digits);
    }
}
