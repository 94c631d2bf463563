// The scoreboard: the standings that the server tells take the place of the rows.

const table = document.getElementById("standings");
const { events: address, zone, you } = table.dataset;

// Swedes write times as the server does: 2026-09-01 08:00.
const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: zone });

function cell(content, isFigure = false) {
  const data = document.createElement("td");
  if (isFigure) data.className = "figure";
  data.append(content);
  return data;
}

function row(standing) {
  const line = document.createElement("tr");
  const name = cell(standing.nickname ?? "–");
  if (standing.you) {
    line.className = "own";
    const mark = document.createElement("strong");
    mark.textContent = you;
    name.append(" ", mark);
  }
  line.append(
    cell(standing.rank, true),
    name,
    cell(standing.section ?? "–"),
    cell(standing.points, true),
    cell(standing.solved, true),
    cell(standing.last ? clock.format(new Date(standing.last)) : "–"),
  );
  return line;
}

/** After so many milliseconds it is tried again to listen, where the server had no place for one more who listens. */
const NEXT_TRY = 5000;

/** A browser listens again by itself when a connection was lost, but not when the server has refused one. */
function listen() {
  const events = new EventSource(address);
  events.addEventListener("standings", ({ data }) => {
    const { standings } = JSON.parse(data);
    table.tBodies[0].replaceChildren(...standings.map(row));
    document.querySelector("[data-none]").hidden = standings.length > 0;
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, NEXT_TRY);
  });
}

listen();
