// SPDX-License-Identifier: Apache-2.0

import { keyOf, wait } from "./encoding.js";
import { failUnreadably, failureOf } from "./errors.js";
import { GRACE } from "./webauthn.js";

// Browsers allow one call of `navigator.credentials` per page, so that all copies of this module in a page share these:
// the browser's `call` until it has settled, even if its caller has given up on it; the ceremony that was asked for last,
// until it has ended (`foreground`); and the sign-in with `autofill`, which begins again after it.
export const slot = () => (globalThis[Symbol.for("thumbturn.slot")] ??= {});

// The interval at which a deadline is checked. Timers stand still while the device sleeps.
export const CHECK_INTERVAL = 15_000;

export const aborted = () => new DOMException("Aborted", "AbortError");

/** Work that needs no undoing, whose result is not awaited any more once a signal was given. */
export function interruptible(work, signal) {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(failureOf(aborted()));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A ceremony that the user asked for. It takes the place of an earlier one, wherever that is, and of autofill. */
export async function inForeground(signal, work) {
  if (signal?.aborted) throw failureOf(aborted());
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  slot().foreground?.abort();
  let end;
  const own = slot().foreground = { abort, ended: new Promise((resolve) => { end = resolve; }) };
  try {
    return await work(controller.signal);
  } finally {
    signal?.removeEventListener("abort", abort);
    if (slot().foreground === own) slot().foreground = undefined;
    end();
  }
}

/**
 * Makes a function for calls in the foreground, among which equal ones at once are one, such as those of a double click: the
 * second would find what the first has changed.
 */
export function singleCalls() {
  const calls = new Map();
  return (call, members, given, work) => {
    const key = keyOf(call, members);
    const same = calls.get(key);
    if (same && same.given === given) return same.calling;
    const calling = inForeground(given, (signal) => work(signal).catch(failUnreadably))
      .finally(() => { if (calls.get(key)?.calling === calling) calls.delete(key); });
    calls.set(key, { calling, given });
    return calling;
  };
}

/**
 * The browser's response. Some password managers never settle a promise, and ignore that it is aborted.
 *
 * Without a prompt (`isBackground`), it yields to a ceremony that the user asked for.
 */
export async function askBrowser(kind, request, { signal, deadline, isBackground }) {
  const requireTurn = () => { if (signal?.aborted || (isBackground && slot().foreground)) throw aborted(); };
  requireTurn();
  while (slot().call) {
    await vacate();
    requireTurn();
  }
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  let timer;
  const interruption = new Promise((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(aborted()));
    const check = () => {
      const left = deadline - Date.now();
      if (left > 0) {
        timer = setTimeout(check, Math.min(left, CHECK_INTERVAL));
      } else {
        reject(new DOMException("Too late", "TimeoutError"));
        abort();
      }
    };
    check();
  });
  const call = new Promise((resolve) => {
    resolve(navigator.credentials[kind]({ ...request, signal: controller.signal }));
  });
  occupy(call, abort, isBackground);
  try {
    const credential = await Promise.race([call, interruption]);
    if (!credential) throw new DOMException("No credential", "NotAllowedError");
    return credential;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Ends the request for autofill, whichever client of the page has begun it. */
export function endAutofill() {
  slot().autofill = undefined;
  if (slot().call?.isBackground) slot().call.abort();
}

function occupy(call, abort, isBackground) {
  const own = slot().call = { abort, isBackground };
  const release = () => { if (slot().call === own) slot().call = undefined; };
  own.settled = call.then(release, release);
}

/** Ends the browser's call, and waits until it has settled: before that, some browsers reject the next one. */
async function vacate() {
  const { call } = slot();
  call.abort();
  await Promise.race([call.settled, wait(GRACE)]);
  if (slot().call === call) slot().call = undefined;
}

/** Signals the account's passkeys to the device. It is a hint, for which no ceremony is interrupted and nothing waits. */
export async function signalDevice(signals) {
  for (const member of ["unknown_credential", "all_accepted_credentials", "current_user_details"]) {
    const method = `signal_${member}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    if (!signals?.[member] || !globalThis.PublicKeyCredential?.[method]) continue;
    while (slot().call?.isBackground) await vacate();
    if (slot().call) continue;
    occupy(new Promise((resolve) => { resolve(PublicKeyCredential[method](signals[member])); }), () => {}, true);
    await Promise.race([slot().call.settled, wait(GRACE)]);
  }
}
