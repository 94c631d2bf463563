#!/bin/sh
# How many attempts PostgreSQL records in a second, by how many are submitted in one statement: BATCH in src/store/postgres/submitter.rs.
# It needs psql and pgbench, and a database for itself, which it leaves full:
#
#     createdb bench && bench/submit.sh "dbname=bench" && dropdb bench
set -eu
database=$1
here=$(dirname "$0")
export PGOPTIONS='-c client_min_messages=warning'
for migration in "$here"/../src/store/postgres/migrations/*.sql; do
    psql -q -v ON_ERROR_STOP=1 -1 -f "$migration" "$database"
done
psql -q -v ON_ERROR_STOP=1 "$database" <<'SQL'
INSERT INTO learners (name, name_folded, key_hash, registered_at)
SELECT number, number, sha256(number::text::bytea), 0 FROM generate_series(1, 2000) AS number;

-- So many accepted answers of as many learners, each to a task of its own.
CREATE FUNCTION submit_some(count int, first bigint) RETURNS bigint LANGUAGE sql AS $$
    WITH answers AS (
        SELECT 1 + (first + number * 7) % 2000 AS learner, first * 1000 + number AS nonce, repeat('5A,', 20) || first || number AS answer
        FROM generate_series(1, count) AS number),
    columns AS (
        SELECT array_agg(learner) AS learners, array_agg(nonce) AS nonces, array_agg(answer) AS answers,
               array_agg(substr(sha256(answer::bytea), 1, 16)) AS hashes
        FROM answers)
    SELECT (SELECT count(*) FROM submit_attempts(
        learners, array_fill(7::bigint, ARRAY[count]), array_fill('gomoku/line-patterns'::text, ARRAY[count]),
        array_fill(1::bigint, ARRAY[count]), nonces, answers, hashes, array_fill(NULL::text, ARRAY[count]),
        array_fill(NULL::bigint, ARRAY[count]), array_fill(NULL::bytea, ARRAY[count]), array_fill('accepted'::text, ARRAY[count]),
        array_fill(NULL::bigint, ARRAY[count]), array_fill(NULL::bigint, ARRAY[count]), array_fill(NULL::bigint, ARRAY[count]),
        array_fill(NULL::text, ARRAY[count]), array_fill(NULL::text, ARRAY[count]), array_fill(FALSE, ARRAY[count]),
        array_fill(100::bigint, ARRAY[count]), array_fill(FALSE, ARRAY[count]), array_fill(decode(repeat('5a', 400), 'hex'), ARRAY[count]),
        array_fill(20000::bigint, ARRAY[count]), array_fill(1728000000::bigint, ARRAY[count]), array_fill(1000000::bigint, ARRAY[count]),
        10, ARRAY[NULL, NULL, 5, 10, 20, 40, 60]::bigint[], 60))
    FROM columns
$$;
SQL
script=$(mktemp)
trap 'rm -f "$script"' EXIT
for count in 1 8 32 64 128; do
    printf '\\set first random(1, 1000000000)\nSELECT submit_some(%s, :first);\n' "$count" >"$script"
    for connections in 1 4; do
        calls=$(pgbench -n -M prepared -c $connections -j $connections -T 5 -f "$script" "$database" | sed -n 's/^tps = \([0-9.]*\).*/\1/p')
        echo "$count in a statement, $connections connections: $(echo "$calls $count" | awk '{ printf "%d", $1 * $2 }') attempts/s"
    done
done
