// SPDX-License-Identifier: Apache-2.0

import { decode, keyOf } from "./encoding.js";
import { ThumbturnError, failureOf, reportedReason, requireWebAuthn } from "./errors.js";
import { isDomainAllowed, isFieldReady, isVisible, visible } from "./page.js";
import { PlainAPI } from "./plain-api.js";
import { FETCH_LIMIT, observed, sendAuthorized } from "./server.js";
import { TokenAPI } from "./token-api.js";
import {
  GRACE, TIMEOUT, askBrowser, complete, current, interruptible, limitOf, parse, serialize, stopPending,
} from "./webauthn.js";

export { ThumbturnError };

const RENEWALS = 12;

/** A client of a Thumbturn server. `thumbturn.d.ts` documents its methods. */
export class Thumbturn extends EventTarget {
  #settings;
  #api;
  // Options that were fetched before they are needed, by what they are for.
  #prepared = new Map();

  #closing = new AbortController();
  #autofill;

  passkeys = {
    add: ({ signal, extensions } = {}) => this.#prompt("create", ["passkeys.add"], { signal, extensions }),
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

  async confirm({ maxAge = 0, audience, scope, signal } = {}) {
    const recent = await this.#api.recentConfirmation({ maxAge, audience, scope });
    return recent ?? (await this.#prompt("get", ["confirm", { audience, scope }], { signal })).user;
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
    const own = this.#autofill = current.autofill = {};
    if (!(await this.capabilities()).conditionalGet || !isFieldReady(field)) return undefined;
    for (let renewals = 0; renewals < RENEWALS && current.autofill === own && !signal?.aborted; renewals += 1) {
      let started, credential;
      try {
        started = await this.#take("signIn", who);
        credential = await this.#ask("get", started, { signal, extensions, mediation: "conditional" });
      } catch (error) {
        // Nobody asked for it, so nobody is told. It begins again after another ceremony, and before the challenge expires.
        if (error.name !== "AbortError" && error.name !== "TimeoutError") return undefined;
        await current.running;
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

  async accessToken(options) {
    return (await this.#api.accessToken(options))?.token;
  }

  async fetch(input, { audience, scope, allowAnonymous, ...init } = {}) {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (!this.#api.originsOf({ audience }).includes(origin)) {
      throw new ThumbturnError("misconfigured", { code: "origin_without_token", text: [
        `Access tokens are not sent to ${origin}.`, "Add it to the client's apiOrigins, if the tokens are for this API.",
      ] });
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
    this.#api.close();
    if (!this.#autofill || current.autofill !== this.#autofill) return;
    current.autofill = undefined;
    if (current.pending?.isConditional) stopPending();
  }

  /** Fetches the options of a sign-in while the page is idle, so that the click on the button goes to the device at once. */
  #prefetch() {
    const prepare = () => { if (!this.#closing.signal.aborted && !this.#api.isProbablySignedIn && isVisible()) this.prepare(); };
    setTimeout(prepare);
    const { signal } = this.#closing;
    addEventListener("focus", prepare, { signal });
    document.addEventListener("pointerdown", prepare, { capture: true, passive: true, signal });
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
    current.running = ceremony.catch(() => {});
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
