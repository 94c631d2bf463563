//! The attribute of the test suite's cases. It takes the place of `#[test]`, because a case of libtest cannot find out while it runs that
//! the machine lacks what it needs, and count as ignored.

#![expect(clippy::expect_used, reason = "a panic in a macro is an error of the compiler")]

use proc_macro::{TokenStream, TokenTree};

/// Registers a function without parameters as a case of the suite. The function may be `async`.
#[proc_macro_attribute]
pub fn case(_: TokenStream, mut function: TokenStream) -> TokenStream {
    let words = function.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let words: Vec<String> = words.collect();
    let keyword = words.iter().position(|word| word == "fn").expect("`#[case]` is for functions");
    let name = words.get(keyword + 1).expect("a function has a name");
    let is_async = words.iter().take(keyword).any(|word| word == "async");
    let run = if is_async {
        format!("|| crate::cases::block_on(::std::boxed::Box::pin({name}()))")
    } else {
        name.clone()
    };
    let registration = format!(
        "::inventory::submit! {{
            crate::cases::Case {{ name: ::core::concat!(::core::module_path!(), \"::{name}\"), run: {run} }}
        }}"
    );
    let registration: TokenStream = registration.parse().expect("this is Rust");
    function.extend(registration);
    function
}
