// SPDX-License-Identifier: Apache-2.0

import { decode, decodeJSON, onWire, random, sha256, utf8, wait } from "./encoding.js";
import { ThumbturnError } from "./errors.js";
import { askInFrame } from "./frame.js";
import { ALGORITHMS, Proofs, inDatabase } from "./proofs.js";
import { Server } from "./server.js";
import { Store, alone, hasMark, setMark } from "./store.js";

export const SCOPE = "openid profile email offline_access";
export const ACCOUNT_SCOPE = ["read", "create", "update", "delete"].map((verb) => `${verb}:me:authentication_methods`).join(" ");

/** Auth0's API: passkeys at the token endpoint, and the account's own resources. */
export class TokenAPI {
  #options;
  #issuer;
  #server;
  #store;
  #announce;
  #channel;
  // The name of what all tabs share.
  #name;
  #shared;
  #asking;
  #keys = [];
  proofs;

  constructor(options, announce) {
    const { domain, url = domain ? `https://${domain}` : globalThis.location?.origin, clientId, storage, dpop } = options;
    if (!clientId) throw new TypeError("Thumbturn needs a clientId.");
    if (!url) throw new TypeError("Thumbturn needs a domain where there is no page.");
    const { origin } = new URL(url);
    this.#name = `thumbturn ${origin} ${clientId}`;
    this.#shared = storage === "local" ? this.#name : undefined;
    this.proofs = dpop ? new Proofs(this.#shared) : undefined;
    this.#options = { scope: SCOPE, session: true, ...options };
    this.#issuer = `${origin}/`;
    this.#server = new Server(origin, { onExchange: options.onExchange, proofs: this.proofs, clientId });
    this.#store = new Store(this.#shared);
    this.#announce = announce;
    if (typeof document === "undefined" || !globalThis.BroadcastChannel) return;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data: type }) => this.#hear(type);
  }

  start(purpose, profile = {}) {
    switch (purpose) {
      case "signUp": {
        const { metadata, displayName, ...rest } = profile;
        const members = { name: displayName, ...rest };
        return this.#ceremony("/passkey/register", { userProfile: onWire(members), userMetadata: metadata });
      }
      // The server doesn't reveal who has passkeys. Whether one belongs to a name that was entered, it says afterwards.
      case "signIn": return this.#ceremony("/passkey/challenge", {});
      case "addPasskey": return this.#enrollment();
      case "upgrade": return this.#enrollment("conditional");
      default: throw new TypeError(`Thumbturn can't prepare ${purpose}.`);
    }
  }

  async list() {
    return (await this.#account("GET", "?type=passkey")).authentication_methods.map(passkey);
  }

  async rename(id, name) {
    await this.#account("PATCH", `/${encodeURIComponent(id)}`, { name });
  }

  async remove(id) {
    await this.#account("DELETE", `/${encodeURIComponent(id)}`);
    // The removal revokes the account's tokens that it was done with.
    const { access = {}, ...rest } = this.#store.value;
    const others = Object.entries(access).filter(([name]) => name !== this.#accountTokenName);
    this.#store.value = { ...rest, access: Object.fromEntries(others) };
  }

  /** Only the account's owner learns it here. */
  async check() {
    return (await this.list()).length > 0;
  }

  async user({ ask } = {}) {
    if (!this.#store.value.claims) await this.#resume(ask);
    return this.#store.value.claims;
  }

  async accessToken({ audience = this.#options.audience, scope, fresh } = {}) {
    const name = `${audience ?? ""} ${scope ?? ""}`;
    const before = this.#store.value;
    const held = () => {
      const { access, refreshToken } = this.#store.value;
      const isStale = fresh && refreshToken === before.refreshToken;
      return access?.[name]?.until > Date.now() && !isStale ? access[name] : undefined;
    };
    return held() ?? alone(this.#shared, async () => {
      await this.#catchUp();
      return held() ?? this.#renew(name, { audience, scope });
    });
  }

  /** Waits until this tab sees the tokens that another one saved: the lock may arrive before the change of localStorage. */
  async #catchUp() {
    if (!this.#shared) return;
    const retired = await inDatabase(`${this.#shared} retired`, (digest) => digest).catch(() => undefined);
    for (let tries = 0; retired && tries < 50; tries += 1) {
      const { refreshToken } = this.#store.value;
      if (!refreshToken || await sha256(refreshToken) !== retired) return;
      await wait(20);
    }
  }

  /** Whether the user was signed in here last. No token says so, only a mark. */
  get isProbablySignedIn() {
    return !!this.#store.value.claims || hasMark(this.#name);
  }

  /** The user whose tokens are held. */
  get subject() {
    return this.#store.value.claims?.sub;
  }

  async redirect({ redirectUri, appState, ...parameters }) {
    const { state, query, ...started } = await this.#request({ redirectUri, ...parameters });
    sessionStorage.setItem(`thumbturn ${state}`, JSON.stringify({ ...started, appState }));
    location.assign(`${this.#issuer}authorize?${new URLSearchParams(query)}`);
  }

  async finishRedirect(url) {
    const response = Object.fromEntries(url.searchParams);
    if (!response.state || !(response.code || response.error)) return undefined;
    const name = `thumbturn ${response.state}`;
    const started = JSON.parse(sessionStorage.getItem(name) ?? "null");
    if (!started) throw new ThumbturnError("server", { code: "state_mismatch" });
    sessionStorage.removeItem(name);
    for (const member of ["code", "state", "iss", "error", "error_description"]) url.searchParams.delete(member);
    if (url.origin === location.origin) history.replaceState(history.state, "", url);
    if (response.error) throw new ThumbturnError("server", { code: response.error, cause: response });
    const user = await this.#exchange(response, started);
    setMark(this.#name, true);
    this.#tell("signedIn", user);
    return { user, appState: started.appState };
  }

  async signOut({ returnTo }) {
    const { refreshToken, idToken } = this.#store.value;
    const { clientId } = this.#options;
    const hadSession = hasMark(this.#name);
    this.#forget();
    const revocation = onWire({ clientId, token: refreshToken });
    if (refreshToken) await this.#server.send("POST", "/oauth/revoke", revocation).catch(() => {});
    const query = new URLSearchParams(onWire({
      clientId, idTokenHint: idToken, postLogoutRedirectUri: returnTo && new URL(returnTo, location).href }));
    const url = `${this.#issuer}oidc/logout?${query}`;
    // Nothing is read, so the browser's cookies may come along.
    if (hadSession && idToken && !returnTo) await fetch(url, { mode: "no-cors", credentials: "include" }).catch(() => {});
    // Only now: a tab that is told may ask the server who is signed in.
    this.#tell("signedOut");
    if (returnTo) location.assign(url);
  }

  // Ceremonies

  async #ceremony(path, members) {
    const { clientId, realm, organization } = this.#options;
    const context = { clientId, realm, organization };
    const started = await this.#server.send("POST", path, onWire({ ...context, ...members }));
    const { auth_session: authSession, authn_params_public_key: options } = started;
    const finish = (authnResponse, loginHint) => this.#finish({ ...context, authSession, authnResponse, loginHint });
    return { options, finish, report: this.#reporter(authSession) };
  }

  async #finish(members) {
    const { scope, audience, session } = this.#options;
    const silent = session ? await this.#request({ prompt: "none", responseMode: "web_message" }) : undefined;
    const { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod } = silent?.query ?? {};
    const grant = { grantType: "urn:okta:params:oauth:grant-type:webauthn", scope, audience, ...members };
    const granted = await this.#grant({ ...grant, codeChallenge, codeChallengeMethod });
    const claims = await this.#keep(granted);
    if (granted.login_ticket) await this.#beginSession({ ...silent.query, login_ticket: granted.login_ticket });
    this.#tell("signedIn", claims);
    return claims;
  }

  async #enrollment(mediation) {
    const started = await this.#account("POST", "", { type: "passkey", use_exclude_credentials: true, mediation });
    const { auth_session, authn_params_public_key: options } = started;
    const finish = async (authn_response) => {
      await this.#account("POST", "/passkey%7Cnew/verify", { auth_session, authn_response });
      return this.user();
    };
    return { options, finish, report: this.#reporter(auth_session) };
  }

  #reporter(auth_session) {
    return (reason, error) => this.#server.notify("/passkey/report", { auth_session, reason, error });
  }

  async #account(method, path, body) {
    const token = await this.accessToken({ audience: `${this.#issuer}me/`, scope: ACCOUNT_SCOPE });
    if (!token) throw new ThumbturnError("notSignedIn", { code: "signed_out" });
    return this.#server.send(method, `/me/v1/authentication-methods${path}`, body, token);
  }

  get #accountTokenName() {
    return `${this.#issuer}me/ ${ACCOUNT_SCOPE}`;
  }

  // The session

  /** Parameters of an authorization request, and what its response is checked with. */
  async #request({ redirectUri = this.#options.redirectUri ?? `${location.origin}/`, ...parameters }) {
    const { clientId, scope, audience, organization } = this.#options;
    const [state, nonce, verifier] = [random(), random(), random()];
    const query = onWire({
      responseType: "code", clientId, redirectUri, scope, audience, organization, state, nonce,
      codeChallenge: await sha256(verifier), codeChallengeMethod: "S256", ...parameters,
    });
    return { state, nonce, verifier, redirectUri, query };
  }

  /** Begins the session with a ticket, in a frame of the page. Browsers may keep no cookie of another site there. */
  async #beginSession(query) {
    const response = await askInFrame(`${this.#issuer}authorize`, query, true);
    setMark(this.#name, !!response?.code);
  }

  /** Asks the server silently who is signed in, if the user was when the page was left. */
  #resume(isFirst) {
    if (typeof document === "undefined" || !(isFirst || hasMark(this.#name))) return undefined;
    this.#asking ??= this.#askSilently().finally(() => { this.#asking = undefined; });
    return this.#asking;
  }

  async #askSilently() {
    const { query, ...started } = await this.#request({ prompt: "none", responseMode: "web_message" });
    const response = await askInFrame(`${this.#issuer}authorize`, query, false);
    if (response?.code) {
      await this.#exchange(response, started);
      setMark(this.#name, true);
    } else if (response?.error === "login_required" && hasMark(this.#name)) {
      this.#expire();
    }
  }

  async #exchange(response, { verifier, redirectUri, nonce }) {
    if (response.iss !== this.#issuer) throw new ThumbturnError("server", { code: "issuer_mismatch" });
    const grant = { grantType: "authorization_code", code: response.code, codeVerifier: verifier, redirectUri };
    return this.#keep(await this.#grant(grant), nonce);
  }

  // Tokens

  async #keep(granted, nonce) {
    const claims = await this.#verified(granted.id_token, nonce);
    this.#store.value = {
      claims, idToken: granted.id_token, refreshToken: granted.refresh_token,
      access: { [`${this.#options.audience ?? ""} `]: kept(granted) },
    };
    return claims;
  }

  /** A new access token, by the refresh token or by the session. */
  async #renew(name, wanted) {
    const { refreshToken } = this.#store.value;
    const token = refreshToken && await this.#refresh(refreshToken, name, wanted);
    if (token) return token;
    await this.#resume();
    const current = this.#store.value;
    if (current.access?.[name]) return current.access[name];
    return current.refreshToken ? this.#refresh(current.refreshToken, name, wanted) : undefined;
  }

  async #refresh(refreshToken, name, wanted) {
    const granted = await this.#grant({ grantType: "refresh_token", refreshToken, ...wanted }).catch((error) => {
      // The sign-in has ended at the server.
      if (["invalid_grant", "unauthorized"].includes(error.cause?.error)) return undefined;
      throw error;
    });
    const current = this.#store.value;
    // Somebody signed in or out meanwhile.
    if (current.refreshToken !== refreshToken) return current.access?.[name];
    if (!granted) {
      if (hasMark(this.#name)) this.#store.value = {};
      else this.#expire();
      return undefined;
    }
    const token = kept(granted);
    const access = { ...current.access, [name]: token };
    const next = granted.refresh_token ?? refreshToken;
    this.#store.value = { ...current, refreshToken: next, access };
    if (this.#shared && next !== refreshToken) {
      const digest = await sha256(refreshToken);
      await inDatabase(`${this.#shared} retired`, () => digest).catch(() => {});
    }
    return token;
  }

  #grant(parameters) {
    return this.#server.send("POST", "/oauth/token", onWire({ clientId: this.#options.clientId, ...parameters }));
  }

  // Other tabs

  #tell(type, detail) {
    this.#channel?.postMessage(type);
    this.#announce(type, detail);
  }

  #forget() {
    this.#store.value = {};
    setMark(this.#name, false);
  }

  #expire() {
    this.#forget();
    this.#tell("expired");
  }

  /** Another tab signed in or out. What this one has in memory may be of another user. */
  #hear(type) {
    if (!this.#shared) this.#store.value = {};
    this.#announce(type, this.#store.value.claims);
  }

  // ID tokens

  /** The claims of an ID token, once its signature and its claims are checked. */
  async #verified(token, nonce) {
    const [head, body, signature] = token.split(".");
    const claims = decodeJSON(decode(body));
    const { clientId } = this.#options;
    const checks = {
      signature: await this.#isAuthentic(decodeJSON(decode(head)), `${head}.${body}`, decode(signature)),
      issuer: claims.iss === this.#issuer,
      audience: [claims.aud].flat().includes(clientId),
      expiry: claims.exp > Date.now() / 1000 - 60,
      nonce: nonce === undefined || claims.nonce === nonce,
    };
    const failed = Object.keys(checks).find((name) => !checks[name]);
    if (failed) throw new ThumbturnError("server", { code: `id_token_${failed}` });
    return claims;
  }

  async #isAuthentic({ alg, kid }, signed, signature) {
    const find = () => this.#keys.find((key) => key.kid === kid);
    if (!find()) this.#keys = (await this.#server.send("GET", "/.well-known/jwks.json")).keys;
    try {
      const key = await crypto.subtle.importKey("jwk", find(), ALGORITHMS[alg], false, ["verify"]);
      return await crypto.subtle.verify(ALGORITHMS[alg], key, signature, utf8(signed));
    } catch {
      return false;
    }
  }
}

/** A passkey as the SDK returns it. */
export function passkey({ id, key_id: credentialId, name, provider, user_agent: userAgent, ...more }) {
  const { credential_backed_up: isSynced, created_at: created, last_auth_at: lastUsed } = more;
  return {
    id, credentialId, name, provider, userAgent, isSynced,
    createdAt: new Date(created), lastUsedAt: lastUsed && new Date(lastUsed),
  };
}

/** An access token with the time until which it is used, shortly before it expires. */
export const kept = ({ access_token: token, token_type: type, expires_in: seconds }) =>
  ({ token, type, until: Date.now() + 1000 * (seconds - Math.min(60, seconds / 10)) });
