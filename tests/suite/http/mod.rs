//! The protocol, spoken with a real server.
//!
//! | file | what it holds |
//! |---|---|
//! | `access` | who may do what, on every route |
//! | `tasks` | fetching a step |
//! | `answers` | the forms of an answer, and the replies |
//! | `clients` | what clients really send: `Accept` headers, names outside ASCII, raw characters, fields of others |
//! | `bodies` | bodies as libraries send them, and where none is read |
//! | `hints` | what a reply says of a small mistake |
//! | `connections` | many requests at once, replies that nobody reads, connections without a place |
//! | `course` | a course's rules: dates, points, registration, instructors, free matches |
//! | `course_client` | the public course's own program is understood |
//! | `pictures` | the boards of matches drawn |
//! | `diagnosis` | why an answer is wrong: the four fits, in three languages |
//! | `misconceptions` | a well-known mistake is named |
//! | `solving` | every step can be solved |
//! | `attackers` | nobody earns points without solving, or uses up what is another's |
//! | `guessing` | nobody finds an answer by trying: pauses, closed tasks, attempts a day |
//! | `instructor` | what instructors see and change |
//! | `learners` | registering, progress, whose board it is |
//! | `ladder` | the ladder and the statements |
//! | `statements` | pictures and formulas in statements, and the name of the course |
//! | `receipts` | what says that a step is solved |
//! | `scoreboard` | the standings, and the same live |
//! | `metrics` | what is measured, and who may read it |
//! | `origins` | addresses behind a proxy, and a proxy that keeps back what it can |
//! | `prefix` | courses that share a host, each below a path of its own |
//! | `cors` | pages of other sites |
//! | `rates` | how often callers may do what costs something |
//! | `languages` | what is refused is told in three languages, in every game and elsewhere; a language is added |
//! | `negotiation` | pages or data, and in which language |
//! | `log` | what is logged, and what is not |
//! | `rotation` | the secret is replaced by another one |
//! | `secrets` | what is in no log, and in no reply but one |
//! | `refusals` | the order of refusals, on every route |
//! | `bad_…` | what is refused, with which code, and that it costs nothing |

mod access;
mod answers;
mod attackers;
mod bad_addresses;
mod bad_answers;
mod bad_bodies;
mod bad_keys;
mod bad_names;
mod bad_tokens;
mod bodies;
mod clients;
mod connections;
mod cors;
mod course;
mod course_client;
mod diagnosis;
mod games;
mod guessing;
mod hints;
mod instructor;
mod ladder;
mod languages;
mod learners;
mod log;
mod metrics;
mod misconceptions;
mod negotiation;
mod origins;
mod pictures;
mod prefix;
mod rates;
mod receipts;
mod refusals;
mod rotation;
mod scoreboard;
mod secrets;
mod solving;
mod statements;
mod tasks;
