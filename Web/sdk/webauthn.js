// SPDX-License-Identifier: Apache-2.0

import { decode, encode, wait } from "./encoding.js";
import { failureOf } from "./errors.js";

export const TIMEOUT = 300_000;
export const GRACE = 1000;
export const UPGRADE_LIMIT = 10_000;

/** The options as the browser takes them. */
export function parse(kind, json) {
  const native = kind === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  const options = PublicKeyCredential[native]?.(json) ?? decoded(json);
  if (kind === "create") options.authenticatorSelection ??= {};
  return options;
}

export function decoded(json) {
  const list = (descriptors) => descriptors?.map((one) => ({ ...one, id: decode(one.id) }));
  const options = { ...json, challenge: decode(json.challenge) };
  if (json.user) options.user = { ...json.user, id: decode(json.user.id) };
  if (json.excludeCredentials) options.excludeCredentials = list(json.excludeCredentials);
  if (json.allowCredentials) options.allowCredentials = list(json.allowCredentials);
  return options;
}

/** The credential as JSON. Other results of extensions may be secrets, which are the page's alone. */
export function serialize(credential) {
  const json = credentialJSON(credential);
  return { ...json, clientExtensionResults: { credProps: json.clientExtensionResults?.credProps } };
}

// Some password managers replace the browser's credentials by objects without toJSON, or with one that throws.
export function credentialJSON(credential) {
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

export async function complete(started, credential) {
  const user = await started.finish(serialize(credential));
  current.autofill = undefined;
  return { user, credentialId: credential.id, extensions: credential.getClientExtensionResults?.() ?? {} };
}

/** How long a request may take, if the browser doesn't end it itself. Nobody waits for one without a prompt. */
export function limitOf(kind, mediation, timeout) {
  if (!mediation) return timeout + GRACE;
  return kind === "get" ? timeout * 0.9 : Math.min(timeout, UPGRADE_LIMIT);
}

// What is going on in this page: the `pending` request, beside which browsers reject any other one, the last ceremony with a
// prompt (`running`), and the sign-in with `autofill` that begins again when it is interrupted.
export const current = {};

/** Ends the pending request and waits until the browser is done with it: before that, some browsers reject the next one. */
export async function stopPending() {
  if (!current.pending) return;
  current.pending.controller.abort();
  await Promise.race([current.pending.ended, wait(500)]);
}

export const aborted = () => new DOMException("Aborted", "AbortError");

/** Work that needs no undoing, of which nobody wants to know any more once a signal was given. */
export function interruptible(work, signal) {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(failureOf(aborted(), {}));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The browser's response. Some password managers never settle a promise, and ignore that it is aborted. */
export async function askBrowser(kind, request, signal, limit) {
  if (current.pending) await stopPending();
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
  const own = current.pending = { controller, isConditional: !!request.mediation, ended: call.catch(() => {}) };
  try {
    const credential = await Promise.race([call, interruption]);
    if (!credential) throw new DOMException("No credential", "NotAllowedError");
    return credential;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    if (current.pending === own) current.pending = undefined;
  }
}

/** Tells the device about the account's passkeys. It is a hint, for which no prompt is interrupted and nothing waits. */
export async function signalDevice(signals) {
  for (const member of ["unknown_credential", "all_accepted_credentials", "current_user_details"]) {
    const method = `signal_${member}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    if (!signals?.[member] || !globalThis.PublicKeyCredential?.[method] || current.pending?.isConditional === false) continue;
    await stopPending();
    await Promise.race([PublicKeyCredential[method](signals[member]), wait(1000)]).catch(() => {});
  }
}
