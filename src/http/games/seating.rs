//! Who has which seat: whoever sends its key.

use actix_web::HttpRequest;
use constant_time_eq::constant_time_eq;

use crate::game::{GameId, Seat, SeatNumber, Setup};
use crate::http::problem::{Code, Problem};
use crate::step::Keyring;

/// The header that carries a seat's key.
const SEAT_KEY: &str = "X-Seat-Key";

/// The keys of the humans' seats, in the order of the seats; none for computers.
pub(super) fn keys(keyring: &Keyring, id: GameId, setup: &Setup) -> Vec<Option<String>> {
    let seats = SeatNumber::first(setup.seats().len());
    seats.map(|number| key(keyring, id, setup, number)).collect()
}

/// The seat whose key a request has.
pub(super) fn seat_of(
    request: &HttpRequest,
    keyring: &Keyring,
    id: GameId,
    setup: &Setup,
) -> Result<SeatNumber, Problem> {
    let Some(sent) = request.headers().get(SEAT_KEY) else {
        let detail = format!("send the seat's key in the header `{SEAT_KEY}`; POST /games gave it");
        return Err(Problem::new(Code::SeatMissing, detail));
    };
    let is_sent = |key: String| constant_time_eq(key.as_bytes(), sent.as_bytes());
    SeatNumber::first(setup.seats().len())
        .find(|&number| key(keyring, id, setup, number).is_some_and(is_sent))
        .ok_or_else(|| {
            let detail =
                "the key is of no human's seat in this match; expected one that POST /games gave";
            Problem::new(Code::SeatKey, detail)
        })
}

fn key(keyring: &Keyring, id: GameId, setup: &Setup, number: SeatNumber) -> Option<String> {
    let seat = setup.seat(number)?;
    (seat == Seat::Human).then(|| keyring.seat_key(id.as_str(), number.get()))
}
