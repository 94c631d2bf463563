//! Requests to PostgreSQL that are dropped before they are done.

use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;
use tokio::runtime::Handle;

pin_project! {
    /// A future that is dropped within a runtime.
    ///
    /// If a request is dropped half-way, a task returns its connection to the pool, and a task needs a runtime. When a thread of the server stops, its
    /// tasks are dropped outside its runtime.
    pub(super) struct DroppedWithin<F> {
        runtime: Handle,
        // None once it is dropped.
        #[pin]
        future: Option<F>,
    }

    impl<F> PinnedDrop for DroppedWithin<F> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            let _within = this.runtime.enter();
            this.future.set(None);
        }
    }
}

impl<F> DroppedWithin<F> {
    pub(super) fn new(runtime: &Handle, future: F) -> Self {
        Self { runtime: runtime.clone(), future: Some(future) }
    }
}

impl<F: Future> Future for DroppedWithin<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // It is there until this is dropped.
        self.project().future.as_pin_mut().map_or(Poll::Pending, |future| future.poll(context))
    }
}
