// SPDX-License-Identifier: Apache-2.0

import { onWire } from "./encoding.js";
import { ThumbturnError, tellDeveloper } from "./errors.js";
import { endAutofill, inForeground, interruptible, singleCalls } from "./slot.js";

export const CODE_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";

/** A code as it is sent: messages and pages may show it in groups. */
const withoutBlanks = (code) => String(code).replace(/\s/g, "");

/** The one address among some members. */
function contactOf({ email, phoneNumber } = {}) {
  if (email) return { email };
  if (phoneNumber) return { phoneNumber };
  throw new ThumbturnError("invalidProfile", { situation: "noIdentifier" });
}

/** Sign-ins with codes that users receive by mail or text message, and changes of the addresses. */
export class Codes {
  #api;
  #account;
  #once = singleCalls();

  constructor(api, account) {
    this.#api = api;
    this.#account = account;
  }

  /** With a connection, the code is bound to a session; without one, to the client and the address. */
  async send({ signal, delivery, allowSignUp, ...who }) {
    const address = contactOf(who);
    const { server, options: { clientId, realm: connection } } = this.#api;
    const send = (path, body) => interruptible(server.send("POST", path, onWire(body)), signal);
    if (connection) {
      const deliveryMethod = address.phoneNumber ? delivery : undefined;
      const body = { clientId, connection, ...address, allowSignup: allowSignUp || undefined, deliveryMethod };
      const { auth_session: session } = await send("/otp/challenge", body);
      return { ...address, session };
    }
    if (allowSignUp || delivery === "voice") throw new TypeError("Thumbturn: allowSignUp and voice need the option realm.");
    await send("/passwordless/start", { clientId, connection: kindOf(address), ...address, send: "code" });
    return address;
  }

  signIn({ sent, code }, given) {
    const { session: authSession, ...address } = sent;
    const { organization } = this.#api.options;
    return this.#once("signIn", { sent, code }, given, async (signal) => {
      const proof = authSession ? { authSession } : { username: address.email ?? address.phoneNumber, realm: kindOf(address) };
      const grant = { grantType: CODE_GRANT, organization, otp: withoutBlanks(code), ...proof };
      const user = await this.#account.finish(grant, signal);
      endAutofill();
      return user;
    });
  }

  /** `confirm` has the device respond to the options of a ceremony. */
  beginChange({ currentPassword, ...who }, given, confirm) {
    const address = contactOf(who);
    const { send, sendConfirmation, reporter } = this.#account;
    const members = { type: address.email ? "email" : "phone", ...address };
    const begin = (proof) => send("POST", "", onWire({ ...members, ...proof }));
    return inForeground(given, async (signal) => {
      const { tokens } = this.#api;
      if (!await interruptible(this.#api.user(), signal)) throw new ThumbturnError("notSignedIn");
      const { generation } = tokens;
      let started;
      try {
        // First without a passkey, so that nobody confirms what isn't accepted, or needs no passkey.
        started = await interruptible(begin({ currentPassword }), signal);
      } catch (failure) {
        if (failure.reason !== "passkeyNeeded" || currentPassword) throw failure;
        const begun = Date.now();
        const act = `change-${members.type}`;
        const { auth_session: authSession, authn_params_public_key: options } = await interruptible(sendConfirmation(act), signal);
        const authnResponse = await confirm({ options, begun, report: reporter(authSession) }, signal);
        tokens.requireCurrent(generation);
        started = await begin({ authSession, authnResponse });
      }
      return { ...address, id: started.id, session: started.auth_session };
    });
  }

  async finishChange({ id, session, ...address }, code) {
    const { tokens } = this.#api;
    const { generation } = tokens;
    await this.#account.send("POST", `/${encodeURIComponent(id)}/verify`, { auth_session: session, otp_code: withoutBlanks(code) });
    tokens.requireCurrent(generation);
    this.#api.forgetAccountTokens();
    const { email, phoneNumber } = address;
    return tokens.amend(email ? { email, email_verified: true } : { phone_number: phoneNumber, phone_number_verified: true });
  }
}

const kindOf = ({ email }) => (email ? "email" : "sms");

// Codes of failures after which no account has the new passkey.
export const UNUSED = ["no_code", "verification_ended"];

/** Rejects before there is a passkey, if the server wants codes that nobody asks the user for. */
export function requireVerification({ required = [] }, { verification }) {
  if (required.length === 0 || verification) return;
  tellDeveloper("New users of this connection confirm their address: give signUp a function verification that asks for the code.");
  throw new ThumbturnError("misconfigured", { code: "sign-in.verification-missing" });
}

/**
 * Finishes a sign-up, with the codes that the server wants.
 *
 * The server judges them before the passkey, so that the same passkey is sent again after a wrong code.
 */
export async function finishVerified({ required = [], finish }, profile, { verification, signal }) {
  const codes = {};
  let [missing, authSession] = [required];
  for (;;) {
    for (const name of missing) codes[name] = await askForCode(name, profile, codes, { verification, signal });
    try {
      return await finish({ ...(authSession && { authSession }), ...(missing.length > 0 && { verification: codes }) });
    } catch (failure) {
      const { auth_session: next, verification_required: names = [] } = failure.cause ?? {};
      if (!next || names.length === 0) throw failure.reason === "wrongCode" ? endedBy(failure) : failure;
      requireVerification({ required: names }, { verification });
      [missing, authSession] = [names, next];
    }
  }
}

const endedBy = ({ reference, cause }) => new ThumbturnError("codeExpired", { code: "verification_ended", reference, cause });

async function askForCode(name, { email, phoneNumber }, codes, { verification, signal }) {
  const request = { ...(name === "email" ? { email } : { phoneNumber }), isRepeated: name in codes };
  try {
    return withoutBlanks(await interruptible(Promise.resolve(verification(request)), signal));
  } catch (cause) {
    const [reason, situation] = signal?.aborted ? ["aborted"] : ["canceled", "noCode"];
    throw new ThumbturnError(reason, { code: "no_code", situation, cause });
  }
}
