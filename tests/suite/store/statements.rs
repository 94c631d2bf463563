//! How many statements PostgreSQL gets: each is a way to the database and back, and locks are held meanwhile.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use gradus::course::{Credit, LearnerId, RosterEntry};
use gradus::store::{AttemptId, LearnerChange, NewLearner, RecordedAttempt, Regrade, Rejudgment};

use super::contention::attempts;
use super::postgres::{is_recorded, open, open_with_ada};
use super::roster::{details, member, renamed};
use super::{accepted, noon, wrong};
use crate::server::{Caller as _, Cluster, Database, Server, Workplace};

/// What the log of a cluster has of one database.
struct Statements {
    cluster: &'static Cluster,
    /// The beginning of each line has the database and the application.
    head: String,
}

impl Statements {
    /// Those of connections that are opened from now on.
    async fn of(cluster: &'static Cluster, database: &Database) -> Self {
        database
            .run_sql(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET log_statement = ''all''', current_database()); END $$",
            )
            .await;
        let (_, name) = database.url().rsplit_once('/').unwrap();
        Self { cluster, head: format!(" {name} gradus LOG:  ") }
    }

    fn all(&self) -> Vec<String> {
        let log = self.cluster.log();
        // Another connection listens.
        let is_meant = |line: &&str| !line.ends_with(": SELECT 1") && !line.contains("LISTEN");
        let statements = log.lines().filter(|line| line.contains(&self.head)).filter(is_meant);
        statements.map(str::to_owned).collect()
    }
}

#[case]
async fn a_judged_answer_is_one_statement() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let statements = Statements::of(cluster, &database).await;
    let (store, ada) = open_with_ada(&database).await;
    for number in 0..10 {
        let before = statements.all().len();
        assert!(is_recorded(&*store, accepted(ada, number)).await);
        let all = statements.all();
        let [statement] = &all[before..] else { panic!("{all:#?}") };
        assert!(statement.contains("new_exercises"), "{statement}");
    }
}

#[case]
async fn a_task_of_a_known_learner_is_no_statement() {
    /// Less than a key is believed for without a database.
    const STEP: u64 = 50;
    let cluster = Cluster::shared();
    let database = cluster.database();
    let statements = Statements::of(cluster, &database).await;
    let workplace = Arc::new(Workplace::on(database));
    let mut time = 1_800_000_000_u64;
    workplace.set_clock(time);
    let server = Server::start_with(&workplace, |command| command.args(["--clock", "clock"]));
    let ada = server.register("Ada").await;
    ada.fresh_task("01").await;
    // The server asks for the version of the class twice a second, whoever is served.
    let reads_version = |line: &&String| line.contains("class_version");
    for _ in 0..5 {
        time += STEP;
        workplace.set_clock(time);
        let before = statements.all().len();
        while statements.all()[before..].iter().filter(reads_version).count() < 2 {
            tokio::task::yield_now().await;
        }
        let before = statements.all().len();
        ada.fresh_task("01").await;
        let all = statements.all();
        let more: Vec<&String> = all[before..].iter().filter(|line| !reads_version(line)).collect();
        assert!(more.is_empty(), "{more:#?}");
    }
}

#[case]
async fn a_class_list_takes_as_many_statements_as_one_learner() {
    const MEMBERS: u8 = 100;
    let cluster = Cluster::shared();
    let database = cluster.database();
    let statements = Statements::of(cluster, &database).await;
    let store = open(&database).await;
    let members = (0..MEMBERS).map(|seed| member(&format!("Ada{seed}"), seed)).collect();
    store.import_roster(members, Vec::new(), noon()).await.unwrap();
    let mut known = store.roster().await.unwrap();
    known.sort_by_key(|entry| entry.learner.id);
    // Each learner gets another name and address, and somebody new has those of before.
    let import = async |range: Range<u8>| {
        let learners = &known[usize::from(range.start)..usize::from(range.end)];
        let changes = learners.iter().map(|RosterEntry { learner, .. }| {
            let like = member(&format!("{}Eve", learner.name), 0);
            let details = details(&format!("{}eve@example.org", learner.name), "");
            let change = LearnerChange { details, ..renamed(like.name.as_str()) };
            (learner.id, change)
        });
        let new = learners.iter().zip(range).map(|(RosterEntry { learner, .. }, number)| {
            let details =
                details(&format!("{}@example.org", learner.name.as_str().to_lowercase()), "");
            NewLearner { details, ..member(learner.name.as_str(), MEMBERS + number) }
        });
        let before = statements.all().len();
        let outcome = store.import_roster(new.collect(), changes.collect(), noon()).await.unwrap();
        (statements.all().split_off(before), outcome)
    };
    let (of_one, _) = import(0..1).await;
    let (of_many, added) = import(1..MEMBERS).await;
    assert_eq!(of_one.len(), of_many.len(), "{of_one:#?} {of_many:#?}");

    let entries = store.roster().await.unwrap().into_iter();
    let mut roster: HashMap<LearnerId, _> =
        entries.map(|entry| (entry.learner.id, entry.learner)).collect();
    assert_eq!(roster.len(), 2 * known.len());
    // Those who were added are told in the order in which they were given.
    for (number, id) in (1..MEMBERS).zip(added) {
        assert_eq!(roster.remove(&id).unwrap().name.as_str(), format!("Ada{number}"));
    }
    for RosterEntry { learner, .. } in &known {
        assert_eq!(roster[&learner.id].name.as_str(), format!("{}Eve", learner.name));
    }
}

#[case]
async fn judging_and_grading_many_answers_again_takes_as_many_statements_as_one() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let statements = Statements::of(cluster, &database).await;
    let (store, ada) = open_with_ada(&database).await;
    for number in 0..20 {
        assert!(is_recorded(&*store, accepted(ada, number)).await);
    }
    // Each gets another verdict and another worth.
    let rejudged = |AttemptId(id)| Rejudgment {
        attempt: AttemptId(id),
        verdict: wrong(usize::try_from(id).unwrap(), (id % 2 == 0).then_some("one")),
    };
    let regraded = |AttemptId(id)| Regrade {
        attempt: AttemptId(id),
        worth: Credit::of_points(u32::try_from(id).unwrap()),
        late: id % 2 == 0,
    };
    let change = async |attempts: &[RecordedAttempt]| {
        let ids = || attempts.iter().map(|attempt| attempt.id);
        let before = statements.all().len();
        let (verdicts, worths) = (ids().map(rejudged).collect(), ids().map(regraded).collect());
        store.rejudge(verdicts, "Grace".to_owned(), noon()).await.unwrap();
        store.regrade(worths).await.unwrap();
        statements.all().split_off(before)
    };
    let all = attempts(&*store, None).await;
    let (of_one, of_many) = (change(&all[..1]).await, change(&all[1..]).await);
    assert_eq!(of_one.len(), of_many.len(), "{of_one:#?} {of_many:#?}");
    for attempt in attempts(&*store, None).await {
        let (Rejudgment { verdict, .. }, Regrade { worth, late, .. }) =
            (rejudged(attempt.id), regraded(attempt.id));
        assert_eq!((attempt.verdict, attempt.worth, attempt.late), (verdict, worth, late));
        assert_eq!(attempt.rejudged.len(), 1);
    }
}
