// SPDX-License-Identifier: Apache-2.0

import { camel, snake } from "./encoding.js";
import { weaknessOf } from "./password-rules.js";
import { currentTexts } from "./texts.js";

export class ThumbturnError extends Error {
  /** `situation` names a text that says more than that of the reason. */
  constructor(reason, { cause, recovery, situation, ...details } = {}) {
    const { reasons, situations } = currentTexts();
    const [message, advice] = situations[situation ?? SITUATIONS[details.code]] ?? reasons[reason];
    super(message, { cause });
    Object.assign(this, { name: "ThumbturnError", reason, recovery: recovery ?? advice, ...details });
  }
}

export const SITUATIONS = {
  ConstraintError: "noPIN", UnknownError: "deviceTrouble", NotReadableError: "deviceTrouble", OperationError: "otherRequest",
  response_unreadable: "unreadable", "sign-in.profile.identifiers-missing": "noIdentifier",
  "sign-in.sign-up-disabled": "signUpDisabled", "sign-in.last-credential": "lastPasskey",
  "sign-in.too-many-passkeys": "tooManyPasskeys", "sign-in.ceremony.expired": "expired",
  "sign-in.passkey-too-new": "passkeyTooNew", "sign-in.last-settled-passkey": "lastSettledPasskey",
  "sign-in.too-many-attempts": "tooManyPasswords", "sign-in.password-disabled-by-operator": "passwordOff",
  "sign-in.password-breached": "blockedPassword", "sign-in.password-rejected.common": "commonPassword",
  "sign-in.password-rejected.breached": "stolenPassword", "sign-in.password-rejected.personal": "personalPassword",
  "sign-in.password-rejected.reused": "usedPassword",
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

/** Throws a failure of work with the server's responses. Any other error means that one was not what it should be. */
export function failUnreadably(cause) {
  throw cause instanceof ThumbturnError ? cause : new ThumbturnError("server", { code: "response_unreadable", cause });
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
  [/[.-](account|user)-blocked$|^sign-in\.password-of-blocked-account$/, "accountBlocked"],
  [/^sign-in\.account-to-be-deleted$/, "accountToBeDeleted"],
  [/^(page\.sign-in-required|signed_out|sign-in\.token-revoked|oauth\.access-token-.*)$/, "notSignedIn"],
  [/^(sign-in\.too-old|insufficient_user_authentication)$/, "signInTooOld"],
  [/^sign-in\.(confirmation|way-in)-required$/, "passkeyNeeded"],
  [/^sign-in\.code-(mismatch|exhausted)$/, "wrongCode"],
  [/^sign-in\.identifier-unverified$/, "identifierUnverified"],
  [/^sign-in\.password-mismatch$/, "wrongPassword"],
  [/^sign-in\.password-(rejected\..*|breached)$/, "weakPassword"],
  [/^sign-in\.too-busy$/, "tooBusy"],
  [/^sign-in\.(identifier|connection)-mismatch$/, "wrongAccount"],
  [/^sign-in\.ceremony\.expired$/, "timedOut"],
  [/^sign-in\.(client-not-admitted|connection-unknown|pass(key|word)s-disabled|sign-up-disabled|organization)/, "misconfigured"],
  [/^sign-in\.(password-sign-up-blocked|codes-disabled|verification-missing)$/, "misconfigured"],
  [/^oauth\.(client|grant-type|parameter|audience|scope|login-ticket-origin)-/, "misconfigured"],
  [/^request\.(host|path)-unknown$/, "misconfigured"],
];

// Members of the user's profile among those of a request.
const PROFILE_MEMBER = /^(?:user_profile\.|(?=(?:email|username|phone_number)$))(\w+)/;

// Auth0 has no code for it.
const WRONG_CODE = /^Wrong (email|phone number) or verification code\.$/;

// For developers, where the server's sentence is Auth0's.
const REMEDIES = {
  "oauth.grant-type-not-allowed": "Add it to grant_types of the client, with thumbturn config show and thumbturn apply.",
};

/** The failure that a server's response means. */
export function rejection(status, body = {}, { server, retryAfter } = {}) {
  const { error, reference, signal, validation_errors: faults } = body;
  // The sign-up with a password has Auth0's codes in `code`, and the server's own in `reason`.
  const named = body.reason ?? body.code ?? error ?? `http_${status}`;
  const isTooOld = error === "insufficient_user_authentication" && named !== "sign-in.confirmation-required";
  const code = isTooOld ? error : named;
  const details = { code, reference, cause: body, ...(retryAfter && { retryAfter }) };
  let [, reason = "server"] = SERVER_REASONS.find(([pattern]) => pattern.test(code)) ?? [];
  if (reason === "tooBusy") return new ThumbturnError(reason, details);
  if (status === 429) return new ThumbturnError("tooBusy", { situation: SITUATIONS[code] ?? "tooManyRequests", ...details });
  if (status >= 500) return new ThumbturnError("server", { ...details, situation: "serverTrouble" });
  if (reason === "server" && signal?.unknown_credential) reason = "noPasskeyHere";
  if (reason === "server" && WRONG_CODE.test(body.error_description)) reason = "wrongCode";
  const names = (faults ?? []).map(({ field }) => field);
  // A kind of code that the connection doesn't have.
  if (reason === "server" && names.includes("connection")) reason = "misconfigured";
  if (names.some((name) => /^(new_)?password$/.test(name))) reason = "weakPassword";
  if (reason === "weakPassword") return new ThumbturnError(reason, { ...details, ...weaknessOf(code, body) });
  const entry = body.field ?? names.map((name) => PROFILE_MEMBER.exec(name)?.[1]).find((name) => name);
  if (reason === "invalidProfile" || entry) {
    const field = entry && camel(entry);
    return new ThumbturnError("invalidProfile", { ...details, field, situation: field ?? SITUATIONS[code] });
  }
  if (reason === "misconfigured") {
    const words = [body.error_description ?? body.error, REMEDIES[code], `(${code}, ${reference})`];
    tellDeveloper(words.filter((one) => one).join(" "));
  }
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
