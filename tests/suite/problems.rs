//! The catalogue of problems: a change of it is a change of the protocol, and shows in a review.

use crate::server::{Caller, Reply, SharedServer};

#[case]
async fn the_catalogue_of_problems_changes_knowingly() {
    let server = SharedServer::join();
    let catalogue = Reply::to(server.anonymous().get("/problems")).await;
    assert_eq!(catalogue.status, 200);
    insta::assert_json_snapshot!(catalogue.json());
}
