// SPDX-License-Identifier: Apache-2.0

import { ThumbturnError, rejection } from "./errors.js";
import { signalDevice } from "./webauthn.js";

export const FETCH_LIMIT = 30_000;

/** Tells a listener what some work came to. */
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

/** A server's JSON over HTTP. Every failure is a `ThumbturnError`. */
export class Server {
  constructor(url, { onExchange, proofs, credentials = "omit" }) {
    Object.assign(this, { url, onExchange, proofs, credentials });
  }

  async send(method, path, body, token) {
    const isForm = body instanceof URLSearchParams;
    const entry = { type: "http", method, url: this.url + path, request: isForm ? Object.fromEntries(body) : body };
    return observed(this.onExchange, entry, async () => {
      const request = this.#request(method, path, body, { signal: AbortSignal.timeout?.(FETCH_LIMIT) });
      let response, text;
      try {
        response = await sendAuthorized(request, token, this.proofs);
        text = await response.text();
      } catch (cause) {
        throw new ThumbturnError("network", { cause });
      }
      const { ok, status, headers } = response;
      const json = headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : {};
      Object.assign(entry, { status, response: json });
      signalDevice(json.signal ?? JSON.parse(headers.get("Thumbturn-Signal")));
      if (!ok) throw rejection(status, json);
      return json;
    });
  }

  /** Sends what needs no response, even while the page is being left. */
  notify(path, body) {
    fetch(this.#request("POST", path, body, { keepalive: true })).catch(() => {});
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
