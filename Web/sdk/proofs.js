// SPDX-License-Identifier: Apache-2.0

import { encode, sha256, utf8 } from "./encoding.js";

export const ALGORITHMS = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
};

/** Proofs of possession of a key that no script can read (RFC 9449). */
export class Proofs {
  #pair;
  #nonces = new Map();

  constructor(name) {
    this.name = name;
  }

  async create({ method, url }, token) {
    const { privateKey, publicKey } = await (this.#pair ??= this.#keyPair());
    const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
    const claims = {
      jti: crypto.randomUUID(), htm: method, htu: url.split(/[?#]/)[0], iat: Math.floor(Date.now() / 1000),
      nonce: this.#nonces.get(this.#purpose(url)), ath: token && await sha256(token),
    };
    const parts = [{ typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } }, claims];
    const signed = parts.map((part) => encode(utf8(JSON.stringify(part)))).join(".");
    return `${signed}.${encode(await crypto.subtle.sign(ALGORITHMS.ES256, privateKey, utf8(signed)))}`;
  }

  /** Keeps the server's nonce, and returns whether a request was rejected only for the lack of it. */
  async needNonce(response) {
    const nonce = response.headers.get("DPoP-Nonce");
    if (nonce) this.#nonces.set(this.#purpose(response.url), nonce);
    if (!nonce || response.ok) return false;
    return `${response.headers.get("WWW-Authenticate")} ${await response.clone().text()}`.includes("use_dpop_nonce");
  }

  // The token endpoint and the resources of a server have nonces of their own.
  #purpose(url) {
    const { origin, pathname } = new URL(url);
    return origin + pathname.startsWith("/oauth/");
  }

  async #keyPair() {
    const made = await crypto.subtle.generateKey(ALGORITHMS.ES256, false, ["sign", "verify"]);
    return this.name ? inDatabase(this.name, (kept) => kept ?? made).catch(() => made) : made;
  }
}

/** Changes what the tabs keep under a name, and returns it. Unlike localStorage, every tab sees a change at once. */
export function inDatabase(name, change) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("thumbturn", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = reject;
    opening.onsuccess = () => {
      const keys = opening.result.transaction("keys", "readwrite").objectStore("keys");
      const reading = keys.get(name);
      let value;
      reading.onsuccess = () => {
        value = change(reading.result);
        if (value !== reading.result) keys.put(value, name);
      };
      keys.transaction.onabort = reject;
      keys.transaction.oncomplete = () => { opening.result.close(); resolve(value); };
    };
  });
}
