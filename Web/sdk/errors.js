// SPDX-License-Identifier: Apache-2.0

import { camel, snake } from "./encoding.js";
import { currentTexts } from "./texts.js";

export class ThumbturnError extends Error {
  /** `situation` names a text that says more than that of the reason. */
  constructor(reason, { code, reference, field, url, cause, situation = SITUATIONS[code] } = {}) {
    const { reasons, situations } = currentTexts();
    const [message, recovery] = situations[situation] ?? reasons[reason];
    super(message, { cause });
    Object.assign(this, { name: "ThumbturnError", reason, recovery, code, reference, field, url });
  }
}

export const SITUATIONS = {
  ConstraintError: "noPIN", UnknownError: "deviceTrouble", NotReadableError: "deviceTrouble", OperationError: "otherRequest",
  response_unreadable: "unreadable", "sign-in.profile.identifiers-missing": "noIdentifier",
  "sign-in.sign-up-disabled": "signUpDisabled", "sign-in.last-credential": "lastPasskey",
  "sign-in.too-many-passkeys": "tooManyPasskeys", "sign-in.ceremony.expired": "expired",
  "sign-in.passkey-too-new": "passkeyTooNew", "sign-in.last-settled-passkey": "lastSettledPasskey",
  "sign-in.confirmation-required": "confirmationRequired",
};

export function requireWebAuthn() {
  if (!globalThis.isSecureContext) throw new ThumbturnError("insecureContext");
  if (!globalThis.PublicKeyCredential || !navigator.credentials) throw new ThumbturnError("notSupported");
}

// Of the browser's errors. Credential managers fail with the last ones now and then, which says nothing about the browser.
export const DEVICE_REASONS = {
  NotAllowedError: "canceled", AbortError: "aborted", TimeoutError: "timedOut", SecurityError: "wrongDomain",
  InvalidStateError: "alreadyRegistered", OperationError: "aborted", UnknownError: "canceled", NotReadableError: "canceled",
};

/** Browsers reject with one error in many cases, so what this module knows itself decides first. */
export function failureOf(cause, { kind, immediate, isLate, isUnfocused } = {}) {
  if (cause instanceof ThumbturnError) return cause;
  const code = cause?.name;
  if (code !== "NotAllowedError") return new ThumbturnError(DEVICE_REASONS[code] ?? "notSupported", { code, cause });
  if (isLate) return new ThumbturnError("timedOut", { code, cause });
  // Safari refuses requests of a page without the focus, which it loses to another dialog, for example.
  if (isUnfocused) return new ThumbturnError("canceled", { code, cause, situation: "unfocused" });
  if (kind === "create") return new ThumbturnError("canceled", { code, cause, situation: "notCreated" });
  return new ThumbturnError(immediate ? "noPasskeyHere" : "canceled", { code, cause });
}

/** Whether another try in the same page would fail as well. */
export const isPermanent = ({ name, reason } = {}) => (name === "ThumbturnError"
  ? ["misconfigured", "originNotAllowed", "wrongDomain", "insecureContext", "notSupported"].includes(reason)
  : ["SecurityError", "NotSupportedError", "TypeError", "ReferenceError"].includes(name));

/** The name of a failure in the server's log. */
export function reportedReason({ reason, code }) {
  if (code === "ConstraintError") return "security_key_needs_pin";
  if (SITUATIONS[code] === "deviceTrouble") return "unknown";
  return reason === "notSupported" && code !== "NotSupportedError" ? "unknown" : snake(reason);
}

// Of the server's codes.
export const SERVER_REASONS = [
  [/^sign-in\.account-exists$/, "accountExists"],
  [/^registration\.credential-already-registered$/, "alreadyRegistered"],
  [/^sign-in\.credential-unknown$/, "noPasskeyHere"],
  [/^sign-in\.profile\./, "invalidProfile"],
  [/[.-](account|user)-blocked$/, "accountBlocked"],
  [/^sign-in\.account-to-be-deleted$/, "accountToBeDeleted"],
  [/^(page\.sign-in-required|signed_out|sign-in\.token-revoked|oauth\.access-token-.*)$/, "notSignedIn"],
  [/^(sign-in\.too-old|insufficient_user_authentication)$/, "signInTooOld"],
  [/^sign-in\.(identifier|connection)-mismatch$/, "wrongAccount"],
  [/^sign-in\.ceremony\.expired$/, "timedOut"],
  [/^sign-in\.(client-not-admitted|connection-unknown|passkeys-disabled|sign-up-disabled|organization)/, "misconfigured"],
  [/^oauth\.(client|grant-type|parameter|audience|scope|login-ticket-origin)-/, "misconfigured"],
  [/^request\.(host|path)-unknown$/, "misconfigured"],
];

/** The failure that a server's response means. */
export function rejection(status, body = {}, server = undefined) {
  const { error, reference, signal, validation_errors: faults } = body;
  const code = error === "insufficient_user_authentication" ? error : body.code ?? error ?? `http_${status}`;
  const details = { code, reference, cause: body };
  if (status === 429) return new ThumbturnError("server", { ...details, situation: "tooManyRequests" });
  if (status >= 500) return new ThumbturnError("server", { ...details, situation: "serverTrouble" });
  let [, reason = "server"] = SERVER_REASONS.find(([pattern]) => pattern.test(code)) ?? [];
  if (reason === "server" && signal?.unknown_credential) reason = "noPasskeyHere";
  const entry = body.field ?? faults?.map(({ field }) => /^user_profile\.(\w+)/.exec(field)?.[1]).find((name) => name);
  if (reason === "invalidProfile" || entry) {
    const field = entry && camel(entry);
    return new ThumbturnError("invalidProfile", { ...details, field, situation: field ?? SITUATIONS[code] });
  }
  if (reason === "misconfigured") tellDeveloper(`${body.error_description ?? body.error} (${code}, ${reference})`);
  if (reason === "accountToBeDeleted") details.url = new URL("/account/keep", server).href;
  return new ThumbturnError(reason, details);
}

const told = new Set();

/** Says something once that users can do nothing about. */
export function tellDeveloper(text) {
  if (told.has(text)) return;
  told.add(text);
  console.error(`Thumbturn: ${text}`);
}
