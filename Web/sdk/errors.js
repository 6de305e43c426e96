// SPDX-License-Identifier: Apache-2.0

import { snake } from "./encoding.js";

export class ThumbturnError extends Error {
  constructor(reason, { code, reference, cause, text = CODE_TEXTS[code] ?? TEXTS[reason] } = {}) {
    const [message, recovery] = text;
    super(message, { cause });
    Object.assign(this, { name: "ThumbturnError", reason, recovery, code, reference });
  }
}

export const TEXTS = {
  canceled: ["No passkey was used.", "Try again. If none was offered, this device has none for this account."],
  noPasskeyHere: ["There is no passkey for this account here.", "Use another passkey, or sign up."],
  alreadyRegistered: ["This device already has a passkey for this account.", "Sign in with it."],
  accountExists: ["This account already exists.", "Sign in instead."],
  notSupported: ["This browser can't use passkeys here.", "Use another browser or device."],
  insecureContext: ["Passkeys need a secure connection.", "Open this page with https."],
  wrongDomain: ["Passkeys can't be used at this address.", "Open this page at its usual address."],
  aborted: ["The request was stopped.", "Try again."],
  timedOut: ["This took too long.", "Try again. If it happens again, turn off the password manager."],
  notSignedIn: ["You are not signed in.", "Sign in, and try again."],
  signInTooOld: ["It has been a while since you signed in.", "Sign in again, and repeat this."],
  wrongAccount: ["This passkey belongs to another account.", "Use a passkey of the account that is signed in."],
  misconfigured: ["The application isn't set up for this.", "Tell the application's developer."],
  network: ["The server can't be reached.", "Check the connection, and try again."],
  server: ["The server didn't accept this.", "Try again. If it happens again, contact support."],
};

export const FOCUS_TEXT = ["The browser didn't ask for a passkey.", "Click the button again."];

export const CODE_TEXTS = {
  "sign-in.last-credential": ["This is the account's only passkey.", "Add another one before you remove it."],
  "sign-in.too-many-passkeys": ["The account has too many passkeys.", "Remove one first."],
  ConstraintError: ["The security key has no PIN.", "Set a PIN for it, or use another device."],
  insufficient_user_authentication: ["It has been a while since you signed in.", "Sign in again, and repeat this."],
  "page.sign-in-required": ["You are not signed in.", "Sign in, and try again."],
  signed_out: ["You are not signed in.", "Sign in, and try again."],
};

export function requireWebAuthn() {
  if (!globalThis.isSecureContext) throw new ThumbturnError("insecureContext");
  if (!globalThis.PublicKeyCredential || !navigator.credentials) throw new ThumbturnError("notSupported");
}

export const REASONS = {
  NotAllowedError: "canceled", AbortError: "aborted", TimeoutError: "timedOut", SecurityError: "wrongDomain",
  InvalidStateError: "alreadyRegistered",
};

/** Browsers reject with one error in many cases, so what this module knows itself decides first. */
export function failureOf(cause, { immediate, isLate, isUnfocused }) {
  if (cause instanceof ThumbturnError) return cause;
  const code = cause?.name;
  if (code !== "NotAllowedError") return new ThumbturnError(REASONS[code] ?? "notSupported", { code, cause });
  if (isLate) return new ThumbturnError("timedOut", { code, cause });
  // Safari refuses requests of a page without the focus, which it loses to another dialog, for example.
  if (isUnfocused) return new ThumbturnError("canceled", { code, cause, text: FOCUS_TEXT });
  return new ThumbturnError(immediate ? "noPasskeyHere" : "canceled", { code, cause });
}

/** The name of a failure in the server's log. */
export function reportedReason({ reason, code }) {
  if (code === "ConstraintError") return "security_key_needs_pin";
  return reason === "notSupported" && code !== "NotSupportedError" ? "unknown" : snake(reason);
}

export function rejection(status, body) {
  const { error, reference, signal } = body;
  const code = error in CODE_TEXTS ? error : body.code ?? error;
  const details = { code, reference, cause: body };
  if (code === "sign-in.account-exists") return new ThumbturnError("accountExists", details);
  if (error === "insufficient_user_authentication") return new ThumbturnError("signInTooOld", details);
  if (signal?.unknown_credential) return new ThumbturnError("noPasskeyHere", details);
  if (code === "registration.credential-already-registered") return new ThumbturnError("alreadyRegistered", details);
  if (status === 429) details.text = ["There were too many attempts.", "Wait a minute, and try again."];
  if (status >= 500) details.text = ["The server has a problem.", "Try again in a moment."];
  return new ThumbturnError("server", details);
}
