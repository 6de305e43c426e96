// SPDX-License-Identifier: Apache-2.0

import { decode, decodeJSON, onWire, random, sha256, wait } from "./encoding.js";
import { ThumbturnError, tellDeveloper } from "./errors.js";
import { inDatabase } from "./proofs.js";
import { interruptible } from "./slot.js";
import { alone } from "./store.js";

/** The user and the tokens of a client in this page, and the messages of its tabs about them. */
export class Tokens {
  #api;
  #store;
  #announce;
  #channel;
  // Changes with each sign-in and each sign-out. What was asked before is worth nothing then.
  #changes = 0;

  constructor(api, announce) {
    this.#api = api;
    this.#store = api.store;
    this.#announce = announce;
    if (typeof document === "undefined" || !globalThis.BroadcastChannel) return;
    this.#channel = new BroadcastChannel(this.#store.name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  get value() {
    return this.#store.value;
  }

  get claims() {
    return this.value.claims;
  }

  get generation() {
    return `${this.#changes} ${this.#store.lastSignOut}`;
  }

  /** Rejects an answer to what was asked in an earlier generation. The refresh token in it has no other owner. */
  requireCurrent(generation, granted) {
    if (generation === this.generation) return;
    this.giveBack(granted?.refresh_token);
    throw new ThumbturnError("aborted");
  }

  /**
   * Keeps what a sign-in or the session granted in a generation, instead of what was there. A sign-in begins a new one. One
   * that is for the user `sub` keeps nothing of another.
   */
  async keep(granted, { generation, nonce, isSilent, sub }) {
    const claims = await this.#api.idTokens.verified(granted.id_token, nonce);
    this.requireCurrent(generation, granted);
    if (sub && claims.sub !== sub) {
      this.giveBack(granted.refresh_token);
      throw new ThumbturnError("wrongAccount");
    }
    const { refreshToken: old } = this.value;
    if (!isSilent) this.#changes += 1;
    this.#store.value = {
      claims, idToken: granted.id_token, refreshToken: granted.refresh_token,
      access: { [nameOf({ audience: this.#api.options.audience })]: kept(granted) },
    };
    if (old !== granted.refresh_token) this.giveBack(old);
    return claims;
  }

  /** Changes claims about the user, as the server has confirmed. Those of a sign-in are as old as it is. */
  amend(changes) {
    const claims = { ...this.claims, ...changes };
    this.#store.value = { ...this.value, claims };
    return claims;
  }

  keepAccess(name, token) {
    const current = this.value;
    this.#store.value = { ...current, access: { ...current.access, [name]: token } };
  }

  dropAccess(wanted) {
    const { access = {}, ...rest } = this.value;
    const others = Object.entries(access).filter(([name]) => name !== nameOf(wanted));
    this.#store.value = { ...rest, access: Object.fromEntries(others) };
  }

  /** Forgets the sign-in, and what is still being asked for it. */
  forget() {
    this.#changes += 1;
    this.#store.value = {};
  }

  /** Forgets what only this tab has. Its refresh token has no other owner. */
  #dropOwn() {
    const { refreshToken } = this.value;
    this.#store.forgetUnsaved();
    if (refreshToken !== this.value.refreshToken) this.giveBack(refreshToken);
  }

  /** Gives the refresh token back, because the session renews tokens. */
  async dropRefreshToken() {
    await alone(this.#lock, async () => {
      const { refreshToken, ...rest } = this.value;
      if (!refreshToken) return;
      this.#store.value = rest;
      this.giveBack(refreshToken);
    });
  }

  async revoke(token) {
    await this.#api.server.send("POST", "/oauth/revoke", onWire({ clientId: this.#api.options.clientId, token }));
  }

  /** Revokes a token that will not be used, even while the page is being left. */
  giveBack(token) {
    if (!token) return;
    const { clientId } = this.#api.options;
    this.#api.server.notify("/oauth/revoke", new URLSearchParams(onWire({ clientId, token })));
  }

  /** Sends a grant. Tokens that arrive after `signal` are given back. */
  async grant(parameters, signal) {
    const { clientId } = this.#api.options;
    const granting = this.#api.server.send("POST", "/oauth/token", onWire({ clientId, ...parameters }));
    try {
      return await interruptible(granting, signal);
    } catch (error) {
      if (signal?.aborted) granting.then((late) => this.giveBack(late.refresh_token), () => {});
      throw error.cause?.error === "invalid_target" ? refusalOf("invalid_target", parameters.audience, error.cause) : error;
    }
  }

  // Access tokens

  async access({ audience = this.#api.options.audience, scope, fresh } = {}) {
    const name = nameOf({ audience, scope });
    const before = this.value.access?.[name];
    const held = () => {
      const token = this.value.access?.[name];
      return token?.until > Date.now() && !(fresh && token.token === before?.token) ? token : undefined;
    };
    const token = held() ?? await alone(this.#lock, async () => {
      await this.#catchUp();
      return held() ?? this.#renew(name, { audience, scope });
    });
    if (fresh && token && token.token === before?.token) throw new ThumbturnError("network");
    return token && this.requireFor(token, audience);
  }

  /** Rejects a token for another API than the one that was asked for. */
  requireFor(token, audience) {
    if (isFor(token, audience, this.#api.issuer)) return token;
    throw refusalOf("invalid_target", audience);
  }

  get #lock() {
    return this.#store.isShared ? this.#store.name : undefined;
  }

  /** A new access token, by the refresh token or by the session. */
  async #renew(name, wanted) {
    const { refreshToken } = this.value;
    const token = refreshToken && await this.#refresh(refreshToken, name, wanted);
    return token ?? this.#api.session.access(name, wanted);
  }

  async #refresh(refreshToken, name, wanted) {
    const { generation } = this;
    const granted = await this.grant({ grantType: "refresh_token", refreshToken, ...wanted }).catch((error) => {
      // The sign-in has ended at the server.
      if (["invalid_grant", "unauthorized"].includes(error.cause?.error)) return undefined;
      throw error;
    });
    const current = this.value;
    // A user signed in or out meanwhile.
    if (generation !== this.generation || current.refreshToken !== refreshToken) return current.access?.[name];
    if (!granted) {
      this.#store.value = { claims: current.claims, idToken: current.idToken };
      return undefined;
    }
    const token = kept(granted);
    const next = granted.refresh_token ?? refreshToken;
    this.#store.value = { ...current, refreshToken: next, access: { ...current.access, [name]: token } };
    if (this.#store.isShared && next !== refreshToken) {
      const digest = await sha256(refreshToken);
      await inDatabase(this.#retired, () => digest).catch(() => {});
    }
    return token;
  }

  /** Waits until this tab sees the tokens that another one saved: the lock may arrive before the change of localStorage. */
  async #catchUp() {
    if (!this.#store.isShared) return;
    const retired = await inDatabase(this.#retired, (digest) => digest).catch(() => undefined);
    for (let tries = 0; retired && tries < 50; tries += 1) {
      const { refreshToken } = this.value;
      if (!refreshToken || await sha256(refreshToken) !== retired) return;
      await wait(20);
    }
  }

  get #retired() {
    return `${this.#store.name} retired`;
  }

  // Other tabs

  /** Informs this page and the other tabs. */
  tell(type, detail) {
    this.tellOthers(type);
    this.#announce(type, detail);
  }

  tellHere(type, detail) {
    this.#announce(type, detail);
  }

  tellOthers(type) {
    this.#channel?.postMessage({ type, sub: this.claims?.sub });
  }

  /** Forgets a sign-in that has ended at the server. Tabs with tokens of their own find out themselves. */
  expire() {
    const { refreshToken } = this.value;
    this.forget();
    this.giveBack(refreshToken);
    if (this.#store.isShared) this.tellOthers("expired");
    this.#announce("expired");
  }

  /** Marks a sign-out, so that answers to what any tab has asked before are worth nothing. */
  markSignOut() {
    this.#store.lastSignOut = random();
  }

  /** Another tab signed in or out. What this one has in memory may be of another user. */
  #hear({ type, sub }) {
    const isOther = type !== "signedIn" || this.claims?.sub !== sub;
    if (isOther || this.#store.isShared) this.#changes += 1;
    if (isOther) this.#dropOwn();
    this.#announce(type, this.claims);
  }

  close() {
    this.#channel?.close();
    this.#channel = undefined;
  }
}

export const nameOf = ({ audience, scope }) => `${audience ?? ""} ${scope ?? ""}`;

/** An access token with the time until which it is used, shortly before it expires. */
export const kept = ({ access_token: token, token_type: type, expires_in: seconds }) =>
  ({ token, type, until: Date.now() + 1000 * (seconds - Math.min(60, seconds / 10)) });

/** Whether an access token is for an API. For one that it doesn't know, the server issues a token for `/userinfo` alone. */
function isFor({ token }, audience, issuer) {
  if (!audience || audience === `${issuer}userinfo`) return true;
  try {
    return [decodeJSON(decode(token.split(".")[1])).aud].flat().includes(audience);
  } catch {
    return false;
  }
}

/** Why the server grants nothing. An API that it doesn't know is a matter of its configuration. */
export function refusalOf(code, audience, cause) {
  if (code !== "invalid_target") return new ThumbturnError("server", { code, cause });
  tellDeveloper(`The server issues no tokens for ${audience}. Add the API to resource_servers of its configuration.`);
  return new ThumbturnError("misconfigured", { code, cause });
}
