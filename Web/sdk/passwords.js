// SPDX-License-Identifier: Apache-2.0

import { onWire } from "./encoding.js";
import { ThumbturnError } from "./errors.js";
import { endAutofill, interruptible, singleCalls } from "./slot.js";

export const PASSWORD_GRANT = "password";
export const REALM_GRANT = "http://auth0.com/oauth/grant-type/password-realm";

/** What the user entered to sign in with. */
export const identifierOf = ({ username, email, phoneNumber } = {}) => username || email || phoneNumber;

/**
 * Sign-ups and sign-ins with a password, and its change. A password is sent to the server, and kept nowhere.
 *
 * `finish` makes tokens and a session of a grant, as after a passkey. `send` asks the account's own resources, and `reporter`
 * reports failures of the device.
 */
export class Passwords {
  #api;
  #account;
  #once = singleCalls();
  // Of the last sign-in of this page: not every sign-in's claims have the identifier.
  #signedIn;

  constructor(api, account) {
    this.#api = api;
    this.#account = account;
  }

  signUp(profile, given) {
    return this.#once("signUp", profile, given, async (signal) => {
      const { password, metadata: userMetadata, displayName, ...rest } = profile;
      const { server, options: { clientId, realm: connection } } = this.#api;
      const body = { clientId, connection, password, name: displayName, ...rest, userMetadata };
      await interruptible(server.send("POST", "/dbconnections/signup", onWire(body)), signal);
      try {
        return await this.#grant(profile, signal);
      } catch (failure) {
        if (!["wrongPassword", "identifierUnverified"].includes(failure.reason)) throw failure;
        // The server has accepted the sign-up, so there will be an account, or there is one with another password.
        const { code, reference, cause } = failure;
        throw new ThumbturnError("verificationPending", { code, reference, cause });
      }
    });
  }

  signIn(who, given) {
    return this.#once("signIn", who, given, (signal) => this.#grant(who, signal));
  }

  /** Sets the password, or changes it. `confirm` has the device respond to the options of a ceremony. */
  change(passwords, given, confirm) {
    return this.#once("changePassword", passwords, given, async (signal) => {
      const user = await interruptible(this.#api.user(), signal);
      if (!user) throw new ThumbturnError("notSignedIn");
      const current = { sub: user.sub, generation: this.#api.tokens.generation };
      await this.#set(passwords, current, signal, confirm);
      await this.#renew(user, current, passwords.newPassword);
    });
  }

  async #grant({ password, ...who }, signal, renewed) {
    const username = identifierOf(who);
    if (!username) throw new ThumbturnError("invalidProfile", { situation: "noIdentifier" });
    if (!password) throw new ThumbturnError("wrongPassword");
    const { realm, organization } = this.#api.options;
    const grantType = realm ? REALM_GRANT : PASSWORD_GRANT;
    const user = await this.#account.finish({ grantType, realm, organization, username, password }, signal, renewed);
    this.#signedIn = { sub: user.sub, username };
    endAutofill();
    return user;
  }

  async #set({ currentPassword, newPassword }, current, signal, confirm) {
    const { send, reporter } = this.#account;
    const begun = Date.now();
    const beginning = send("POST", "", { type: "password" });
    const { auth_session: authSession, authn_params_public_key: options } = await interruptible(beginning, signal);
    const set = (proof) => send("POST", "/password%7Cnew/verify", onWire({ authSession, newPassword, ...proof }));
    this.#api.tokens.requireCurrent(current.generation);
    try {
      // First without a passkey, so that nobody confirms a password that isn't accepted, or that needs no passkey.
      await set({ currentPassword });
    } catch (failure) {
      if (failure.reason !== "passkeyNeeded") throw failure;
      if (!options) throw await this.#explain(failure, currentPassword);
      const authnResponse = await confirm({ options, begun, report: reporter(authSession) }, signal);
      this.#api.tokens.requireCurrent(current.generation);
      await set({ authnResponse });
    }
  }

  /** What a change lacks that no passkey of the account can confirm. */
  async #explain({ code, reference, cause }, currentPassword) {
    const details = { code, reference, cause };
    if (currentPassword) return new ThumbturnError("passkeyNeeded", { ...details, situation: "signInTooNew" });
    const { authentication_methods: passwords } = await this.#account.send("GET", "?type=password");
    if (!passwords.some((one) => !one.is_disabled)) return new ThumbturnError("passkeyNeeded", details);
    return new ThumbturnError("wrongPassword", { ...details, situation: "noCurrentPassword" });
  }

  /** Signs in with the new password where the one before did: what that had opened has ended. */
  async #renew(user, { sub, generation }, password) {
    const { tokens } = this.#api;
    // Somebody has signed out meanwhile, or in, also in another tab.
    if (tokens.generation !== generation) return;
    this.#api.forgetAccountTokens();
    if (!user.amr?.includes("pwd")) return;
    const known = this.#signedIn?.sub === sub ? this.#signedIn.username : undefined;
    const username = known ?? user.email ?? user.preferred_username ?? user.phone_number;
    try {
      await this.#grant({ username, password }, undefined, { sub, generation });
    } catch {
      // The password is changed, whether or not the page can sign in with it.
      if (tokens.generation === generation) tokens.expire();
    }
  }
}
