//! The client of Gradus.
