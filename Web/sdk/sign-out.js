// SPDX-License-Identifier: Apache-2.0

import { onWire } from "./encoding.js";
import { Server } from "./server.js";

/** The time for which an application doesn't ask for a session that the user has gone to end, or that could not be ended. */
export const LEAVING_TIME = 60_000;
export const FAILED_TIME = 86_400_000;

/** Ends the user's sign-in: the tokens of this client, and the session at the server. */
export class SignOut {
  #api;
  #withCookies;

  constructor(api) {
    this.#api = api;
    this.#withCookies = new Server(api.origin, {
      onExchange: api.options.onExchange, credentials: "include", clientId: api.options.clientId,
    });
  }

  async run({ returnTo } = {}) {
    const target = returnTo === undefined ? undefined : addressOf(returnTo);
    const { tokens, session, store, options } = this.#api;
    const { refreshToken, idToken } = tokens.value;
    const { mark } = store;
    // At once, so that nothing that is under way signs the user in again.
    tokens.markSignOut();
    tokens.forget();
    store.endingUntil = Date.now() + FAILED_TIME;
    // A session that is just beginning would begin after its end.
    await session.beginning;
    const steps = await Promise.allSettled([
      refreshToken && tokens.revoke(refreshToken),
      options.session || mark ? this.#endSession() : "none",
    ]);
    const failed = steps.find(({ reason }) => reason);
    const outcome = steps[1].value;
    // Only now: a tab that is told may ask the server who is signed in.
    tokens.tell("signedOut");
    if (failed) throw failed.reason;
    store.mark = undefined;
    const isHidden = outcome === "none" && mark === "redirect";
    if (isHidden || outcome === "interaction_required" || (target && target.origin !== location.origin)) {
      store.endingUntil = Date.now() + LEAVING_TIME;
      location.assign(this.#address(idToken, target));
      return "leaving";
    }
    store.endingUntil = undefined;
    if (!target) return "signedOut";
    location.assign(target);
    return "leaving";
  }

  /** Forgets a sign-in that the server has ended. */
  forget() {
    const { tokens, store } = this.#api;
    tokens.markSignOut();
    tokens.forget();
    store.mark = store.endingUntil = undefined;
    tokens.tell("signedOut");
  }

  /** Ends the session that the browser has, whether or not this page knows of it. */
  async #endSession() {
    const body = new URLSearchParams({ client_id: this.#api.options.clientId });
    return (await this.#withCookies.send("POST", "/oidc/logout", body)).session;
  }

  /** The server's page, which ends a session that only a navigation finds, or asks the user. */
  #address(idToken, target) {
    const { clientId } = this.#api.options;
    const query = onWire({ clientId, idTokenHint: idToken, postLogoutRedirectUri: target?.href });
    return `${this.#api.issuer}oidc/logout?${new URLSearchParams(query)}`;
  }
}

/** An address that the browser may go to. */
export function addressOf(text) {
  const url = new URL(text, location.href);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError("returnTo must be an address of a page.");
  return url;
}
