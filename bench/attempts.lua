-- wrk sends each line of the file that ATTEMPTS names once: a key, a tab, and the body of a POST. Its threads share the lines.
local threads = 0

function setup(thread)
   thread:set("first", threads)
   threads = threads + 1
end

local requests, sent = {}, 0

function init()
   local number = 0
   for line in assert(io.open(os.getenv("ATTEMPTS"))):lines() do
      if number % 2 == first then
         local key, body = line:match("^(.-)\t(.*)$")
         local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. key }
         requests[#requests + 1] = wrk.format("POST", nil, headers, body)
      end
      number = number + 1
   end
end

function request()
   sent = sent + 1
   -- The same answer again would not be stored. What is no address fails the bench.
   return requests[sent] or wrk.format("GET", "/too-few-attempts")
end
