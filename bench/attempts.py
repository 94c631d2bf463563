"""Prepares right answers that are all different: attempts that the server at argv[1] has to store.

Registers argv[2] learners. Each fetches new tasks of step 01, and the answers are written into the files argv[4:], argv[3] into each: a
line is a learner's key, a tab, and the body of a POST. Of step 01, because its tasks are made in no time: the server keeps the tasks that were
fetched last, and makes all others again when they are answered.
"""

import json
import socket
import sys
import urllib.request
from multiprocessing import Pool
from urllib.parse import urlsplit

AT_ONCE = 50


def register(server, name):
    body = json.dumps({"name": name}).encode()
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(server + "/learners", body, headers)) as reply:
        return json.load(reply)["key"]


def tasks(server, key, count):
    """New tasks of a learner, fetched on one connection."""
    url = urlsplit(server)
    request = f"GET /step_01?fresh=1 HTTP/1.1\r\nHost: {url.netloc}\r\nAuthorization: Bearer {key}\r\n\r\n".encode()
    with socket.create_connection((url.hostname, url.port)) as connection, connection.makefile("rb") as replies:
        while count > 0:
            batch = min(count, AT_ONCE)
            connection.sendall(request * batch)
            for _ in range(batch):
                status, length = replies.readline(), 0
                while (line := replies.readline()) != b"\r\n":
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                body = replies.read(length)
                if b" 200 " not in status:
                    sys.exit(f"{status} {body}")
                yield json.loads(body)
            count -= batch


def lines(learner):
    server, name, count = learner
    key = register(server, name)
    answers = ({"task": task["task"], "ans": task["word"]} for task in tasks(server, key, count))
    return [f"{key}\t{json.dumps(answer)}" for answer in answers]


if __name__ == "__main__":
    server, learners, count, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    share = -(-count * len(files) // learners)
    with Pool(2) as pool:
        by_learner = pool.map(lines, [(server, f"learner {number}", share) for number in range(learners)])
    # Neighbours in a file are different learners'.
    mixed = [line for together in zip(*by_learner) for line in together]
    for index, name in enumerate(files):
        with open(name, "w") as file:
            file.writelines(line + "\n" for line in mixed[index * count : (index + 1) * count])
