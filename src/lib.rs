//! Gradus.
