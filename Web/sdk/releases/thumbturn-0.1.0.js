// SPDX-License-Identifier: Apache-2.0

/** A client of a Thumbturn server. `thumbturn.d.ts` documents its methods. */
export class Thumbturn extends EventTarget {
  #settings;
  #api;
  // Options that were fetched before they are needed, by what they are for.
  #prepared = new Map();

  passkeys = {
    list: () => this.#api.list(),
    rename: (id, name) => this.#api.rename(id, name),
    remove: (id) => this.#api.remove(id),
  };

  constructor(options = {}) {
    super();
    this.#settings = options;
    const API = options.apiEndpoint ? PlainAPI : TokenAPI;
    this.#api = new API(options, (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail })));
    if (typeof document !== "undefined" && options.prefetch !== false) this.#prefetch();
  }

  signUp({ signal, extensions, ...profile } = {}) {
    return this.#prompt("create", ["signUp", profile], { signal, extensions });
  }

  signIn({ signal, extensions, immediate, credentialId, ...who } = {}) {
    return this.#prompt("get", ["signIn", who], { signal, extensions, immediate, credentialId });
  }

  addPasskey({ signal, extensions } = {}) {
    return this.#prompt("create", ["addPasskey"], { signal, extensions });
  }

  async prepare(purpose = "signIn", profile = undefined) {
    const key = keyOf(purpose, profile);
    if (this.#prepared.get(key)?.until > Date.now()) return;
    const starting = this.#api.start(purpose, profile);
    const entry = { starting, until: Date.now() + FETCH_LIMIT };
    this.#prepared.set(key, entry);
    try {
      const { options } = await starting;
      // The server forgets a ceremony after this time. A part of it is left for the user.
      entry.until = Date.now() + (options.timeout ?? TIMEOUT) / 2;
    } catch {
      this.#prepared.delete(key);
    }
  }

  async signInWithAutofill({ field, signal, extensions, ...who } = {}) {
    const own = autofill = {};
    if (!(await this.capabilities()).conditionalGet || !isFieldReady(field)) return undefined;
    for (let renewals = 0; renewals < RENEWALS && autofill === own && !signal?.aborted; renewals += 1) {
      let started, credential;
      try {
        started = await this.#take("signIn", who);
        credential = await this.#ask("get", started, { signal, extensions, mediation: "conditional" });
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
    try {
      if (!(await this.capabilities()).conditionalCreate) return false;
      const started = await this.#api.start("upgrade");
      await complete(started, await this.#ask("create", started, { signal, mediation: "conditional" }));
      return true;
    } catch {
      return false;
    }
  }

  async hasPasskeys(username) {
    return username ? this.#api.check(username) : (await this.passkeys.list()).length > 0;
  }

  async capabilities() {
    const native = globalThis.PublicKeyCredential;
    return {
      // A security key or a phone is enough, so a missing platform authenticator rules nothing out.
      passkeys: !!globalThis.isSecureContext && !!native && !!navigator.credentials,
      conditionalGet: await native?.isConditionalMediationAvailable?.() ?? false,
      conditionalCreate: false,
      userVerifyingPlatformAuthenticator: await native?.isUserVerifyingPlatformAuthenticatorAvailable?.() ?? false,
      ...await native?.getClientCapabilities?.(),
    };
  }

  async readiness() {
    try {
      requireWebAuthn();
      const { options } = await this.#api.start("signIn", {});
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
    return this.#api.finishRedirect(new URL(url));
  }

  user(options) {
    return this.#api.user(options);
  }

  async getToken(options) {
    return (await this.#api.accessToken(options))?.token;
  }

  async fetch(input, { audience, scope, ...init } = {}) {
    const token = await this.#api.accessToken({ audience, scope });
    return sendAuthorized(new Request(input, init), token, this.#api.proofs);
  }

  signOut(options = {}) {
    return this.#api.signOut(options);
  }

  /** Fetches the options of a sign-in while the page is idle, so that the click on the button goes to the device at once. */
  #prefetch() {
    const prepare = () => { if (!this.#api.isProbablySignedIn && isVisible()) this.prepare(); };
    setTimeout(prepare);
    addEventListener("focus", prepare);
    document.addEventListener("pointerdown", prepare, { capture: true, passive: true });
  }

  /** Returns prepared options, which are used once, or fetches some. */
  #take(purpose, profile) {
    const key = keyOf(purpose, profile);
    const entry = this.#prepared.get(key);
    this.#prepared.delete(key);
    return entry?.until > Date.now() ? entry.starting : this.#api.start(purpose, profile);
  }

  #prompt(kind, what, options) {
    const ceremony = this.#perform(kind, what, options);
    running = ceremony.catch(() => {});
    return ceremony;
  }

  async #perform(kind, what, options) {
    requireWebAuthn();
    const started = await interruptible(this.#take(...what), options.signal);
    const begun = performance.now();
    const hadFocus = document.hasFocus();
    let credential;
    try {
      credential = await this.#ask(kind, started, options);
    } catch (error) {
      const limit = this.#settings.timeout ?? started.options.timeout ?? TIMEOUT;
      const time = performance.now() - begun;
      // Nobody cancels so soon, and the page gets the focus back after a dialog.
      const isUnfocused = !hadFocus || (time < GRACE && !document.hasFocus());
      const failure = failureOf(error, { immediate: options.immediate, isLate: time >= limit, isUnfocused });
      started.report(reportedReason(failure), failure.code);
      throw failure;
    }
    return complete(started, credential);
  }

  async #ask(kind, { options }, { signal, mediation, immediate, extensions, credentialId }) {
    const { rpId, rpName, timeout = options.timeout ?? TIMEOUT, attestation, attachment, onExchange } = this.#settings;
    const publicKey = parse(kind, options);
    const relyingParty = publicKey.rp?.id ?? publicKey.rpId;
    if (rpId && rpId !== relyingParty) throw new ThumbturnError("wrongDomain");
    publicKey.timeout = timeout;
    const wanted = { ...publicKey.extensions, ...(kind === "create" && this.#settings.extensions), ...extensions };
    if (Object.keys(wanted).length > 0) publicKey.extensions = wanted;
    if (credentialId) publicKey.allowCredentials = [{ type: "public-key", id: decode(credentialId) }];
    if (kind === "create") {
      if (rpName) publicKey.rp.name = rpName;
      if (attestation) publicKey.attestation = attestation;
      if (attachment) publicKey.authenticatorSelection.authenticatorAttachment = attachment;
    }
    const request = { publicKey, ...(mediation && { mediation }), ...(immediate && { uiMode: "immediate" }) };
    const entry = { type: "webauthn", method: kind, mediation, options };
    return observed(onExchange, entry, async () => {
      const credential = await askBrowser(kind, request, signal, limitOf(kind, mediation, timeout));
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
const UPGRADE_LIMIT = 10_000;
const RENEWALS = 12;
const FETCH_LIMIT = 30_000;
const FRAME_LIMIT = 10_000;

const TEXTS = {
  canceled: ["No passkey was used.", "Try again. If none was offered, this device has none for this account."],
  noPasskeyHere: ["There is no passkey for this account here.", "Use another passkey, or sign up."],
  alreadyRegistered: ["This device already has a passkey for this account.", "Sign in with it."],
  accountExists: ["This account already exists.", "Sign in instead."],
  notSupported: ["This browser can't use passkeys here.", "Use another browser or device."],
  insecureContext: ["Passkeys need a secure connection.", "Open this page with https."],
  wrongDomain: ["Passkeys can't be used at this address.", "Open this page at its usual address."],
  aborted: ["The request was stopped.", "Try again."],
  timedOut: ["This took too long.", "Try again. If it happens again, turn off the password manager."],
  network: ["The server can't be reached.", "Check the connection, and try again."],
  server: ["The server didn't accept this.", "Try again. If it happens again, contact support."],
};

const FOCUS_TEXT = ["The browser didn't ask for a passkey.", "Click the button again."];

const CODE_TEXTS = {
  "sign-in.last-credential": ["This is the account's only passkey.", "Add another one before you remove it."],
  "sign-in.too-many-passkeys": ["The account has too many passkeys.", "Remove one first."],
  ConstraintError: ["The security key has no PIN.", "Set a PIN for it, or use another device."],
  insufficient_user_authentication: ["It has been a while since you signed in.", "Sign in again, and repeat this."],
  "page.sign-in-required": ["You are not signed in.", "Sign in, and try again."],
  signed_out: ["You are not signed in.", "Sign in, and try again."],
};

// Failures

function requireWebAuthn() {
  if (!globalThis.isSecureContext) throw new ThumbturnError("insecureContext");
  if (!globalThis.PublicKeyCredential || !navigator.credentials) throw new ThumbturnError("notSupported");
}

const REASONS = {
  NotAllowedError: "canceled", AbortError: "aborted", TimeoutError: "timedOut", SecurityError: "wrongDomain",
  InvalidStateError: "alreadyRegistered",
};

/** Browsers reject with one error in many cases, so what this module knows itself decides first. */
function failureOf(cause, { immediate, isLate, isUnfocused }) {
  if (cause instanceof ThumbturnError) return cause;
  const code = cause?.name;
  if (code !== "NotAllowedError") return new ThumbturnError(REASONS[code] ?? "notSupported", { code, cause });
  if (isLate) return new ThumbturnError("timedOut", { code, cause });
  // Safari refuses requests of a page without the focus, which it loses to another dialog, for example.
  if (isUnfocused) return new ThumbturnError("canceled", { code, cause, text: FOCUS_TEXT });
  return new ThumbturnError(immediate ? "noPasskeyHere" : "canceled", { code, cause });
}

/** The name of a failure in the server's log. */
function reportedReason({ reason, code }) {
  if (code === "ConstraintError") return "security_key_needs_pin";
  return reason === "notSupported" && code !== "NotSupportedError" ? "unknown" : snake(reason);
}

function rejection(status, body) {
  const { error, reference, signal } = body;
  const code = error in CODE_TEXTS ? error : body.code ?? error;
  const details = { code, reference, cause: body };
  if (code === "sign-in.account-exists") return new ThumbturnError("accountExists", details);
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

const keyOf = (purpose, profile) => `${purpose} ${JSON.stringify(profile ?? {})}`;

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

/** The options as the browser takes them. */
function parse(kind, json) {
  const native = kind === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  const options = PublicKeyCredential[native]?.(json) ?? decoded(json);
  if (kind === "create") options.authenticatorSelection ??= {};
  return options;
}

function decoded(json) {
  const list = (descriptors) => descriptors?.map((one) => ({ ...one, id: decode(one.id) }));
  const options = { ...json, challenge: decode(json.challenge) };
  if (json.user) options.user = { ...json.user, id: decode(json.user.id) };
  if (json.excludeCredentials) options.excludeCredentials = list(json.excludeCredentials);
  if (json.allowCredentials) options.allowCredentials = list(json.allowCredentials);
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

/** How long a request may take, if the browser doesn't end it itself. Nobody waits for one without a prompt. */
function limitOf(kind, mediation, timeout) {
  if (!mediation) return timeout + GRACE;
  return kind === "get" ? timeout * 0.9 : Math.min(timeout, UPGRADE_LIMIT);
}

// The request that is pending on this page. Browsers reject any other one.
let pending;
// The last ceremony with a prompt.
let running;
// The sign-in with autofill that begins again when it is interrupted.
let autofill;

/** Ends the pending request and waits until the browser is done with it: before that, some browsers reject the next one. */
async function stopPending() {
  if (!pending) return;
  pending.controller.abort();
  await Promise.race([pending.ended, wait(500)]);
}

const aborted = () => new DOMException("Aborted", "AbortError");

/** Work that needs no undoing, of which nobody wants to know any more once a signal was given. */
function interruptible(work, signal) {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(failureOf(aborted(), {}));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The browser's response. Some password managers never settle a promise, and ignore that it is aborted. */
async function askBrowser(kind, request, signal, limit) {
  if (pending) await stopPending();
  if (signal?.aborted) throw aborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  let timer;
  const interruption = new Promise((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(aborted()));
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

/** Tells the device about the account's passkeys. It is a hint, for which no prompt is interrupted and nothing waits. */
async function signalDevice(signals) {
  for (const member of ["unknown_credential", "all_accepted_credentials", "current_user_details"]) {
    const method = `signal_${member}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    if (!signals?.[member] || !globalThis.PublicKeyCredential?.[method] || pending?.isConditional === false) continue;
    await stopPending();
    await Promise.race([PublicKeyCredential[method](signals[member]), wait(1000)]).catch(() => {});
  }
}

// Tokens of `autocomplete` that may stand before `webauthn`. Browsers ignore the field with any other, and say nothing.
const AUTOFILL = ["username", "current-password", "new-password", "email", "tel", "name", "nickname", "one-time-code"];

/** Whether a field can offer passkeys: the one that is given, which is made so, or else one of the page. */
function isFieldReady(field) {
  if (field) field.autocomplete = "username webauthn";
  const fields = field ? [field] : [...document.querySelectorAll("input[autocomplete], textarea[autocomplete]")];
  const isReady = fields.some(({ autocomplete }) => {
    const [last, before] = autocomplete.toLowerCase().trim().split(/\s+/).reverse();
    return last === "webauthn" && (before === undefined || AUTOFILL.includes(before));
  });
  if (!isReady) console.warn('Thumbturn: no field of this page has autocomplete="username webauthn".');
  return isReady;
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

const isVisible = () => document.visibilityState === "visible";

function visible() {
  if (isVisible()) return undefined;
  return new Promise((resolve) => { document.addEventListener("visibilitychange", resolve, { once: true }); });
}

/** Tells a listener what some work came to. */
async function observed(listener, entry, work) {
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
  constructor(url, { onExchange, proofs, credentials = "omit" }) {
    Object.assign(this, { url, onExchange, proofs, credentials });
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
    return this.name ? inDatabase(this.name, (kept) => kept ?? made).catch(() => made) : made;
  }
}

/** What the tabs keep under a name, once it is changed. Unlike localStorage, every tab sees a change at once. */
function inDatabase(name, change) {
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

// Authorization requests in a hidden frame

/** Sends an authorization request that shows no page, and returns its response; `undefined` if there is none. */
async function askInFrame(url, parameters, isPosted) {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true, name: `thumbturn-${random()}` });
  frame.setAttribute("aria-hidden", "true");
  let receive, timer;
  const response = new Promise((resolve) => {
    receive = ({ origin, source, data }) => {
      if (origin !== new URL(url).origin || source !== frame.contentWindow) return;
      if (data?.type === "authorization_response" && data.response?.state === parameters.state) resolve(data.response);
    };
    addEventListener("message", receive);
    timer = setTimeout(resolve, FRAME_LIMIT);
    // A page that explains an error sends no message.
    const giveUpSoon = () => { if (!isBlank(frame)) setTimeout(resolve, GRACE); };
    frame.addEventListener("load", giveUpSoon);
  });
  try {
    if (!isPosted) frame.src = `${url}?${new URLSearchParams(parameters)}`;
    document.body.append(frame);
    if (isPosted) submitForm(url, parameters, frame.name);
    return await response;
  } finally {
    clearTimeout(timer);
    removeEventListener("message", receive);
    frame.remove();
  }
}

/** Whether a frame is still the empty page that it begins with. Pages of other origins can't be read. */
function isBlank(frame) {
  try {
    return frame.contentDocument?.URL === "about:blank";
  } catch {
    return false;
  }
}

function submitForm(action, fields, target) {
  const form = Object.assign(document.createElement("form"), { method: "POST", action, target, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
  form.remove();
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
    this.#server = new Server(origin, { onExchange: options.onExchange, proofs: this.proofs });
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
      // The server doesn't reveal who has passkeys, so a name that the user entered would make no difference.
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
    const finish = (authnResponse) => this.#finish({ ...context, authSession, authnResponse });
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
    if (!token) throw new ThumbturnError("server", { code: "signed_out" });
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

/** The plain ceremony API, at the page's own origin. Its session is a cookie that no script can read. */
class PlainAPI {
  #server;
  #root;
  #announce;
  #user;
  #token;
  #channel;
  isProbablySignedIn = false;

  constructor({ apiEndpoint, onExchange }, announce) {
    const url = new URL(apiEndpoint.replace(/\/$/, ""), globalThis.location?.href ?? "http://localhost");
    this.#server = new Server(url.href, { onExchange, credentials: "same-origin" });
    this.#root = new Server(url.origin, { credentials: "same-origin" });
    this.#announce = announce;
    if (typeof document === "undefined" || !globalThis.BroadcastChannel) return;
    this.#channel = new BroadcastChannel(`thumbturn ${url.href}`);
    this.#channel.onmessage = ({ data: type }) => { this.#forget(); announce(type); };
  }

  async start(purpose, { username, displayName, name = displayName } = {}) {
    if (purpose === "signIn") {
      const options = await this.#server.send("GET", `/authenticate/options${queryOf(username)}`);
      return this.#ceremony(options, "/authenticate/verify", (assertion) => ({ username, assertion }));
    }
    if (purpose !== "signUp" && purpose !== "addPasskey") throw new TypeError(`There is no ${purpose} at this server.`);
    const own = purpose === "addPasskey" ? (await this.#known()).username : username;
    const options = await this.#server.send("POST", "/register/options", { username: own, displayName: name });
    return this.#ceremony(options, "/register/verify", (credential) => ({ username: own, credential }));
  }

  async check(username) {
    return (await this.#server.send("GET", `/passkeys/check${queryOf(username)}`)).hasPasskeys;
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

  async user() {
    this.#user ??= await this.#known().catch((error) => {
      if (error.code !== "page.sign-in-required") throw error;
    });
    return this.#user;
  }

  async accessToken() {
    return this.#token?.until > Date.now() ? this.#token : undefined;
  }

  async signOut({ returnTo } = {}) {
    this.#forget();
    await this.#server.send("POST", "/sign-out");
    this.#tell("signedOut");
    if (returnTo) location.assign(returnTo);
  }

  redirect() {
    throw new TypeError("A redirect needs a clientId instead of an apiEndpoint.");
  }

  async finishRedirect() {}

  #ceremony(json, path, wrap) {
    const url = (descriptors) => descriptors?.map((one) => ({ ...one, id: toBase64URL(one.id) }));
    const challenge = toBase64URL(json.challenge);
    const options = {
      ...json, challenge, ...(json.user && { user: { ...json.user, id: toBase64URL(json.user.id) } }),
      excludeCredentials: url(json.excludeCredentials), allowCredentials: url(json.allowCredentials),
    };
    const finish = async (response) => {
      const { token, user = this.#user } = await this.#server.send("POST", path, wrap(response));
      this.#user = user;
      if (token) {
        this.#token = kept({ access_token: token, token_type: "Bearer", expires_in: 600 });
        this.isProbablySignedIn = true;
        this.#tell("signedIn", user);
      }
      return user;
    };
    const report = (reason, error) => this.#root.notify("/passkey/report", { auth_session: challenge, reason, error });
    return { options, finish, report };
  }

  async #known() {
    return (await this.#server.send("GET", "/passkeys")).user;
  }

  #forget() {
    this.#user = this.#token = undefined;
    this.isProbablySignedIn = false;
  }

  #tell(type, detail) {
    this.#channel?.postMessage(type);
    this.#announce(type, detail);
  }
}

const queryOf = (username) => (username ? `?username=${encodeURIComponent(username)}` : "");

const hasMark = (name) => globalThis.localStorage?.getItem(`${name} session`) === "1";

function setMark(name, isSet) {
  if (isSet) localStorage.setItem(`${name} session`, "1");
  else localStorage.removeItem(`${name} session`);
}

/** A passkey as the SDK returns it. */
function passkey({ id, key_id: credentialId, name, provider, user_agent: userAgent, ...more }) {
  const { credential_backed_up: isSynced, created_at: created, last_auth_at: lastUsed } = more;
  return {
    id, credentialId, name, provider, userAgent, isSynced,
    createdAt: new Date(created), lastUsedAt: lastUsed && new Date(lastUsed),
  };
}

/** An access token with the time until which it is used, shortly before it expires. */
const kept = ({ access_token: token, token_type: type, expires_in: seconds }) =>
  ({ token, type, until: Date.now() + 1000 * (seconds - Math.min(60, seconds / 10)) });
