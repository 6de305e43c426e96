// SPDX-License-Identifier: Apache-2.0

import { onWire, parsed, random, sha256, wait } from "./encoding.js";
import { ThumbturnError } from "./errors.js";
import { askInFrame } from "./frame.js";
import { kept, nameOf, refusalOf } from "./tokens.js";

// The time that a sign-in waits for its session: a page that leaves at once must not lose it, nor a blocked frame hold the
// page up.
export const SESSION_WAIT = 3000;
export const REDIRECT_LIFETIME = 3_600_000;
export const REDIRECT_PREFIX = "thumbturn redirect ";

/**
 * The session of the user's browser at the server, which a page begins, finds again in a hidden frame and gets tokens from.
 */
export class Session {
  #api;
  #store;
  #resuming;
  // Settles when the session of the last sign-in has begun, or won't.
  beginning = Promise.resolve();

  constructor(api) {
    this.#api = api;
    this.#store = api.store;
  }

  /** Parameters of an authorization request, and what its response is checked with. */
  async request({ redirectUri = this.#api.options.redirectUri ?? `${location.origin}/`, ...parameters }) {
    const { clientId, audience, organization } = this.#api.options;
    const [state, nonce, verifier] = [random(), random(), random()];
    const query = onWire({
      responseType: "code", clientId, redirectUri, scope: this.#api.scope, audience, organization, state, nonce,
      codeChallenge: await sha256(verifier), codeChallengeMethod: "S256", ...parameters,
    });
    return { state, nonce, verifier, redirectUri, query };
  }

  silentRequest(parameters) {
    return this.request({ prompt: "none", responseMode: "web_message", scope: this.#api.silentScope, ...parameters });
  }

  async exchange(response, { verifier, redirectUri }) {
    if (response.iss !== this.#api.issuer) throw new ThumbturnError("server", { code: "issuer_mismatch" });
    return this.#api.tokens.grant({
      grantType: "authorization_code", code: response.code, codeVerifier: verifier, redirectUri,
    });
  }

  // Beginning

  /** Begins the session with a ticket, in a frame of the page. Browsers may keep no cookie of another site there. */
  begin({ query }, ticket) {
    return this.#settle(async () => {
      const response = await askInFrame(`${this.#api.issuer}authorize`, { ...query, login_ticket: ticket }, true);
      // The browser's session is still the one before, which may be another user's.
      if (response?.error) this.#store.mark = undefined;
      if (!response?.code) return;
      this.#store.mark = "frame";
      if (!this.#store.isShared) await this.#api.tokens.dropRefreshToken();
    });
  }

  /** Finds out whether a frame finds the session that a redirect began. */
  find() {
    return this.#settle(async () => {
      const { generation } = this.#api.tokens;
      const found = await this.#ask({});
      if (!found || generation !== this.#api.tokens.generation) return;
      if (!found.granted) return;
      const user = await this.#api.idTokens.verified(found.granted.id_token, found.nonce);
      // Another user signed in at the server meanwhile, or before, where a frame has other cookies than a page.
      if (user.sub !== this.#api.tokens.claims?.sub) return;
      await this.#api.tokens.keep(found.granted, { generation, nonce: found.nonce, isSilent: true });
      this.#store.mark = "frame";
    });
  }

  async #settle(work) {
    this.beginning = work().catch(() => {});
    await Promise.race([this.beginning, wait(SESSION_WAIT)]);
  }

  // Using

  /** Asks the server silently who is signed in, if the user was when the page was left. */
  async resume(isFirst) {
    if (typeof document === "undefined" || this.#store.isEnding || !(isFirst || this.#store.mark)) return;
    const { generation } = this.#api.tokens;
    if (this.#resuming?.generation !== generation) {
      const answer = this.#resume(generation).finally(() => {
        if (this.#resuming?.answer === answer) this.#resuming = undefined;
      });
      this.#resuming = { generation, answer };
    }
    await this.#resuming.answer;
  }

  async #resume(generation) {
    const { tokens } = this.#api;
    const { claims } = tokens;
    const found = await this.#ask({}).catch((error) => { if (generation === tokens.generation) throw error; });
    if (generation !== tokens.generation) {
      tokens.giveBack(found?.granted?.refresh_token);
      return;
    }
    if (found?.granted) {
      const user = await this.#api.idTokens.verified(found.granted.id_token, found.nonce);
      // Another user signed in at the server. This page's user didn't ask for that.
      if (claims && user.sub !== claims.sub) return tokens.expire();
      await tokens.keep(found.granted, { generation, nonce: found.nonce, isSilent: true });
      this.#store.mark = "frame";
    } else if (!found && !claims && this.#store.mark === "frame") {
      // The user was signed in when the page was left, and it is unknown whether that is still so.
      throw new ThumbturnError("network");
    } else if (found?.isMissing) {
      const wasSignedIn = claims || this.#store.mark === "frame";
      // After a redirect, there may be a session that frames can't find.
      if (this.#store.mark === "frame") this.#store.mark = undefined;
      if (wasSignedIn) tokens.expire();
    }
  }

  /** A token that no refresh token gives, for which the session is asked. */
  async access(name, { audience, scope }) {
    const { tokens } = this.#api;
    if (!tokens.claims && !this.#store.mark || typeof document === "undefined") return undefined;
    const isOwn = name === nameOf({ audience: this.#api.options.audience });
    if (isOwn || !tokens.claims) await this.resume(true);
    if (isOwn || !tokens.claims) return tokens.value.access?.[name];
    const { generation, claims } = tokens;
    // Of this sign-in, the page keeps an access token only.
    const found = await this.#ask({ audience, scope: withoutRefreshToken(scope ? `openid ${scope}` : this.#api.silentScope) });
    if (generation !== tokens.generation) return undefined;
    if (!found) throw new ThumbturnError("network");
    if (found.isMissing) return tokens.expire();
    const user = await this.#api.idTokens.verified(found.granted.id_token, found.nonce);
    if (generation !== tokens.generation) return undefined;
    if (user.sub !== claims.sub) return tokens.expire();
    const token = kept(found.granted);
    tokens.keepAccess(name, token);
    return token;
  }

  /**
   * Returns what the session grants. `isMissing` if there is none that a frame finds, and `undefined` if there was no
   * response.
   */
  async #ask(parameters) {
    const { query, ...started } = await this.silentRequest(parameters);
    const response = await askInFrame(`${this.#api.issuer}authorize`, query, false);
    if (!response) return undefined;
    if (response.code) return { granted: await this.exchange(response, started), nonce: started.nonce };
    if (response.error === "login_required") return { isMissing: true };
    throw refusalOf(response.error, query.audience, response);
  }

  // Redirects

  async redirect({ redirectUri, appState, ...parameters } = {}) {
    const { state, query, ...started } = await this.request({ redirectUri, ...parameters });
    try {
      forgetRedirects();
      const begun = { ...started, appState, client: this.#store.name, begunAt: Date.now() };
      sessionStorage.setItem(REDIRECT_PREFIX + state, JSON.stringify(begun));
    } catch (cause) {
      // Nothing would be left to check the response with.
      throw new ThumbturnError("notSupported", { cause });
    }
    location.assign(`${this.#api.issuer}authorize?${new URLSearchParams(query)}`);
  }

  async finishRedirect(url) {
    const response = Object.fromEntries(url.searchParams);
    if (!response.state || !(response.code || response.error)) return undefined;
    const name = REDIRECT_PREFIX + response.state;
    const started = redirectNamed(name);
    // The response of another provider, or to another client of this page, or one that this tab didn't ask for.
    if (started ? started.client !== this.#store.name : response.iss !== this.#api.issuer) return undefined;
    if (!started) throw new ThumbturnError("server", { code: "state_mismatch" });
    sessionStorage.removeItem(name);
    for (const member of ["code", "state", "iss", "error", "error_description"]) url.searchParams.delete(member);
    if (url.origin === location.origin) history.replaceState(history.state, "", url);
    if (response.error) throw new ThumbturnError("server", { code: response.error, cause: response });
    const { tokens } = this.#api;
    const { generation } = tokens;
    const user = await tokens.keep(await this.exchange(response, started), { generation, nonce: started.nonce });
    this.#store.mark = "redirect";
    this.#store.endingUntil = undefined;
    // It gets its tokens from the session from now on, if that is possible.
    if (!this.#store.isShared) this.find();
    tokens.tell("signedIn", user);
    return { user, appState: started.appState };
  }
}

export const withoutRefreshToken = (scope) => scope.split(" ").filter((one) => one !== "offline_access").join(" ");

/** Returns the values that a redirect began with. A browser that denies the page its storage has nothing. */
function redirectNamed(name) {
  try {
    return parsed(sessionStorage.getItem(name));
  } catch {
    return undefined;
  }
}

/** Forgets redirects that never came back. */
function forgetRedirects() {
  for (const name of Object.keys(sessionStorage).filter((one) => one.startsWith(REDIRECT_PREFIX))) {
    const { begunAt } = JSON.parse(sessionStorage.getItem(name));
    if (begunAt < Date.now() - REDIRECT_LIFETIME) sessionStorage.removeItem(name);
  }
}
