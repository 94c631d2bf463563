-- wrk sends the body of the file that BODY names, as JSON.
local file = assert(io.open(os.getenv("BODY")))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
