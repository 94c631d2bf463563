//! How the server takes memory from the system and returns it. mimalloc's own function for this, `mi_collect`, is `unsafe`, which this crate
//! forbids.

use std::hint::black_box;
use std::time::Duration;

use actix_web::rt;

/// Takes memory from the system in pages of 4 KB. The allocator asks for pages of 2 MB, of which each stays until nothing in it is used any
/// more: with these the server has 20 to 30 MB more after a flood, and is not faster.
pub(super) fn use_small_pages() {
    // Other systems decide by themselves.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "cannot disable transparent huge pages");
    }
}

/// How often unused memory is returned.
const PERIOD: Duration = Duration::from_secs(10);

/// What is taken for it, in bytes: a block that shares its pages with no other, though hardly larger than one that does, so that it fits
/// between what is still used; and as many of them as have no room in a few segments of the allocator, which have 32 MB.
const BLOCK: usize = 144 << 10;
const BLOCKS: usize = 512;

/// Of so many blocks one is freed last: a segment has room for three times as many.
const LAST: usize = 50;

/// How long after the others: longer than the allocator keeps what has become free, which is 10 ms in a segment and 100 ms of a whole one.
const MOMENT: Duration = Duration::from_millis(200);

/// A block that has a segment of its own, in bytes.
const SEGMENT: usize = 20 << 20;

/// Lets the allocator give back what this thread does not use, again and again. It keeps what has become free for a moment, as something that
/// is needed again soon, and looks at what it keeps of a segment only when more of it becomes free. After a flood that may be never. So
/// blocks of all segments are taken and freed, some of each segment a moment after the others, and then a segment. This costs no memory
/// because nothing is written to them.
pub(super) fn trim_heap() {
    rt::spawn(async {
        let mut periods = rt::time::interval(PERIOD);
        loop {
            periods.tick().await;
            let mut blocks: Vec<Vec<u8>> =
                (0..BLOCKS).map(|_| black_box(Vec::with_capacity(BLOCK))).collect();
            let mut places = 0..;
            blocks.retain(|_| places.next().is_some_and(|place: usize| place.is_multiple_of(LAST)));
            rt::time::sleep(MOMENT).await;
            drop(blocks);
            rt::time::sleep(MOMENT).await;
            drop(black_box(Vec::<u8>::with_capacity(SEGMENT)));
        }
    });
}
