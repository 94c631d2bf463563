//! Every problem code, with its status and its meaning.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::step::Language;

/// The properties of a code.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Entry {
    /// The stable code.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What the code means.
    pub title: &'static str,
}

/// Defines the codes, their list and their entries from one table.
macro_rules! codes {
    ($($name:ident = $code:literal, $status:literal, $title:literal, $zh:literal, $ja:literal;)*) => {
        /// Every kind of problem. Clients may rely on the codes: a code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The title in a language.
            #[must_use]
            pub const fn title(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::English) => $title,
                      (Self::$name, Language::Chinese) => $zh,
                      (Self::$name, Language::Japanese) => $ja,)*
                }
            }

            /// The code's text, status and title.
            #[must_use]
            pub const fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry { code: $code, status: $status, title: $title },)*
                }
            }
        }
    };
}

codes! {
    StepUnknown = "step.unknown", 404, "There is no such step",
        "没有这一关", "そのステップはありません";
    StepClosed = "step.closed", 403, "The step has closed",
        "这一关已关闭", "ステップの受付は終了しました";
    RouteUnknown = "route.unknown", 404, "There is nothing at this address",
        "此地址没有内容", "このアドレスには何もありません";
    MethodUnknown = "method.unknown", 405, "The address does not support this method",
        "此地址不支持该方法", "このアドレスはそのメソッドに対応していません";
    RequestSite = "request.site", 403, "The request comes from the page of another site",
        "请求来自其他网站的页面", "リクエストは別のサイトのページから送られました";
    QueryInvalid = "query.invalid", 400, "The query cannot be understood",
        "无法理解查询参数", "クエリを解釈できません";
    AnswerEmpty = "answer.empty", 422, "The answer is empty",
        "答案为空", "答えが空です";
    AnswerCount = "answer.count", 422, "The answer has the wrong number of items",
        "答案的项数不对", "答えの項目数が違います";
    AnswerItem = "answer.item", 422, "An item is malformed",
        "有一项格式不对", "形式の正しくない項目があります";
    AnswerForm = "answer.form", 422, "The answer cannot be read",
        "无法读取答案", "答えを読み取れません";
    TaskForged = "task.forged", 400, "This server did not issue the token",
        "该令牌不是本服务器签发的", "このサーバーが発行したトークンではありません";
    TaskForeign = "task.foreign", 403, "The token belongs to another caller",
        "该令牌属于别人", "トークンは別の人のものです";
    TaskExpired = "task.expired", 410, "The token is too old",
        "该令牌已过期", "トークンの期限が切れています";
    TaskFuture = "task.future", 400, "The token was issued in the future",
        "该令牌的签发时间在未来", "トークンの発行時刻が未来です";
    TaskOutdated = "task.revision", 410, "The step has changed since the token was issued",
        "签发该令牌之后这一关已改变", "トークンの発行後にステップが変わりました";
    TaskStep = "task.step", 409, "The token belongs to another step",
        "该令牌属于另一关", "トークンは別のステップのものです";
    TaskClosed = "task.closed", 409, "The task has had too many wrong answers",
        "这道题的错误答案太多", "この課題には誤答が多すぎます";
    AuthKey = "auth.key", 401, "The key is not valid",
        "密钥无效", "キーが無効です";
    AuthForm = "auth.form", 401, "The credentials cannot be read",
        "无法读取凭据", "認証情報を読み取れません";
    AuthMissing = "auth.missing", 401, "A key is needed",
        "需要密钥", "キーが必要です";
    AuthInstructor = "auth.instructor", 403, "An instructor's key is needed",
        "需要教师的密钥", "教員のキーが必要です";
    RegistrationClosed = "registration.closed", 403, "Nobody can register",
        "不能注册", "登録はできません";
    RegistrationCode = "registration.code", 403, "The course code is missing or wrong",
        "缺少课程码或课程码不对", "コースコードがないか、違います";
    LearnerName = "learner.name", 422, "The name is not allowed",
        "不允许这个名字", "この名前は使えません";
    LearnerTaken = "learner.taken", 409, "The name is taken",
        "名字已被占用", "この名前は既に使われています";
    LearnerUnknown = "learner.unknown", 404, "There is no such learner",
        "没有这个学习者", "その学習者はいません";
    MemberTaken = "member.taken", 409, "The e-mail address or the student id is taken",
        "电子邮件地址或学号已被占用", "メールアドレスか学籍番号は既に使われています";
    NicknameTaken = "nickname.taken", 409, "The nickname is taken",
        "昵称已被占用", "ニックネームは既に使われています";
    RosterInvalid = "roster.invalid", 422, "The class list cannot be imported",
        "无法导入班级名单", "クラス名簿を取り込めません";
    ClassForm = "class.form", 422, "What is to be changed in the class cannot be read",
        "无法读取对班级的更改", "クラスの変更内容を読み取れません";
    ForgetConfirm = "forget.confirm", 422, "The name does not confirm who is to be forgotten",
        "所填名字与要删除的学习者不符", "確認の名前が、削除する学習者と一致しません";
    SectionUnknown = "section.unknown", 422, "There is no such section",
        "没有这个分组", "そのセクションはありません";
    ExtensionUnknown = "extension.unknown", 404, "There is no such extension",
        "没有这个延期", "その延長はありません";
    InstructorUnknown = "instructor.unknown", 404, "There is no such instructor",
        "没有这位教师", "その教員はいません";
    InstructorTaken = "instructor.taken", 409, "An instructor has the name already",
        "已有同名的教师", "同じ名前の教員が既にいます";
    AttemptUnknown = "attempt.unknown", 404, "There is no such attempt",
        "没有这次作答", "その解答はありません";
    EntryUnknown = "entry.unknown", 404, "There is no such entry",
        "没有这一条目", "その項目はありません";
    ScoreboardOff = "scoreboard.off", 404, "The course has no scoreboard",
        "本课程没有排行榜", "このコースには順位表がありません";
    GameUnknown = "game.unknown", 404, "There is no such match",
        "没有这个对局", "その対局はありません";
    GameForm = "game.form", 422, "The match cannot be set up",
        "无法创建对局", "対局を作成できません";
    GameFree = "game.free", 403, "The course does not allow this match",
        "本课程不允许这样的对局", "このコースではその対局はできません";
    GameChanged = "game.changed", 409, "The match has changed in the meantime",
        "对局在此期间已改变", "その間に対局が変わりました";
    SeatMissing = "seat.missing", 401, "A seat's key is needed",
        "需要座位的密钥", "席のキーが必要です";
    SeatKey = "seat.key", 403, "The key belongs to no seat of this match",
        "密钥不属于本对局的任何座位", "キーはこの対局のどの席のものでもありません";
    MoveForm = "move.form", 422, "The move cannot be read",
        "无法读取这一着", "着手を読み取れません";
    MoveIllegal = "move.illegal", 409, "The move is against the rules",
        "这一着违反规则", "着手は規則に反しています";
    MoveTurn = "move.turn", 409, "It is another seat's turn",
        "轮到另一个座位", "別の席の手番です";
    MoveOver = "move.over", 409, "The match is over",
        "对局已结束", "対局は終わっています";
    UndoNothing = "undo.nothing", 409, "There is nothing to take back",
        "没有可以悔的棋", "取り消す手がありません";
    UndoMoves = "undo.moves", 422, "This number of moves cannot be taken back",
        "悔棋的手数不对", "その数の手は取り消せません";
    UndoStep = "undo.step", 409, "A step's match has no undo",
        "关卡中的对局不能悔棋", "ステップの対局では取り消せません";
    AdvanceHuman = "advance.human", 409, "It is not a computer's turn",
        "没有轮到电脑", "コンピューターの手番ではありません";
    HistoryAt = "history.at", 400, "The match has no such number of moves",
        "对局没有这么多手", "対局にその手数はありません";
    WhyPlayer = "why.player", 409, "The move was not made by the computer `rules`",
        "这一手不是电脑 `rules` 走的", "コンピューター `rules` の手ではありません";
    LinesPlayer = "lines.player", 400, "There is no such player",
        "没有这个玩家", "そのプレイヤーはいません";
    RecordForm = "record.form", 422, "The record cannot be read",
        "无法读取棋谱", "棋譜を読み取れません";
    RecordIllegal = "record.illegal", 422, "The record contradicts itself",
        "棋谱自相矛盾", "棋譜に矛盾があります";
    RecordFormat = "record.format", 400, "The game does not support this format",
        "该游戏不支持这种格式", "このゲームはその形式に対応していません";
    RecordName = "record.name", 422, "The record's name is not allowed",
        "不允许这个棋谱名", "この棋譜名は使えません";
    RecordTaken = "record.taken", 409, "The learner already has a record with this name",
        "已有同名的棋谱", "同じ名前の棋譜が既にあります";
    RecordUnknown = "record.unknown", 404, "The learner has no such record",
        "没有这个棋谱", "その棋譜はありません";
    LimitRecords = "limit.records", 409, "The learner has too many records",
        "棋谱太多", "棋譜が多すぎます";
    BodySize = "body.size", 413, "The body is too large",
        "请求体太大", "本文が大きすぎます";
    BodyJson = "body.json", 400, "The body is not JSON",
        "请求体不是 JSON", "本文が JSON ではありません";
    BodyFields = "body.fields", 422, "The fields of the body cannot be read",
        "无法读取请求体的字段", "本文のフィールドを読み取れません";
    BodyType = "body.type", 415, "The body's type is not supported",
        "不支持该请求体类型", "本文の種類に対応していません";
    BodyBroken = "body.broken", 400, "The body did not arrive whole",
        "请求体没有完整到达", "本文が最後まで届きませんでした";
    BodySlow = "body.slow", 408, "The body took too long to arrive",
        "请求体到达太慢", "本文の到着に時間がかかりすぎました";
    JudgeError = "judge.error", 500, "The answer could not be judged",
        "无法评判答案", "答えを判定できませんでした";
    StoreFailed = "store.failed", 503, "The database does not answer",
        "数据库没有响应", "データベースが応答しません";
    // What is in front of the servers says it, as nginx does with the file in `packaging`: no server is there that could.
    ServerUnavailable = "server.unavailable", 503, "No server responds",
        "没有服务器响应", "応答するサーバーがありません";
    LimitConnections = "limit.connections", 503, "Too many connections are open",
        "打开的连接太多", "開いている接続が多すぎます";
    LimitBusy = "limit.busy", 503, "Too many computations are waiting",
        "等待的计算太多", "待っている計算が多すぎます";
    LimitTasks = "limit.tasks", 429, "Too many new tasks in a short time",
        "短时间内新题目太多", "短い時間に新しい課題が多すぎます";
    LimitAnswers = "limit.answers", 429, "Too many wrong answers without a key in a short time",
        "短时间内没有密钥的错误答案太多", "短い時間にキーなしの誤答が多すぎます";
    LimitRegistrations = "limit.registrations", 429, "Too many registrations in a short time",
        "短时间内注册太多", "短い時間に登録が多すぎます";
    LimitCodes = "limit.codes", 429, "Too many wrong course codes in a short time",
        "短时间内错误的课程码太多", "短い時間に間違ったコースコードが多すぎます";
    LimitMatches = "limit.matches", 429, "Too many new matches in a short time",
        "短时间内新对局太多", "短い時間に新しい対局が多すぎます";
    LimitSaves = "limit.saves", 429, "Too many saved records in a short time",
        "短时间内保存的棋谱太多", "短い時間に保存された棋譜が多すぎます";
    LimitNicknames = "limit.nicknames", 429, "Too many nicknames in a short time",
        "短时间内更改昵称太多", "短い時間にニックネームの変更が多すぎます";
    LimitListeners = "limit.listeners", 503, "Too many listen to events",
        "正在接收事件的连接太多", "イベントを受信している接続が多すぎます";
    LimitCaller = "limit.caller", 429, "Too many of your computations are waiting",
        "你的等待中的计算太多", "待っているあなたの計算が多すぎます";
    LimitCooldown = "limit.cooldown", 429, "Wrong answers came too quickly",
        "错误答案来得太快", "誤答が続きすぎました";
    LimitAttempts = "limit.attempts", 429, "The learner has made too many attempts today",
        "今天的答题次数太多", "今日の解答が多すぎます";
    ServerError = "server.error", 500, "The server failed",
        "服务器出错", "サーバーのエラーです";
}

impl Code {
    /// The code's status.
    #[expect(clippy::expect_used, reason = "a test converts the status of every code")]
    pub(crate) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.entry().status)
            .expect("every status in the catalogue is an HTTP status")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_status_of_an_error() {
        for code in Code::ALL {
            let status = code.status();
            assert!(status.is_client_error() || status.is_server_error(), "{code:?}");
        }
    }
}
