// Calls to our own pages: JSON both ways, with Django's token against forged requests.
import { gettext } from "./text.js";

/** A refused call, with the code and the sentence the server gave. */
export class CallError extends Error {
  constructor({ code, message, status, body }) {
    super(message);
    Object.assign(this, { code, status, body });
  }
}

function token() {
  const cookie = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  return cookie?.[1] ?? document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new CallError({ code: "offline", message: gettext("The server cannot be reached.") });
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const message = body.message ?? gettext("The server did not accept this.");
  throw new CallError({ code: body.code ?? "failed", message, status: response.status, body });
}

export function get(path) {
  return call(path, { headers: { Accept: "application/json" } });
}

export function post(path, data = {}) {
  return call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(data),
  });
}

/** The JSON that the page carries in an element of this id. */
export function pageData(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
