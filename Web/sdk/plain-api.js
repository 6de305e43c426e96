// SPDX-License-Identifier: Apache-2.0

import { toBase64URL } from "./encoding.js";
import { ThumbturnError } from "./errors.js";
import { Server } from "./server.js";
import { addressOf } from "./sign-out.js";
import { passkey } from "./token-api.js";
import { kept } from "./tokens.js";

/** The plain ceremony API, at the page's own origin. Its session is a cookie that no script can read. */
export class PlainAPI {
  #server;
  #root;
  #announce;
  #user;
  #token;
  #channel;
  #origin;
  // Changes with each sign-in and each sign-out. What was asked before is worth nothing then.
  #changes = 0;
  #signOuts = 0;
  isProbablySignedIn = false;

  constructor({ apiEndpoint, onExchange }, announce) {
    const url = new URL(apiEndpoint.replace(/\/$/, ""), globalThis.location?.href ?? "http://localhost");
    this.#server = new Server(url.href, { onExchange, credentials: "same-origin" });
    this.#origin = url.origin;
    this.#root = new Server(url.origin, { credentials: "same-origin" });
    this.#announce = announce;
    if (typeof document === "undefined" || !globalThis.BroadcastChannel) return;
    this.#channel = new BroadcastChannel(`thumbturn ${url.href}`);
    this.#channel.onmessage = ({ data: type }) => {
      this.#changes += 1;
      if (type === "signedOut") this.#signOuts += 1;
      this.#forget();
      announce(type);
    };
  }

  async start(purpose, { username, displayName, name = displayName } = {}) {
    if (purpose === "signIn") {
      const options = await this.#server.send("GET", `/authenticate/options${queryOf(username)}`);
      return this.#ceremony(options, "/authenticate/verify", (assertion) => ({ username, assertion }));
    }
    if (purpose !== "signUp" && purpose !== "passkeys.add") throw new TypeError(`There is no ${purpose} at this server.`);
    const own = purpose === "passkeys.add" ? (await this.#known()).username : username;
    const options = await this.#server.send("POST", "/register/options", { username: own, displayName: name });
    return this.#ceremony(options, "/register/verify", (credential) => ({ username: own, credential }));
  }

  get subject() {
    return this.#user?.username;
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
    if (this.#user) return this.#user;
    const changes = this.#changes;
    const user = await this.#known().catch((error) => {
      if (error.code !== "page.sign-in-required") throw error;
    });
    // The user signed in or out meanwhile.
    if (changes === this.#changes) this.#user = user;
    return this.#user;
  }

  async accessToken() {
    return this.#token?.until > Date.now() ? this.#token : undefined;
  }

  async signOut({ returnTo } = {}) {
    const target = returnTo === undefined ? undefined : addressOf(returnTo);
    if (target && target.origin !== location.origin) throw new TypeError("returnTo must be an address of the page's own site.");
    this.#changes += 1;
    this.#signOuts += 1;
    this.#forget();
    await this.#server.send("POST", "/sign-out");
    this.#tell("signedOut");
    if (!target) return "signedOut";
    location.assign(target);
    return "leaving";
  }

  async confirming() {
    throw new TypeError("A confirmation or a deletion needs a clientId instead of an apiEndpoint.");
  }

  originsOf() {
    return [this.#origin];
  }

  close() {
    this.#channel?.close();
    this.#channel = undefined;
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
      const signOuts = this.#signOuts;
      const { token, user = this.#user } = await this.#server.send("POST", path, wrap(response));
      if (signOuts !== this.#signOuts) {
        // The user signed out meanwhile, before the session of this sign-in was there.
        if (token) await this.#server.send("POST", "/sign-out");
        throw new ThumbturnError("aborted");
      }
      this.#user = user;
      this.#changes += 1;
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

export const queryOf = (username) => (username ? `?username=${encodeURIComponent(username)}` : "");
