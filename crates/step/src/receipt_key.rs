//! The key that signs receipts: Ed25519, RFC 8032.

use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey};

/// The key with which a server signs receipts. Its public half verifies them, without the server.
#[derive(Clone)]
pub struct ReceiptKey {
    key: SigningKey,
    id: String,
}

impl ReceiptKey {
    /// The key that 32 bytes give which nobody else knows.
    pub(super) fn from_seed(seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        let id = Self::id_of(&key.verifying_key().to_bytes());
        Self { key, id }
    }

    /// The public half.
    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// The id of the key, as [`ReceiptKey::id_of`] its public half.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The id of the key with a public half: the first 16 hexadecimal digits of the BLAKE3 hash of the half.
    #[must_use]
    pub fn id_of(public: &[u8; 32]) -> String {
        blake3::hash(public).to_hex().chars().take(16).collect()
    }

    /// The signature of a message. The same message always has the same one.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign(message).to_bytes()
    }
}

/// The key stays out of logs.
impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReceiptKey({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    use data_encoding::HEXLOWER;

    use super::*;

    /// The first two tests of RFC 8032, section 7.1.
    #[test]
    fn signatures_are_those_of_the_standard() {
        for (seed, public, message, signature) in [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ),
        ] {
            let bytes = |text: &str| HEXLOWER.decode(text.as_bytes()).unwrap();
            let key = ReceiptKey::from_seed(&bytes(seed).try_into().unwrap());
            assert_eq!(HEXLOWER.encode(&key.public()), public);
            assert_eq!(HEXLOWER.encode(&key.sign(&bytes(message))), signature);
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = ReceiptKey::from_seed(&[7; 32]);
        assert_eq!(key.id().len(), 16);
        assert_eq!(format!("{key:?}"), format!("ReceiptKey({})", key.id()));
    }
}
