// Requests to the server.

// This file is at PREFIX/assets/HASH/reach.js.
const PREFIX = new URL("../..", import.meta.url).pathname.slice(0, -1);

/** The address of what the server has at a path, such as `at("/games")`: courses that share a host have a prefix. */
export const at = (path) => PREFIX + path;

/** The reply to a request; where the server is not reached, one that says so. */
export async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    return Response.json({ detail: document.body.dataset.offline }, { status: 503 });
  }
}

/** Sends an object, if there is one, as JSON, and asks for JSON. */
export function send(method, address, object, headers = {}) {
  const type = object && { "Content-Type": "application/json" };
  const all = { Accept: "application/json", ...type, ...headers };
  return reach(address, { method, headers: all, body: JSON.stringify(object) });
}

/** The page that a reply is; none if it is data. */
export async function pageOf(reply) {
  if (!reply.headers.get("Content-Type").startsWith("text/html")) return undefined;
  return new DOMParser().parseFromString(await reply.text(), "text/html");
}
