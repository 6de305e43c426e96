// SPDX-License-Identifier: Apache-2.0

/** A client of a Thumbturn server. `thumbturn.d.ts` documents its methods. */
export class Thumbturn {
  #settings;
  #api;

  passkeys = {
    list: () => this.#api.list(),
    rename: (id, name) => this.#api.rename(id, name),
    remove: (id) => this.#api.remove(id),
  };

  constructor(options = {}) {
    this.#settings = options;
    this.#api = options.apiEndpoint === undefined ? new TokenAPI(options) : new CeremonyAPI(options);
  }

  signUp({ signal, extensions, ...profile } = {}) {
    return this.#prompt("create", () => this.#api.startSignUp(profile), { signal, extensions });
  }

  signIn({ signal, extensions, immediate, ...who } = {}) {
    return this.#prompt("get", () => this.#api.startSignIn(who), { signal, extensions, immediate });
  }

  addPasskey({ signal, extensions } = {}) {
    return this.#prompt("create", () => this.#api.startEnrollment(), { signal, extensions });
  }

  async signInWithAutofill({ signal, ...who } = {}) {
    const own = autofill = {};
    if (!(await this.capabilities()).conditionalGet) return undefined;
    for (let renewals = 0; renewals < RENEWALS && autofill === own && !signal?.aborted; renewals += 1) {
      let started, credential;
      try {
        started = await this.#api.startSignIn(who);
        credential = await this.#ask("get", started, { signal, mediation: "conditional" });
      } catch (error) {
        // Nobody asked for it, so nobody is told. It begins again after another ceremony, and before the challenge expires.
        if (error.name !== "AbortError" && error.name !== "TimeoutError") return undefined;
        await running;
        await visible();
        continue;
      }
      return complete(started, credential);
    }
    return undefined;
  }

  async upgradeToPasskey({ signal } = {}) {
    if (!(await this.capabilities()).conditionalCreate) return false;
    const started = await this.#api.startEnrollment("conditional");
    if (!started) return false;
    let credential;
    try {
      credential = await this.#ask("create", started, { signal, mediation: "conditional" });
    } catch {
      return false;
    }
    await complete(started, credential);
    return true;
  }

  hasPasskeys(username) {
    return this.#api.hasPasskeys(username);
  }

  async capabilities() {
    const native = globalThis.PublicKeyCredential;
    return {
      // A security key or a phone is enough, so a missing platform authenticator rules nothing out.
      passkeys: isSecureContext && !!native && !!navigator.credentials,
      conditionalGet: await native?.isConditionalMediationAvailable?.() ?? false,
      conditionalCreate: false,
      userVerifyingPlatformAuthenticator: await native?.isUserVerifyingPlatformAuthenticatorAvailable?.() ?? false,
      ...await native?.getClientCapabilities?.(),
    };
  }

  async readiness() {
    try {
      requireWebAuthn();
      const { options } = await this.#api.startSignIn({});
      if (!await isDomainAllowed(options.rpId)) throw new ThumbturnError("wrongDomain");
      return [];
    } catch (problem) {
      return [problem];
    }
  }

  signInWithRedirect(options = {}) {
    return this.#api.redirect(options);
  }

  handleRedirectCallback(url = location.href) {
    return this.#api.finishRedirect?.(new URL(url));
  }

  async accessToken(options) {
    return (await this.#api.accessToken(options))?.token;
  }

  async fetch(input, { audience, scope, ...init } = {}) {
    const token = await this.#api.accessToken({ audience, scope });
    return sendAuthorized(new Request(input, init), token, this.#api.proofs);
  }

  user() {
    return this.#api.user();
  }

  signOut(options = {}) {
    return this.#api.signOut(options);
  }

  #prompt(kind, start, options) {
    const ceremony = this.#perform(kind, start, options);
    running = ceremony.catch(() => {});
    return ceremony;
  }

  async #perform(kind, start, options) {
    requireWebAuthn();
    const started = await start();
    let credential;
    try {
      credential = await this.#ask(kind, started, options);
    } catch (error) {
      const failure = failureOf(error, options.immediate);
      started.report?.(reportedReason(failure), failure.code);
      throw failure;
    }
    return complete(started, credential);
  }

  async #ask(kind, { options }, { signal, mediation, immediate, extensions }) {
    const { rpId, rpName, timeout = options.timeout ?? TIMEOUT, attestation, attachment, onExchange } = this.#settings;
    const publicKey = parse(kind, options);
    const relyingParty = publicKey.rp?.id ?? publicKey.rpId;
    if (rpId && rpId !== relyingParty) throw new ThumbturnError("wrongDomain");
    publicKey.timeout = timeout;
    const wanted = { ...publicKey.extensions, ...(kind === "create" && this.#settings.extensions), ...extensions };
    if (Object.keys(wanted).length > 0) publicKey.extensions = wanted;
    if (kind === "create") {
      if (rpName) publicKey.rp.name = rpName;
      if (attestation) publicKey.attestation = attestation;
      if (attachment) publicKey.authenticatorSelection.authenticatorAttachment = attachment;
    }
    const request = { publicKey, ...(mediation && { mediation }), ...(immediate && { uiMode: "immediate" }) };
    const entry = { type: "webauthn", method: kind, mediation, options };
    return observed(onExchange, entry, async () => {
      const credential = await askBrowser(kind, request, signal, mediation ? timeout * 0.9 : timeout + GRACE);
      entry.response = serialize(credential);
      return credential;
    });
  }
}

export class ThumbturnError extends Error {
  constructor(reason, { code, reference, cause, text = CODE_TEXTS[code] ?? TEXTS[reason] } = {}) {
    const [message, recovery] = text;
    super(message, { cause });
    Object.assign(this, { name: "ThumbturnError", reason, recovery, code, reference });
  }
}

const TIMEOUT = 300_000;
const GRACE = 1000;
const RENEWALS = 12;
const FETCH_LIMIT = 30_000;

const TEXTS = {
  cancelled: ["No passkey was used.", "Try again. If none was offered, this device has none for this account."],
  noPasskeyHere: ["There is no passkey for this account here.", "Use another passkey, or sign up."],
  alreadyRegistered: ["This device already has a passkey for this account.", "Sign in with it."],
  notSupported: ["This browser can't use passkeys here.", "Use another browser or device."],
  insecureContext: ["Passkeys need a secure connection.", "Open this page with https."],
  wrongDomain: ["Passkeys can't be used at this address.", "Open this page at its usual address."],
  aborted: ["The request was stopped.", "Try again."],
  timedOut: ["This took too long.", "Try again. If it happens again, turn off the password manager."],
  network: ["The server can't be reached.", "Check the connection, and try again."],
  server: ["The server didn't accept this.", "Try again. If it happens again, contact support."],
};

const CODE_TEXTS = {
  "sign-in.account-exists": ["This account already exists.", "Sign in instead."],
  "sign-in.last-credential": ["This is the account's only passkey.", "Add another one before you remove it."],
  "sign-in.too-many-passkeys": ["The account has too many passkeys.", "Remove one first."],
  ConstraintError: ["The security key has no PIN.", "Set a PIN for it, or use another device."],
  "page.sign-in-required": ["You are not signed in.", "Sign in, and try again."],
};

// Failures

function requireWebAuthn() {
  if (!isSecureContext) throw new ThumbturnError("insecureContext");
  if (!globalThis.PublicKeyCredential || !navigator.credentials) throw new ThumbturnError("notSupported");
}

const REASONS = {
  NotAllowedError: "cancelled", AbortError: "aborted", TimeoutError: "timedOut", SecurityError: "wrongDomain",
  InvalidStateError: "alreadyRegistered",
};

function failureOf(cause, immediate) {
  if (cause instanceof ThumbturnError) return cause;
  const code = cause.name;
  const isEmpty = immediate && code === "NotAllowedError";
  return new ThumbturnError(isEmpty ? "noPasskeyHere" : REASONS[code] ?? "notSupported", { code, cause });
}

/** The name of a failure in the server's log. */
function reportedReason({ reason, code }) {
  if (code === "ConstraintError") return "security_key_needs_pin";
  return reason === "notSupported" && code !== "NotSupportedError" ? "unknown" : snake(reason);
}

function rejection(status, body) {
  const { error, code = error, reference, signal } = body;
  const details = { code, reference, cause: body };
  if (signal?.unknown_credential) return new ThumbturnError("noPasskeyHere", details);
  if (code === "registration.credential-already-registered") return new ThumbturnError("alreadyRegistered", details);
  if (status === 429) details.text = ["There were too many attempts.", "Wait a minute, and try again."];
  if (status >= 500) details.text = ["The server has a problem.", "Try again in a moment."];
  return new ThumbturnError("server", details);
}

// Encoding

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The members that are set, with names as on the wire. */
const onWire = (members) => Object.fromEntries(
  Object.entries(members).filter(([, value]) => value !== undefined).map(([name, value]) => [snake(name), value]));

const utf8 = (text) => new TextEncoder().encode(text);

const toBase64URL = (text) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const encode = (buffer) =>
  toBase64URL(btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("")));

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));

const decodeJSON = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

const sha256 = async (text) => encode(await crypto.subtle.digest("SHA-256", utf8(text)));

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// WebAuthn

/** The options as the browser takes them. Their binary members are in either of the two base64 alphabets. */
function parse(kind, json) {
  const convert = (transform) => {
    const list = (descriptors) => descriptors?.map((one) => ({ ...one, id: transform(one.id) }));
    const options = { ...json, challenge: transform(json.challenge) };
    if (json.user) options.user = { ...json.user, id: transform(json.user.id) };
    if (json.excludeCredentials) options.excludeCredentials = list(json.excludeCredentials);
    if (json.allowCredentials) options.allowCredentials = list(json.allowCredentials);
    return options;
  };
  const native = kind === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  const options = PublicKeyCredential[native]?.(convert(toBase64URL)) ?? convert(decode);
  if (kind === "create") options.authenticatorSelection ??= {};
  return options;
}

/** The credential as JSON. Other results of extensions may be secrets, which are the page's alone. */
function serialize(credential) {
  const json = credentialJSON(credential);
  return { ...json, clientExtensionResults: { credProps: json.clientExtensionResults?.credProps } };
}

// Some password managers replace the browser's credentials by objects without toJSON, or with one that throws.
function credentialJSON(credential) {
  try {
    return credential.toJSON();
  } catch {
    const { id, rawId, type, response, authenticatorAttachment } = credential;
    const members = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
      .filter((name) => response[name]).map((name) => [name, encode(response[name])]);
    return {
      id, rawId: encode(rawId), type, authenticatorAttachment,
      response: { ...Object.fromEntries(members), transports: response.getTransports?.() },
      clientExtensionResults: credential.getClientExtensionResults?.(),
    };
  }
}

async function complete(started, credential) {
  const user = await started.finish(serialize(credential));
  autofill = undefined;
  return { user, credentialId: credential.id, extensions: credential.getClientExtensionResults?.() ?? {} };
}

// The request that is pending on this page. Browsers reject any other one.
let pending;
// The last ceremony with a prompt.
let running;
// The sign-in with autofill that begins again when it is interrupted.
let autofill;

async function stopPending() {
  if (!pending) return;
  pending.controller.abort();
  await Promise.race([pending.ended, wait(500)]);
}

/** The browser's response. Some password managers never settle a promise, and ignore that it is aborted. */
async function askBrowser(kind, request, signal, limit) {
  await stopPending();
  if (signal?.aborted) throw new DOMException("Aborted", "AbortError");
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  let timer;
  const interruption = new Promise((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    timer = setTimeout(() => { reject(new DOMException("Too late", "TimeoutError")); abort(); }, limit);
  });
  const call = navigator.credentials[kind]({ ...request, signal: controller.signal });
  const own = pending = { controller, isConditional: !!request.mediation, ended: call.catch(() => {}) };
  try {
    const credential = await Promise.race([call, interruption]);
    if (!credential) throw new DOMException("No credential", "NotAllowedError");
    return credential;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    if (pending === own) pending = undefined;
  }
}

/** Tells the device about the account's passkeys. It is a hint, for which no prompt is interrupted. */
async function signalDevice(signals) {
  for (const member of ["unknown_credential", "all_accepted_credentials", "current_user_details"]) {
    const method = `signal_${member}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    if (!signals?.[member] || !globalThis.PublicKeyCredential?.[method] || pending?.isConditional === false) continue;
    await stopPending();
    await Promise.race([PublicKeyCredential[method](signals[member]), wait(1000)]).catch(() => {});
  }
}

async function isDomainAllowed(domain) {
  if (location.hostname === domain || location.hostname.endsWith(`.${domain}`)) return true;
  try {
    const { origins } = await (await fetch(`https://${domain}/.well-known/webauthn`)).json();
    return origins.includes(location.origin);
  } catch {
    return false;
  }
}

function visible() {
  if (document.visibilityState === "visible") return undefined;
  return new Promise((resolve) => { document.addEventListener("visibilitychange", resolve, { once: true }); });
}

/** Tells a listener what some work came to. */
async function observed(listener, entry, work) {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    entry.error = error.reason ?? error.name;
    throw error;
  } finally {
    entry.milliseconds = performance.now() - begun;
    queueMicrotask(() => listener?.(entry));
  }
}

// HTTP

/** Sends a request with a token, and with a proof of the key that the token belongs to. */
async function sendAuthorized(request, token, proofs) {
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
class Server {
  constructor(url, { credentials, onExchange, proofs }) {
    Object.assign(this, { url, credentials, onExchange, proofs });
  }

  async send(method, path, body, token) {
    const entry = { type: "http", method, url: this.url + path, request: body };
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
      await signalDevice(json.signal ?? JSON.parse(headers.get("Thumbturn-Signal")));
      if (!ok) throw rejection(status, json);
      return json;
    });
  }

  /** Sends what needs no response, even while the page is being left. */
  notify(path, body) {
    fetch(this.#request("POST", path, body, { keepalive: true })).catch(() => {});
  }

  #request(method, path, body, options) {
    const headers = { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) };
    const init = { method, headers, body: JSON.stringify(body), credentials: this.credentials, redirect: "error" };
    return new Request(this.url + path, { ...init, ...options });
  }
}

/** Proofs of possession of a key that no script can read (RFC 9449). */
class Proofs {
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
    return this.name ? keptKey(this.name, made).catch(() => made) : made;
  }
}

/** The key that is stored under a name, or else the given one, which it stores. */
function keptKey(name, made) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("thumbturn", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = reject;
    opening.onsuccess = () => {
      const keys = opening.result.transaction("keys", "readwrite").objectStore("keys");
      const reading = keys.get(name);
      reading.onsuccess = () => {
        if (!reading.result) keys.put(made, name);
        resolve(reading.result ?? made);
      };
      reading.onerror = reject;
      keys.transaction.oncomplete = () => opening.result.close();
    };
  });
}

// Tokens

const ALGORITHMS = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
};
const SCOPE = "openid profile email offline_access";
const ACCOUNT_SCOPE = ["read", "create", "update", "delete"].map((verb) => `${verb}:me:authentication_methods`).join(" ");

/** What a page keeps of a sign-in, in memory or for all tabs. */
class Store {
  #held = {};

  constructor(name) {
    this.name = name;
  }

  get value() {
    return this.name ? JSON.parse(localStorage.getItem(this.name) ?? "{}") : this.#held;
  }

  set value(value) {
    if (this.name) localStorage.setItem(this.name, JSON.stringify(value));
    this.#held = value;
  }
}

/** Work that is done once at a time, by one of the tabs. The lock of a tab that is closed is released. */
const alone = (name, work) =>
  (name && navigator.locks ? navigator.locks.request(name, work) : (queue = queue.then(work, work)));
let queue = Promise.resolve();

/** Auth0's API: passkeys at the token endpoint, and the account's own resources. */
class TokenAPI {
  #options;
  #issuer;
  #server;
  #store;
  // The name of what all tabs share.
  #shared;
  #keys = [];
  proofs;

  constructor(options) {
    const { domain, url = domain ? `https://${domain}` : location.origin, clientId, storage, dpop, onExchange } = options;
    if (!clientId) throw new TypeError("Thumbturn needs a clientId.");
    const { origin } = new URL(url);
    this.#shared = storage === "local" ? `thumbturn ${origin} ${clientId}` : undefined;
    this.proofs = dpop ? new Proofs(this.#shared) : undefined;
    this.#options = { scope: SCOPE, ...options };
    this.#issuer = `${origin}/`;
    this.#server = new Server(origin, { credentials: "omit", onExchange, proofs: this.proofs });
    this.#store = new Store(this.#shared);
  }

  async startSignUp({ metadata, ...profile }) {
    return this.#ceremony("/passkey/register", { userProfile: onWire(profile), userMetadata: metadata });
  }

  // The server doesn't reveal who has passkeys, so a name that the user entered would make no difference.
  async startSignIn() {
    return this.#ceremony("/passkey/challenge", {});
  }

  async startEnrollment(mediation) {
    const started = await this.#account("POST", "", { type: "passkey", use_exclude_credentials: true, mediation });
    const { auth_session, authn_params_public_key: options } = started;
    const finish = async (authn_response) => {
      await this.#account("POST", "/passkey%7Cnew/verify", { auth_session, authn_response });
      return this.user();
    };
    return { options, finish, report: this.#reporter(auth_session) };
  }

  async list() {
    return (await this.#account("GET", "?type=passkey")).authentication_methods.map(passkey);
  }

  async rename(id, name) {
    await this.#account("PATCH", `/${encodeURIComponent(id)}`, { name });
  }

  async remove(id) {
    await this.#account("DELETE", `/${encodeURIComponent(id)}`);
  }

  async hasPasskeys() {
    return (await this.list()).length > 0;
  }

  user() {
    return this.#store.value.claims;
  }

  async accessToken({ audience = this.#options.audience, scope, isFresh } = {}) {
    const name = `${audience ?? ""} ${scope ?? ""}`;
    const before = this.#store.value;
    const held = () => {
      const { access, refreshToken } = this.#store.value;
      const isStale = isFresh && refreshToken === before.refreshToken;
      return access?.[name]?.until > Date.now() && !isStale ? access[name] : undefined;
    };
    return held() ?? alone(this.#shared, async () => held() ?? await this.#refresh(name, { audience, scope }));
  }

  async redirect({ redirectUri = this.#options.redirectUri ?? `${location.origin}/`, appState, ...parameters }) {
    const { clientId, scope, audience, organization } = this.#options;
    const [state, nonce, verifier] = [random(), random(), random()];
    sessionStorage.setItem(`thumbturn ${state}`, JSON.stringify({ nonce, verifier, redirectUri, appState }));
    const query = onWire({
      responseType: "code", clientId, redirectUri, scope, audience, organization, state, nonce,
      codeChallenge: await sha256(verifier), codeChallengeMethod: "S256", ...parameters,
    });
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
    if (response.iss !== this.#issuer) throw new ThumbturnError("server", { code: "issuer_mismatch" });
    if (response.error) throw new ThumbturnError("server", { code: response.error, cause: response });
    const { verifier, redirectUri, nonce, appState } = started;
    const grant = { grantType: "authorization_code", code: response.code, codeVerifier: verifier, redirectUri };
    return { user: await this.#signedIn(grant, nonce), appState };
  }

  async signOut({ returnTo }) {
    const { refreshToken, idToken } = this.#store.value;
    const { clientId } = this.#options;
    this.#store.value = {};
    const revocation = onWire({ clientId, token: refreshToken });
    if (refreshToken) await this.#server.send("POST", "/oauth/revoke", revocation).catch(() => {});
    if (!returnTo) return;
    const query = onWire({ clientId, idTokenHint: idToken, postLogoutRedirectUri: new URL(returnTo, location).href });
    location.assign(`${this.#issuer}oidc/logout?${new URLSearchParams(query)}`);
  }

  async #ceremony(path, members) {
    const { clientId, realm, organization, scope, audience } = this.#options;
    const context = { clientId, realm, organization };
    const started = await this.#server.send("POST", path, onWire({ ...context, ...members }));
    const { auth_session: authSession, authn_params_public_key: options } = started;
    const grant = { ...context, grantType: "urn:okta:params:oauth:grant-type:webauthn", authSession, scope, audience };
    const finish = (authnResponse) => this.#signedIn({ ...grant, authnResponse });
    return { options, finish, report: this.#reporter(authSession) };
  }

  #reporter(auth_session) {
    return (reason, error) => this.#server.notify("/passkey/report", { auth_session, reason, error });
  }

  async #account(method, path, body) {
    const token = await this.accessToken({ audience: `${this.#issuer}me/`, scope: ACCOUNT_SCOPE });
    if (!token) throw new ThumbturnError("server", { code: "page.sign-in-required" });
    return this.#server.send(method, `/me/v1/authentication-methods${path}`, body, token);
  }

  async #signedIn(grant, nonce) {
    const granted = await this.#grant(grant);
    const claims = await this.#verified(granted.id_token, nonce);
    this.#store.value = {
      claims, idToken: granted.id_token, refreshToken: granted.refresh_token,
      access: { [`${this.#options.audience ?? ""} `]: kept(granted) },
    };
    return claims;
  }

  async #refresh(name, wanted) {
    const { refreshToken } = this.#store.value;
    if (!refreshToken) return undefined;
    const granted = await this.#grant({ grantType: "refresh_token", refreshToken, ...wanted }).catch((error) => {
      // The sign-in has ended at the server.
      if (["invalid_grant", "unauthorized"].includes(error.cause?.error)) return undefined;
      throw error;
    });
    const current = this.#store.value;
    // Somebody signed in or out meanwhile.
    if (current.refreshToken !== refreshToken) return current.access?.[name];
    const token = granted && kept(granted);
    this.#store.value = granted
      ? { ...current, refreshToken: granted.refresh_token ?? refreshToken, access: { ...current.access, [name]: token } }
      : {};
    return token;
  }

  #grant(parameters) {
    return this.#server.send("POST", "/oauth/token", onWire({ clientId: this.#options.clientId, ...parameters }));
  }

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

/** A passkey of either API. */
function passkey({ id, name, provider, user_agent: userAgent, created_at: created, ...more }) {
  const lastUsed = more.last_auth_at ?? more.last_used_at;
  return {
    id, credentialId: more.key_id ?? id, name, provider, userAgent, isSynced: more.credential_backed_up ?? more.synced,
    createdAt: new Date(created), lastUsedAt: lastUsed && new Date(lastUsed),
  };
}

/** An access token with the time until which it is used, shortly before it expires. */
const kept = ({ access_token: token, token_type: type, expires_in: seconds }) =>
  ({ token, type, until: Date.now() + 1000 * (seconds - Math.min(60, seconds / 10)) });

/** The plain ceremony API of the page's own origin, with a session in a cookie. */
class CeremonyAPI {
  #server;
  #store;

  constructor({ apiEndpoint, storage, onExchange }) {
    const url = new URL(apiEndpoint, location.href);
    if (url.origin !== location.origin) throw new TypeError("apiEndpoint must be on the page's origin.");
    const path = url.href.replace(/\/$/, "");
    this.#server = new Server(path, { credentials: "same-origin", onExchange });
    this.#store = new Store(storage === "local" ? `thumbturn ${path}` : undefined);
  }

  async startSignUp({ email, username = email, name, displayName = name }) {
    const options = await this.#server.send("POST", "/register/options", { username, displayName });
    return { options, finish: (credential) => this.#finish("/register/verify", { username, credential }) };
  }

  async startSignIn({ email, username = email }) {
    const query = username ? `?${new URLSearchParams({ username })}` : "";
    const options = await this.#server.send("GET", `/authenticate/options${query}`);
    return { options, finish: (assertion) => this.#finish("/authenticate/verify", { username, assertion }) };
  }

  async startEnrollment(mediation) {
    // Every ceremony of this API verifies the user.
    if (mediation) return undefined;
    const { username } = this.user() ?? {};
    if (!username) throw new ThumbturnError("server", { code: "page.sign-in-required" });
    return this.startSignUp({ username });
  }

  async list() {
    return (await this.#server.send("GET", "/passkeys")).passkeys.map(passkey);
  }

  async rename(id, name) {
    await this.#server.send("PATCH", `/passkeys/${encodeURIComponent(id)}`, { name });
  }

  async remove(id) {
    await this.#server.send("DELETE", `/passkeys/${encodeURIComponent(id)}`);
  }

  async hasPasskeys(username = this.user()?.username) {
    return (await this.#server.send("GET", `/passkeys/check?${new URLSearchParams({ username })}`)).hasPasskeys;
  }

  user() {
    return this.#store.value.user;
  }

  async accessToken() {
    const { token } = this.#store.value;
    return token && { token, type: "Bearer" };
  }

  async signOut({ returnTo }) {
    this.#store.value = {};
    await this.#server.send("POST", "/sign-out").catch(() => {});
    if (returnTo) location.assign(returnTo);
  }

  async #finish(path, body) {
    const { token, user = { username: body.username } } = await this.#server.send("POST", path, body);
    this.#store.value = { token: token ?? this.#store.value.token, user };
    return user;
  }
}
