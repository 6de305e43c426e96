// SPDX-License-Identifier: Apache-2.0

/** Throws a `TypeError` for options of a client that can't work, which says what to write instead. */
export function checkOptions({ url, domain, apiEndpoint, clientId, storage, timeout, apiOrigins = [] }) {
  const fail = (text) => { throw new TypeError(`Thumbturn: ${text}`); };
  if (domain !== undefined && url === undefined) {
    const host = hostOf(domain);
    if (host !== domain) fail(`domain is a host${host ? `: write domain: "${host}"` : ', such as "auth.example.com"'}.`);
  }
  if (url !== undefined) {
    const origin = originOf(url);
    if (origin !== url && `${origin}/` !== String(url)) {
      fail(`url is the server's origin${origin ? `: write url: "${origin}"` : ', such as "https://auth.example.com"'}.`);
    }
  }
  if (apiEndpoint !== undefined && (typeof apiEndpoint !== "string" || !apiEndpoint)) {
    fail('apiEndpoint is a path, such as "/api/auth".');
  }
  if (!apiEndpoint && (typeof clientId !== "string" || !clientId)) {
    fail("clientId is missing. thumbturn clients list shows those of the server.");
  }
  for (const one of apiOrigins) {
    const origin = originOf(one);
    if (origin !== one) fail(`apiOrigins are origins${origin ? `: write "${origin}"` : ', such as "https://api.example.com"'}.`);
  }
  if (storage !== undefined && storage !== "memory" && storage !== "local") fail('storage is "memory" or "local".');
  if (timeout !== undefined && !(timeout > 0)) fail("timeout is a number of milliseconds.");
}

/** The origin that a text means, also one without a scheme. */
export function originOf(text) {
  const isURL = /^https?:\/\//i.test(text);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(text);
  const meant = isURL ? text : `${isLocal ? "http" : "https"}://${text}`;
  try {
    const { origin, username } = new URL(meant);
    return !username && (isURL || /^[\w.[\]:-]+(:\d+)?(\/|$)/.test(text)) ? origin : undefined;
  } catch {
    return undefined;
  }
}

export const hostOf = (text) => originOf(text)?.replace(/^https?:\/\//, "");
