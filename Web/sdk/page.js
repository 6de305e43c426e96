// SPDX-License-Identifier: Apache-2.0

// Tokens of `autocomplete` that may stand before `webauthn`. Browsers ignore the field with any other, and say nothing.
export const AUTOFILL = ["username", "current-password", "new-password", "email", "tel", "name", "nickname", "one-time-code"];

/** Whether a field can offer passkeys: the one that is given, which is made so, or else one of the page. */
export function isFieldReady(field) {
  if (field) field.autocomplete = "username webauthn";
  const fields = field ? [field] : [...document.querySelectorAll("input[autocomplete], textarea[autocomplete]")];
  const isReady = fields.some(({ autocomplete }) => {
    const [last, before] = autocomplete.toLowerCase().trim().split(/\s+/).reverse();
    return last === "webauthn" && (before === undefined || AUTOFILL.includes(before));
  });
  if (!isReady) console.warn('Thumbturn: no field of this page has autocomplete="username webauthn".');
  return isReady;
}

export async function isDomainAllowed(domain) {
  if (location.hostname === domain || location.hostname.endsWith(`.${domain}`)) return true;
  try {
    const { origins } = await (await fetch(`https://${domain}/.well-known/webauthn`)).json();
    return origins.includes(location.origin);
  } catch {
    return false;
  }
}

export const isVisible = () => document.visibilityState === "visible";

export function visible() {
  if (isVisible()) return undefined;
  return new Promise((resolve) => { document.addEventListener("visibilitychange", resolve, { once: true }); });
}

export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", resolve, { once: true });
  });
}

// Browsers can be set to deny pages their storage, which then throws whatever is done with it. A sign-in works without.

/** Returns the text that the page saved under a name, or `undefined`. */
export function saved(name) {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Saves a text, or removes it if there is none. Returns whether the browser allows it. */
export function save(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
