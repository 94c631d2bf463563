//! The languages of the pages.

use super::page::Page;
use crate::server::SharedServer;

#[case]
async fn the_browsers_language_is_the_first_choice_and_the_switch_is_remembered() {
    let server = SharedServer::join();
    let page = Page::open_in(server.url(), "ja").await;
    page.goes_to("/").await;
    assert_eq!(page.tells::<String>("document.documentElement.lang").await, "ja");
    page.reads("h1", "自分のプログラムで解く盤上の問題").await;
    page.is_photographed("ladder-ja").await;

    page.follows(".languages [lang=zh]").await;
    page.reads("h1", "用自己的程序解棋盘题").await;
    for (path, seen) in [("/games", "对局"), ("/step_07", "你的棋盘"), ("/session", "登录")]
    {
        page.goes_to(path).await;
        assert_eq!(page.tells::<String>("document.documentElement.lang").await, "zh", "{path}");
        page.reads("main", seen).await;
    }
    page.goes_to("/step_24").await;
    page.is_photographed("step-24-zh").await;

    page.follows(".languages [lang=ja]").await;
    page.reads("main", "あなたの盤面").await;
    page.is_photographed("step-24-ja").await;
    page.goes_to("/games").await;
    page.reads("h1", "対局").await;
}

#[case]
async fn the_switch_keeps_the_board() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_07?fresh=1").await;
    page.follows("#board ~ .actions a[href*='task=']").await;
    let items = page.task().await.solution();
    page.follows(".languages [lang=zh]").await;
    assert_eq!(page.task().await.solution(), items);
}
