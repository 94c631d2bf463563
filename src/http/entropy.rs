//! What nobody can foresee: bytes for nonces and keys. Everything else is drawn from a task's identity.

use rand::TryRng as _;
use rand::rngs::SysRng;

use super::problem::{Code, Problem};

/// Random bytes that nobody can foresee.
pub(super) fn random_bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(Problem::new(Code::ServerError, format!("no random bytes: {error}"))),
    }
}
