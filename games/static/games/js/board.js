// The board of a deal, in the side panel: the first rows and the player's own.
import { clock, number } from "./format.js";
import { get } from "./http.js";
import { gettext } from "./text.js";

const ROWS = 6;

function cell(name, content) {
  const box = document.createElement("td");
  box.className = name;
  box.append(content);
  return box;
}

function nameOf(row, isMe) {
  if (isMe) return gettext("You");
  if (!row.player) return gettext("deleted player");
  const link = document.createElement("a");
  link.href = `/players/${encodeURIComponent(row.player)}/`;
  link.textContent = row.player;
  return link;
}

function line(row, isMe) {
  const tr = document.createElement("tr");
  if (isMe) tr.className = "me";
  tr.append(
    cell("rank-cell", number(row.rank)),
    cell("name-cell", nameOf(row, isMe)),
    cell("", number(row.points)),
    cell("last-cell", clock(row.duration_ms)),
  );
  return tr;
}

function gap() {
  const tr = document.createElement("tr");
  tr.className = "gap";
  const box = cell("", "⋯");
  box.colSpan = 4;
  tr.append(box);
  return tr;
}

function isMine(row, me) {
  return Boolean(me) && !me.provisional && row.rank === me.rank && row.player === me.player;
}

/** Table rows for the answer of a board call: the top, and `me` below where it is not among them. */
export function boardLines({ rows, me }, most = ROWS) {
  const top = rows.slice(0, most);
  const lines = top.map((row) => line(row, isMine(row, me)));
  if (!me || top.some((row) => isMine(row, me))) return lines;
  if (me.rank > top.length + 1) lines.push(gap());
  lines.push(line(me, true));
  return lines;
}

/** Fetches and shows the board of a deal; hides the section while the deal is sealed. */
export async function showBoard(section, code) {
  section.hidden = !code;
  if (!code) return null;
  let answer;
  try {
    answer = await get(`/api/v1/deals/${encodeURIComponent(code)}/board`);
  } catch {
    return null;
  }
  const lines = boardLines(answer);
  section.querySelector("tbody").replaceChildren(...lines);
  section.querySelector("table").hidden = lines.length === 0;
  section.querySelector(".empty").hidden = lines.length > 0;
  const note = section.querySelector(".provisional");
  note.hidden = !answer.me?.provisional;
  return answer;
}
