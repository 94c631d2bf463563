//! The types of the API's requests and replies: a change of them is a change of the protocol, and shows in a review.

#[test]
fn the_schemas_of_the_api_change_knowingly() {
    insta::assert_json_snapshot!(gradus::http::schemas());
}
