// SPDX-License-Identifier: Apache-2.0

export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** The members that are set, with names as on the wire. */
export const onWire = (members) => Object.fromEntries(
  Object.entries(members).filter(([, value]) => value !== undefined).map(([name, value]) => [snake(name), value]));

export const keyOf = (purpose, profile) => `${purpose} ${JSON.stringify(profile ?? {})}`;

export const utf8 = (text) => new TextEncoder().encode(text);

export const toBase64URL = (text) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

export const encode = (buffer) =>
  toBase64URL(btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("")));

export const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));

export const decodeJSON = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

export const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

export const sha256 = async (text) => encode(await crypto.subtle.digest("SHA-256", utf8(text)));

export const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** JSON that is an object, or `undefined`. */
export function parsed(text) {
  try {
    const json = JSON.parse(text);
    return typeof json === "object" ? json ?? undefined : undefined;
  } catch {
    return undefined;
  }
}
