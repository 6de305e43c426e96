// SPDX-License-Identifier: Apache-2.0

import { parsed } from "./encoding.js";
import { ThumbturnError, rejection, tellDeveloper } from "./errors.js";
import { signalDevice } from "./slot.js";

export const FETCH_LIMIT = 30_000;
export const PROBE_LIMIT = 3000;

/** Does some work, and reports its outcome to a listener. */
export async function observed(listener, entry, work) {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    entry.error = error?.reason ?? error?.name;
    throw error;
  } finally {
    entry.milliseconds = performance.now() - begun;
    queueMicrotask(() => listener?.(entry));
  }
}

/** Sends a request with a token, and with a proof of the key that the token belongs to. */
export async function sendAuthorized(request, token, proofs) {
  const attempt = async () => {
    const copy = request.clone();
    if (token) copy.headers.set("Authorization", `${token.type} ${token.token}`);
    if (proofs) copy.headers.set("DPoP", await proofs.create(copy, token?.token));
    return fetch(copy);
  };
  const response = await attempt();
  return await proofs?.needNonce(response) ? attempt() : response;
}

/** The members of a request as a listener may see them, who may write them somewhere. */
const withoutPasswords = (members) => Object.fromEntries(
  Object.entries(members).map(([name, value]) => [name, /(^|_)password$/.test(name) ? "…" : value]));

/** A server's JSON over HTTP. Every failure is a `ThumbturnError`. */
export class Server {
  constructor(url, { onExchange, proofs, credentials = "omit", clientId }) {
    Object.assign(this, { url, onExchange, proofs, credentials, clientId });
  }

  async send(method, path, body, token) {
    const isForm = body instanceof URLSearchParams;
    const members = isForm ? Object.fromEntries(body) : body;
    const entry = { type: "http", method, url: this.url + path, request: members && withoutPasswords(members) };
    return observed(this.onExchange, entry, async () => {
      const request = this.#request(method, path, body, { signal: AbortSignal.timeout?.(FETCH_LIMIT) });
      let response, text;
      try {
        response = await sendAuthorized(request, token, this.proofs);
        text = await response.text();
      } catch (cause) {
        throw await this.#failureToFetch(cause);
      }
      const { ok, status, headers } = response;
      const json = text ? parsed(text) : {};
      Object.assign(entry, { status, response: json });
      signalDevice(json?.signal ?? parsed(headers.get("Thumbturn-Signal")));
      if (!ok && !json && [404, 405, 501].includes(status)) {
        tellDeveloper(`${this.url} is no Thumbturn server: set url or domain to the server's.`);
        throw new ThumbturnError("misconfigured", { code: "not_the_server", cause: text });
      }
      const retryAfter = Number(headers.get("Retry-After"));
      if (!ok) throw rejection(status, json, { server: this.url, retryAfter });
      if (!json) {
        tellDeveloper(`${method} ${entry.url} returned something other than JSON. Is it the server, and not a page?`);
        throw new ThumbturnError("server", { code: "response_unreadable", cause: text });
      }
      return json;
    });
  }

  /** Sends what needs no response, even while the page is being left. */
  notify(path, body) {
    fetch(this.#request("POST", path, body, { keepalive: true })).catch(() => {});
  }

  /** Browsers don't say whether the network failed, or whether the server doesn't let this page read its responses. */
  async #failureToFetch(cause) {
    if (!this.clientId || !globalThis.location || location.origin === this.url || !await this.#refusesPage()) {
      return new ThumbturnError("network", { cause });
    }
    const { origin, hostname, port } = location;
    if (/^[\d.]+$|^\[/.test(hostname)) {
      tellDeveloper(`Passkeys need a name, and ${hostname} is an address: open http://localhost${port && `:${port}`} instead.`);
      return new ThumbturnError("originNotAllowed", { cause });
    }
    tellDeveloper(`${this.url} doesn't let pages of ${origin} use the client ${this.clientId}. Add a client for them:
  thumbturn clients add "${document.title.replace(/[^\w .-]/g, "") || "My application"}" --type spa --origin ${origin}
Or add ${origin} to web_origins of the client, with thumbturn config show and thumbturn apply.`);
    return new ThumbturnError("originNotAllowed", { cause });
  }

  /** Whether the server can be reached, but not by this page for its client. */
  async #refusesPage() {
    const succeeds = (path, init) => {
      const signal = AbortSignal.timeout?.(PROBE_LIMIT);
      return fetch(this.url + path, { cache: "no-store", signal, ...init }).then(() => true, () => false);
    };
    // Pages of any origin may read this. A ceremony that begins stores nothing.
    if (!await succeeds("/sdk/thumbturn.json")) return false;
    const body = new URLSearchParams({ client_id: this.clientId });
    return !await succeeds("/passkey/challenge", { method: "POST", body });
  }

  #request(method, path, body, options) {
    // Browsers ask for no permission before they send a form, so that one gets through from a page that is being left.
    const isForm = body instanceof URLSearchParams;
    const headers = { Accept: "application/json", ...(body && !isForm && { "Content-Type": "application/json" }) };
    const text = isForm ? body : JSON.stringify(body);
    const init = { method, headers, body: text, credentials: this.credentials, redirect: "error" };
    return new Request(this.url + path, { ...init, ...options });
  }
}
