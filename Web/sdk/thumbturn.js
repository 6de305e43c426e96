// SPDX-License-Identifier: Apache-2.0

import { UNUSED, finishVerified, requireVerification } from "./codes.js";
import { decode, keyOf } from "./encoding.js";
import {
  ThumbturnError, failUnreadably, failureOf, isPermanent, reportedReason, requireWebAuthn, tellDeveloper,
} from "./errors.js";
import { checkOptions } from "./options.js";
import { isDomainAllowed, isFieldReady, isVisible, pause, visible } from "./page.js";
import { identifierOf } from "./passwords.js";
import { PlainAPI } from "./plain-api.js";
import { FETCH_LIMIT, observed, sendAuthorized } from "./server.js";
import { askBrowser, endAutofill, inForeground, interruptible, signalDevice, slot } from "./slot.js";
import { chosen } from "./texts.js";
import { TokenAPI } from "./token-api.js";
import { GRACE, TIMEOUT, parse, serialize } from "./webauthn.js";

export { ThumbturnError };

const UPGRADE_LIMIT = 10_000;
const LONGEST_PAUSE = 60_000;

/** A client of a Thumbturn server. `thumbturn.d.ts` documents its methods. */
export class Thumbturn extends EventTarget {
  #settings;
  #api;
  // Options that were fetched before they are needed, by what they are for.
  #prepared = new Map();
  #autofill;
  #closing = new AbortController();

  passkeys = {
    add: ({ signal, extensions } = {}) => this.#prompt("create", "passkeys.add", undefined, { signal, extensions }),
    list: () => this.#api.list(),
    rename: (id, name) => this.#api.rename(id, name),
    remove: (id) => this.#api.remove(id),
  };

  constructor(options = {}) {
    super();
    checkOptions(options);
    this.#settings = options;
    if (options.language) chosen.language = options.language;
    const API = options.apiEndpoint ? PlainAPI : TokenAPI;
    this.#api = new API(options, (type, detail) => {
      // They may be of another user.
      this.#prepared.clear();
      this.dispatchEvent(new CustomEvent(type, { detail }));
      this.#prefetch();
    });
    if (this.#isPrefetching) this.#prefetchWhileIdle();
  }

  signUp({ signal, extensions, verification, ...profile } = {}) {
    if (profile.password !== undefined) return this.#withPassword("signUp", profile, signal);
    return this.#prompt("create", "signUp", profile, { signal, extensions, verification });
  }

  signIn({ signal, extensions, immediate, credentialId, ...who } = {}) {
    if (who.sent !== undefined) return this.#withCode(who, signal);
    if (who.password !== undefined) return this.#withPassword("signIn", who, signal);
    const username = identifierOf(who);
    return this.#prompt("get", "signIn", { username }, { signal, extensions, immediate, credentialId });
  }

  async changePassword({ currentPassword, newPassword, signal: given } = {}) {
    if (typeof newPassword !== "string") throw new TypeError("Thumbturn: changePassword needs a newPassword.");
    await this.#passwords.change({ currentPassword, newPassword }, given, this.#respond);
  }

  async sendCode(options = {}) {
    return this.#codes.send(options);
  }

  async beginAddressChange({ signal: given, ...options } = {}) {
    return this.#codes.beginChange(options, given, this.#respond);
  }

  async finishAddressChange(change, code) {
    return this.#codes.finishChange(change, code).catch(failUnreadably);
  }

  async confirm({ maxAge = 0, audience, scope, signal } = {}) {
    const sub = await this.#api.confirming();
    const recent = await this.#api.recentConfirmation({ sub, maxAge, audience, scope });
    return recent ?? (await this.#prompt("get", "confirm", { sub, audience, scope }, { signal })).user;
  }

  async deleteAccount({ signal } = {}) {
    const sub = await this.#api.confirming();
    const { user: deletesAt } = await this.#prompt("get", "deleteAccount", { sub }, { signal });
    return { deletesAt };
  }

  async prepare(purpose = "signIn", profile = undefined) {
    if (profile?.password !== undefined) return;
    const key = this.#keyOf(purpose, profile);
    if (this.#prepared.get(key)?.until > Date.now()) return;
    const entry = { starting: this.#start(purpose, profile), until: Date.now() + FETCH_LIMIT };
    this.#prepared.set(key, entry);
    const isCurrent = () => this.#prepared.get(key) === entry;
    try {
      entry.until = (await entry.starting).freshUntil;
    } catch {
      if (isCurrent()) this.#prepared.delete(key);
      return;
    }
    if (purpose !== "signIn" || !this.#isPrefetching) return;
    setTimeout(() => { if (isCurrent()) this.#prefetch(profile); }, entry.until - Date.now());
  }

  async signInWithAutofill({ field, signal, extensions, onFailure, ...who } = {}) {
    const own = this.#autofill = slot().autofill = {};
    if (!(await this.capabilities()).conditionalGet || !isFieldReady(field)) return undefined;
    for (let failures = 0; slot().autofill === own && !signal?.aborted;) {
      let started, credential;
      try {
        started = await this.#take("signIn", who);
        if (slot().autofill !== own) return undefined;
        this.#prefetch(who);
        credential = await this.#ask("get", started, { signal, extensions, mediation: "conditional" });
      } catch (error) {
        // The user didn't ask for it, so `onFailure` is not called.
        if (isPermanent(error)) return undefined;
        failures = error?.name === "TimeoutError" || slot().foreground ? 0 : failures + 1;
        while (slot().foreground) await slot().foreground.ended;
        if (failures) await pause(Math.min(LONGEST_PAUSE, 250 * 2 ** failures), signal);
        await visible();
        continue;
      }
      try {
        return await this.#complete(started, credential, { purpose: "signIn", profile: who });
      } catch (failure) {
        if (!onFailure) throw failure;
        onFailure(failure);
        if (isPermanent(failure)) return undefined;
      }
    }
    return undefined;
  }

  async upgradeToPasskey({ signal: given } = {}) {
    try {
      if (!(await this.capabilities()).conditionalCreate || slot().foreground) return false;
      return await inForeground(given, async (signal) => {
        const started = await interruptible(this.#start("upgrade"), signal);
        const credential = await this.#ask("create", started, { signal, mediation: "conditional" });
        await this.#complete(started, credential);
        return true;
      });
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
      const { options } = await this.#start("signIn", {});
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

  async accessToken(options) {
    return (await this.#api.accessToken(options))?.token;
  }

  async fetch(input, { audience, scope, allowAnonymous, ...init } = {}) {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (!this.#api.originsOf({ audience }).includes(origin)) {
      tellDeveloper(`Access tokens are not sent to ${origin}. If they are for this API, add it to the client's apiOrigins.`);
      throw new ThumbturnError("misconfigured", { code: "origin_without_token" });
    }
    const token = await this.#api.accessToken({ audience, scope });
    if (!token && !allowAnonymous) throw new ThumbturnError(await this.#api.user() ? "signInTooOld" : "notSignedIn");
    return sendAuthorized(request, token, token && this.#api.proofs);
  }

  async signOut(options = {}) {
    return this.#api.signOut(options);
  }

  close() {
    this.#closing.abort();
    this.#prepared.clear();
    this.#api.close();
    if (this.#autofill && slot().autofill === this.#autofill) endAutofill();
  }

  /** Fetches the options of a sign-in while the page is idle, so that the click on the button goes to the device at once. */
  #prefetchWhileIdle() {
    const prepare = () => this.#prefetch();
    setTimeout(prepare);
    const { signal } = this.#closing;
    addEventListener("focus", prepare, { signal });
    document.addEventListener("pointerdown", prepare, { capture: true, passive: true, signal });
  }

  #prefetch(who) {
    if (this.#isPrefetching && !this.#api.isProbablySignedIn && isVisible()) this.prepare("signIn", who);
  }

  get #isPrefetching() {
    return typeof document !== "undefined" && this.#settings.prefetch !== false && !this.#closing.signal.aborted;
  }

  /** Only the plain ceremony API has options for one user. */
  #keyOf(purpose, profile) {
    return keyOf(purpose, purpose === "signIn" && !this.#settings.apiEndpoint ? undefined : profile);
  }

  #userOf(purpose) {
    return purpose === "signIn" || purpose === "signUp" ? undefined : this.#api.subject;
  }

  /**
   * Fetches options. The server forgets a ceremony after a time, of which a part is left for the user and for the answer.
   */
  async #start(purpose, profile) {
    const begun = Date.now();
    return { ...this.#timed(await this.#api.start(purpose, profile), begun), user: this.#userOf(purpose) };
  }

  #timed(started, begun) {
    const lifetime = started.options?.timeout ?? TIMEOUT;
    if (!started.options?.challenge) throw new ThumbturnError("server", { code: "response_unreadable", cause: started });
    return { ...started, freshUntil: begun + lifetime / 2, until: begun + lifetime * 0.9 };
  }

  /** Returns prepared options, which are used once, or fetches some. */
  async #take(purpose, profile) {
    const key = this.#keyOf(purpose, profile);
    const entry = this.#prepared.get(key);
    this.#prepared.delete(key);
    const started = entry?.until > Date.now() && await entry.starting;
    return started && started.user === this.#userOf(purpose) ? started : this.#start(purpose, profile);
  }

  async #prompt(kind, purpose, profile, options) {
    requireWebAuthn();
    if (options.immediate) await this.#requireImmediate(options);
    const ceremony = inForeground(options.signal, (signal) => this.#perform(kind, purpose, profile, { ...options, signal }));
    // The next click doesn't wait either.
    if (purpose === "signIn") ceremony.catch(() => this.#prefetch(profile));
    return ceremony;
  }

  /** Other browsers would show a code for a phone, or ask for a security key. */
  async #requireImmediate({ credentialId }) {
    if (credentialId) throw new TypeError("Thumbturn: immediate offers all passkeys of the device: omit credentialId.");
    if (!(await this.capabilities()).immediateGet) throw new ThumbturnError("notSupported");
  }

  async #perform(kind, purpose, profile, options) {
    const started = await interruptible(this.#take(purpose, profile), options.signal);
    requireVerification(started, options);
    const credential = await this.#askUser(kind, started, options);
    try {
      return await this.#complete(started, credential, { purpose, profile, options });
    } catch (failure) {
      // The device has made a passkey that the server has turned down, or that no account got.
      if (kind === "create" && (failure.reason === "misconfigured" || UNUSED.includes(failure.code))) {
        signalDevice({ unknown_credential: { rpId: started.options.rp.id, credentialId: credential.id } });
      }
      throw failure;
    }
  }

  /** Shows the browser's prompt. A failure is reported to the server. */
  async #askUser(kind, started, options) {
    const begun = performance.now();
    const hadFocus = document.hasFocus();
    try {
      return await this.#ask(kind, started, options);
    } catch (error) {
      // No user cancels so soon, and the page gets the focus back after a dialog.
      const isUnfocused = !hadFocus || (performance.now() - begun < GRACE && !document.hasFocus());
      const isLate = Date.now() >= started.deadline;
      const failure = failureOf(error, { kind, immediate: options.immediate, isLate, isUnfocused });
      started.report(reportedReason(failure), failure.code);
      throw failure;
    }
  }

  async #ask(kind, started, { signal, mediation, immediate, extensions, credentialId }) {
    const { rpId, rpName, timeout: wanted = Infinity, attestation, attachment, onExchange } = this.#settings;
    const publicKey = parse(kind, started.options);
    const relyingParty = publicKey.rp?.id ?? publicKey.rpId;
    if (rpId && rpId !== relyingParty) throw new ThumbturnError("wrongDomain");
    publicKey.timeout = Math.max(1, Math.min(wanted, started.until - Date.now()));
    started.deadline = Date.now() + publicKey.timeout;
    const extending = { ...publicKey.extensions, ...(kind === "create" && this.#settings.extensions), ...extensions };
    if (Object.keys(extending).length > 0) publicKey.extensions = extending;
    if (credentialId) publicKey.allowCredentials = [{ type: "public-key", id: decode(credentialId) }];
    if (immediate) publicKey.allowCredentials = [];
    if (kind === "create") {
      if (rpName) publicKey.rp.name = rpName;
      if (attestation) publicKey.attestation = attestation;
      if (attachment) publicKey.authenticatorSelection.authenticatorAttachment = attachment;
    }
    const request = { publicKey, ...(mediation && { mediation }), ...(immediate && { uiMode: "immediate" }) };
    // The browser ends a prompt itself, and no user waits for a request without one.
    let { deadline } = started;
    if (!mediation) deadline += GRACE;
    else if (kind === "create") deadline = Math.min(deadline, Date.now() + UPGRADE_LIMIT);
    const entry = { type: "webauthn", method: kind, mediation, options: started.options };
    return observed(onExchange, entry, async () => {
      const isBackground = kind === "get" && !!mediation;
      const credential = await askBrowser(kind, request, { signal, deadline, isBackground });
      entry.response = serialize(credential);
      return credential;
    });
  }

  async #complete({ required, finish }, credential, { purpose, profile, options } = {}) {
    const response = serialize(credential);
    const finishing = purpose === "signUp"
      ? finishVerified({ required, finish: (proof) => finish(response, proof) }, profile, options)
      : finish(response, purpose === "signIn" ? { loginHint: profile?.username } : {});
    const user = await finishing.catch(failUnreadably);
    slot().autofill = undefined;
    return { user, credentialId: credential.id, extensions: credential.getClientExtensionResults?.() ?? {} };
  }

  async #withPassword(call, members, signal) {
    return { user: await this.#passwords[call](members, signal) };
  }

  async #withCode(members, signal) {
    return { user: await this.#codes.signIn(members, signal) };
  }

  /** Has the device respond to the options of a ceremony that another one needs. */
  #respond = async ({ begun, ...started }, signal) => {
    requireWebAuthn();
    return serialize(await this.#askUser("get", this.#timed(started, begun), { signal }));
  };

  get #codes() {
    const { codes } = this.#api;
    if (!codes) throw new TypeError("A code needs a clientId instead of an apiEndpoint.");
    return codes;
  }

  get #passwords() {
    const { passwords } = this.#api;
    if (!passwords) throw new TypeError("A password needs a clientId instead of an apiEndpoint.");
    return passwords;
  }
}
