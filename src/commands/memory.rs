//! How the server takes memory from the system, and gives it back.

use std::hint::black_box;
use std::time::Duration;

use actix_web::rt;

/// Takes memory from the system in pages of 4 KB. The allocator asks for pages of 2 MB, of which each stays until nothing in it is used any
/// more: with these the server has 20 to 30 MB more after a flood, and is not faster.
#[cfg(target_os = "linux")]
pub(super) fn use_small_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "the system keeps to large pages");
    }
}

/// Elsewhere the system decides.
#[cfg(not(target_os = "linux"))]
pub(super) fn use_small_pages() {}

/// How often memory that is not used is given back.
const PERIOD: Duration = Duration::from_secs(10);

/// More than what shares a segment of the allocator with others, in bytes.
const SEGMENT: usize = 32 << 20;

/// Lets the allocator give back what is not used. It keeps a free segment for a moment, as one that is needed again soon, and looks at what it
/// keeps only when another one becomes free. After a flood that may be the last one for hours: so one is taken and freed, which costs two
/// system calls, and no memory because nothing is written to it.
pub(super) async fn give_back() {
    let mut periods = rt::time::interval(PERIOD);
    loop {
        periods.tick().await;
        drop(black_box(Vec::<u8>::with_capacity(SEGMENT)));
    }
}
