// SPDX-License-Identifier: Apache-2.0

import { decode, decodeJSON, utf8 } from "./encoding.js";
import { ThumbturnError, tellDeveloper } from "./errors.js";
import { ALGORITHMS } from "./proofs.js";

/** Verifies the ID tokens of a client. */
export class IDTokens {
  #keys = [];

  constructor(server, issuer, clientId) {
    Object.assign(this, { server, issuer, clientId });
  }

  /** The claims of an ID token, once its signature and its claims are checked. */
  async verified(token, nonce) {
    const [head, body, signature] = token.split(".");
    const claims = decodeJSON(decode(body));
    const checks = {
      signature: await this.#isAuthentic(decodeJSON(decode(head)), `${head}.${body}`, decode(signature)),
      issuer: claims.iss === this.issuer,
      audience: [claims.aud].flat().includes(this.clientId),
      expiry: isValid(claims),
      nonce: nonce === undefined || claims.nonce === nonce,
    };
    const failed = Object.keys(checks).find((name) => !checks[name]);
    if (failed) throw new ThumbturnError("server", { code: `id_token_${failed}` });
    return claims;
  }

  async #isAuthentic({ alg, kid }, signed, signature) {
    const find = () => this.#keys.find((key) => key.kid === kid);
    if (!find()) this.#keys = (await this.server.send("GET", "/.well-known/jwks.json")).keys;
    // Some browsers take a key without `alg` only if it is named as they name it.
    const { alg: _, ...jwk } = find() ?? {};
    if (!jwk.kty) return false;
    let key;
    try {
      key = await crypto.subtle.importKey("jwk", jwk, ALGORITHMS[alg], false, ["verify"]);
    } catch (cause) {
      tellDeveloper(`This browser can't verify ID tokens that are signed with ${alg}. Let them be signed with RS256 or ES256.`);
      throw new ThumbturnError("misconfigured", { code: "id_token_algorithm", cause });
    }
    return crypto.subtle.verify(ALGORITHMS[alg], key, signature, utf8(signed));
  }
}

/** Whether a token's time is not up, for clocks that differ by a minute. */
export const isValid = ({ exp }) => exp > Date.now() / 1000 - 60;
