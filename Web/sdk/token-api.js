// SPDX-License-Identifier: Apache-2.0

import { Codes } from "./codes.js";
import { onWire } from "./encoding.js";
import { ThumbturnError } from "./errors.js";
import { IDTokens, isValid } from "./id-tokens.js";
import { Passwords } from "./passwords.js";
import { Proofs } from "./proofs.js";
import { Server } from "./server.js";
import { Session, withoutRefreshToken } from "./session.js";
import { SignOut } from "./sign-out.js";
import { Store } from "./store.js";
import { Tokens, kept, nameOf } from "./tokens.js";

export const SCOPE = "openid profile email";
export const ACCOUNT_SCOPE = ["read", "create", "update", "delete"].map((verb) => `${verb}:me:authentication_methods`).join(" ");
export const DELETION_SCOPE = "delete:me:account";
export const PASSKEY_GRANT = "urn:okta:params:oauth:grant-type:webauthn";

/** Auth0's API: passkeys at the token endpoint, and the account's own resources. */
export class TokenAPI {
  #account;
  #confirmation;
  #signingOut;
  #closing = new AbortController();

  constructor(options, announce) {
    const { domain, url = domain ? `https://${domain}` : globalThis.location?.origin, clientId, storage, dpop } = options;
    if (!clientId) throw new TypeError("Thumbturn needs a clientId.");
    if (!url) throw new TypeError("Thumbturn needs a domain where there is no page.");
    this.origin = new URL(url).origin;
    this.issuer = `${this.origin}/`;
    this.options = { session: true, ...options };
    const isShared = storage === "local";
    this.store = new Store(`thumbturn ${this.origin} ${clientId}`, isShared);
    this.#setScopes(isShared);
    this.proofs = dpop ? new Proofs(isShared ? this.store.name : undefined) : undefined;
    this.server = new Server(this.origin, { onExchange: options.onExchange, proofs: this.proofs, clientId });
    this.idTokens = new IDTokens(this.server, this.issuer, clientId);
    this.tokens = new Tokens(this, announce);
    this.session = new Session(this);
    const account = {
      finish: (grant, ...rest) => this.#finish(grant, ...rest), send: (...request) => this.#request(...request),
      sendConfirmation: (act) => this.#send("POST", "/confirmations", { act }, this.#account),
      reporter: (session) => this.#reporter(session),
    };
    this.passwords = new Passwords(this, account);
    this.codes = new Codes(this, account);
    this.#account = { audience: `${this.issuer}me/`, scope: ACCOUNT_SCOPE };
    const { signal } = this.#closing;
    if (typeof document !== "undefined") addEventListener("pagehide", (event) => this.#leave(event), { signal });
  }

  /**
   * Sets the scopes that a sign-in asks for, and those that the session is asked for silently.
   *
   * A sign-in gets a refresh token in case that the page can't use the session. Without shared storage no tab owns one after
   * the page, so no silent request asks for one.
   */
  #setScopes(isShared) {
    const { scope } = this.options;
    this.scope = scope ?? `${SCOPE} offline_access`;
    this.silentScope = isShared ? this.scope : withoutRefreshToken(this.scope);
  }

  /** Gives back the refresh token of a page that ends, unless it may be shown again. */
  #leave({ persisted }) {
    if (!this.store.isShared && !persisted) this.tokens.giveBack(this.tokens.value.refreshToken);
  }

  close() {
    this.#closing.abort();
    this.tokens.close();
  }

  // Ceremonies

  start(purpose, profile = {}) {
    switch (purpose) {
      case "signUp": {
        const { metadata, displayName, delivery: deliveryMethod, ...rest } = profile;
        const members = { name: displayName, ...rest };
        const body = { userProfile: onWire(members), userMetadata: metadata, deliveryMethod };
        return this.#ceremony("/passkey/register", body, (response) => this.#finish(response));
      }
      // The server doesn't reveal who has passkeys. Whether one belongs to a name that was entered, it says afterwards.
      case "signIn": return this.#ceremony("/passkey/challenge", {}, (response) => this.#finish(response));
      case "confirm": return this.#ceremony("/passkey/challenge", {}, (response) => this.#confirm(response, profile));
      case "deleteAccount": return this.#deletion(profile);
      case "passkeys.add": return this.#enrollment();
      case "upgrade": return this.#enrollment("conditional");
      default: throw new TypeError(`Thumbturn can't prepare ${purpose}.`);
    }
  }

  async #ceremony(path, members, finish) {
    const { clientId, realm, organization } = this.options;
    const context = { clientId, realm, organization };
    const started = await this.server.send("POST", path, onWire({ ...context, ...members }));
    const { auth_session: authSession, authn_params_public_key: options, verification_required: required } = started;
    return {
      options, required, report: this.#reporter(authSession),
      finish: (authnResponse, more) =>
        finish({ grantType: PASSKEY_GRANT, realm, organization, authSession, authnResponse, ...more }),
    };
  }

  /**
   * Has a sign-in granted, with a passkey's response or a password, and begins its session. One that goes on for the user who
   * is signed in (`renewed`) is sent only if that is still so.
   */
  async #finish(response, signal, renewed) {
    const { tokens, session, store, scope } = this;
    // It would end the session that begins now.
    await this.#signingOut;
    const generation = renewed?.generation ?? tokens.generation;
    const { audience } = this.options;
    const silent = this.options.session ? await session.silentRequest({}) : undefined;
    const { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod } = silent?.query ?? {};
    tokens.requireCurrent(generation);
    const granted = await tokens.grant({ scope, audience, codeChallenge, codeChallengeMethod, ...response }, signal);
    const claims = await tokens.keep(granted, { generation, sub: renewed?.sub });
    store.endingUntil = undefined;
    const signedIn = tokens.generation;
    const tellOthers = () => { if (tokens.generation === signedIn) tokens.tellOthers("signedIn"); };
    if (granted.login_ticket) {
      const waited = session.begin(silent, granted.login_ticket);
      // Only then: a tab that is told may ask for the session.
      session.beginning.then(tellOthers);
      await waited;
    } else {
      tellOthers();
    }
    tokens.requireCurrent(signedIn);
    tokens.tellHere("signedIn", claims);
    return claims;
  }

  async #enrollment(mediation) {
    const body = { type: "passkey", use_exclude_credentials: true, mediation };
    const { auth_session, authn_params_public_key: options } = await this.#request("POST", "", body);
    const finish = async (authn_response) => {
      await this.#request("POST", "/passkey%7Cnew/verify", { auth_session, authn_response });
      return this.user();
    };
    return { options, finish, report: this.#reporter(auth_session) };
  }

  #reporter(auth_session) {
    return (reason, error) => this.server.notify("/passkey/report", { auth_session, reason, error });
  }

  // The same user again

  /** The user who is to confirm: the one signed in at the call, even if another one is when the device has responded. */
  async confirming() {
    const user = await this.user();
    if (!user) throw new ThumbturnError("notSignedIn");
    return user.sub;
  }

  /** The confirmation that the page has already, if it is younger than `maxAge` seconds. */
  async recentConfirmation({ sub, maxAge, audience, scope }) {
    const { idToken, claims } = this.tokens.value;
    const found = [{ user: claims, idToken }, this.#confirmation].find((one) => one?.idToken && one.user.sub === sub
      && !WITHOUT_PASSKEY.some((method) => one.user.amr?.includes(method)) && isValid(one.user) && isYounger(one.user, maxAge)
      && (!audience || one.user === claims));
    if (!found) return undefined;
    const accessToken = audience && (await this.tokens.access({ audience, scope }))?.token;
    this.#requireStill(sub);
    return confirmationOf(found.user, found.idToken, accessToken);
  }

  #requireStill(sub) {
    if (this.tokens.claims?.sub !== sub) throw new ThumbturnError("aborted");
  }

  /** Takes a sign-in for proof that the user is still there, and for nothing else. */
  async #confirm(response, { sub, audience, scope }) {
    const { tokens } = this;
    const own = this.#account;
    const wanted = audience ? { audience, scope: `openid ${scope ?? ""}`.trim() } : { ...own, scope: `openid ${own.scope}` };
    const granted = await tokens.grant({ ...wanted, ...response });
    const claims = await this.idTokens.verified(granted.id_token);
    if (claims.sub !== sub) throw new ThumbturnError("wrongAccount");
    this.#requireStill(sub);
    const accessToken = audience && tokens.requireFor(kept(granted), audience).token;
    // The account's own resources want a recent sign-in, and take this token for it.
    if (!audience) tokens.keepAccess(nameOf(own), kept(granted));
    this.#confirmation = { user: claims, idToken: granted.id_token };
    return confirmationOf(claims, granted.id_token, accessToken);
  }

  // The account

  async list() {
    return (await this.#request("GET", "?type=passkey")).authentication_methods.map(passkey);
  }

  async rename(id, name) {
    await this.#request("PATCH", `/${encodeURIComponent(id)}`, { name });
  }

  async remove(id) {
    await this.#request("DELETE", `/${encodeURIComponent(id)}`);
    this.forgetAccountTokens();
  }

  /** The change of a way in revokes the account's tokens that it was done with. */
  forgetAccountTokens() {
    this.tokens.dropAccess(this.#account);
  }

  /** Only the account's owner learns it here. */
  async check() {
    return (await this.list()).length > 0;
  }

  async #request(method, path, body) {
    return this.#send(method, `/authentication-methods${path}`, body, this.#account);
  }

  async #send(method, path, body, wanted) {
    const send = async (options) => {
      const token = await this.tokens.access({ ...wanted, ...options });
      if (!token) throw new ThumbturnError("notSignedIn");
      return this.server.send(method, `/me/v1${path}`, body, token);
    };
    try {
      return await send();
    } catch (error) {
      // Another tab removed a passkey, for example, which revokes the tokens.
      if (error.cause?.error !== "invalid_token") throw error;
      return send({ fresh: true });
    }
  }

  /** The token comes first, so that nothing that it lacks is found out only after the user has agreed. */
  async #deletion({ sub }) {
    const wanted = { audience: this.#account.audience, scope: DELETION_SCOPE };
    if (!await this.tokens.access(wanted)) throw new ThumbturnError("notSignedIn");
    return this.#ceremony("/passkey/challenge", {}, async ({ authSession, authnResponse }) => {
      this.#requireStill(sub);
      const { deletes_at: time } = await this.#send("DELETE", "", onWire({ authSession, authnResponse }), wanted);
      this.#confirmation = undefined;
      new SignOut(this).forget();
      return new Date(time);
    });
  }

  // The user

  async user({ ask } = {}) {
    if (!this.tokens.claims) await this.session.resume(ask);
    return this.tokens.claims;
  }

  accessToken(options) {
    return this.tokens.access(options);
  }

  /** Whether the user was signed in here last. No token says so, only a mark. */
  get isProbablySignedIn() {
    return !!this.tokens.claims || this.store.mark === "frame";
  }

  /** The user whose tokens are held. */
  get subject() {
    return this.tokens.claims?.sub;
  }

  redirect(options) {
    return this.session.redirect(options);
  }

  finishRedirect(url) {
    return this.session.finishRedirect(url);
  }

  signOut(options) {
    this.#confirmation = undefined;
    const signingOut = new SignOut(this).run(options);
    this.#signingOut = signingOut.catch(() => {});
    return signingOut;
  }

  /** The origins that an access token for an API may be sent to. */
  originsOf({ audience = this.options.audience }) {
    const own = [this.origin, globalThis.location?.origin, ...this.options.apiOrigins ?? []];
    return URL.canParse(audience) && isSecure(new URL(audience)) ? [...own, new URL(audience).origin] : own;
  }
}

/** The methods of sign-ins that confirm nothing (`amr`). */
const WITHOUT_PASSKEY = ["pwd", "otp", "sms"];

/** Whether a sign-in is younger than so many seconds. One of the future is none: a clock was turned back. */
const isYounger = ({ auth_time: time }, seconds) => {
  const age = Date.now() / 1000 - time;
  return seconds > 0 && age >= -60 && age < seconds;
};

const confirmationOf = (user, idToken, accessToken) =>
  ({ user, idToken, accessToken: accessToken || undefined, authenticatedAt: new Date(user.auth_time * 1000) });

export const isSecure = ({ protocol, hostname }) =>
  protocol === "https:" || (protocol === "http:" && /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));

/** A passkey as the SDK returns it. */
export function passkey({ id, key_id: credentialId, name, provider, user_agent: userAgent, ...more }) {
  const { credential_backed_up: isSynced, created_at: created, last_auth_at: lastUsed } = more;
  return {
    id, credentialId, name, provider, userAgent, isSynced,
    createdAt: new Date(created), lastUsedAt: lastUsed && new Date(lastUsed),
  };
}
