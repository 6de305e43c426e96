// SPDX-License-Identifier: Apache-2.0
// Shows the exchange beside the application. An application of your own doesn't need it.

const MEANINGS = {
  "/passkey/register": ["The server makes a challenge for a new account", "WebAuthn 7.1, steps 1–2"],
  "/passkey/challenge": ["The server makes a challenge", "WebAuthn 7.2, steps 1–2"],
  create: ["The device makes a key pair and keeps the private key", "WebAuthn 7.1, step 3"],
  get: ["The device signs the challenge", "WebAuthn 7.2, step 3"],
  "urn:okta:params:oauth:grant-type:webauthn": ["The server verifies the response and issues tokens", "WebAuthn 7"],
  authorization_code: ["The session is still there: a code becomes tokens", "OAuth 2.0, 4.1.3"],
  refresh_token: ["A refresh token becomes an access token", "OAuth 2.0, 6"],
  "/.well-known/jwks.json": ["The keys that check the ID token's signature", "OpenID Connect, 3.1.3.7"],
  "/oauth/revoke": ["The refresh token ends", "RFC 7009"],
};
const ACCOUNT = { GET: "The account's passkeys", POST: "A passkey for the account", PATCH: "A new name", DELETE: "A passkey goes" };
const FLAGS = ["user present", "", "user verified", "backup eligible", "backed up", "", "credential", "extensions"];

let steps = {};
let ceremony;

export function made(name, content = "", ...children) {
  const result = document.createElement(name);
  result.append(content, ...children);
  return result;
}

export async function showExchange(entry) {
  const { type, method, url, status, request, options, response, error, milliseconds } = entry;
  const isBrowser = type === "webauthn";
  if (isBrowser) ceremony = method === "create" ? "registration" : "authentication";
  const path = isBrowser ? method : new URL(url).pathname;
  const [meaning, section] = MEANINGS[request?.grant_type ?? path] ?? [ACCOUNT[method], "My Account API"];
  const outcome = made(error ? "del" : "ins", isBrowser ? error ?? "credential" : `${status ?? error}`);
  const call = made("code", isBrowser ? `navigator.credentials.${method}()` : `${method} ${path}`);
  const details = made("details", made("summary", made("strong", meaning), call, made("small", section), outcome));
  const shown = {
    Request: request ?? options, Response: response,
    Decoded: isBrowser ? response && decoded(response) : response?.id_token && { id_token: claims(response.id_token) },
  };
  for (const [name, value] of Object.entries(shown)) if (value) details.append(made("h3", name), made("pre", text(value)));
  details.append(made("p", `${Math.round(milliseconds)} ms`));
  const row = document.getElementById("exchange").appendChild(made("li", details));
  if (request?.authn_response) row.append(await verdict(ceremony, status, response));
}

/** JSON, with the middle of long values left out. */
const text = (value) => JSON.stringify(
  value, (_, part) => (part?.length > 120 && part.slice ? `${part.slice(0, 60)}… (${part.length} characters)` : part), 2);
const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));
const json = (encoded) => JSON.parse(new TextDecoder().decode(bytes(encoded)));
const claims = (token) => json(token.split(".")[1]);

/** What a response says in binary form. The flags and the counter follow the hash of the relying party's identifier. */
function decoded({ response }) {
  const result = { clientData: json(response.clientDataJSON) };
  if (response.authenticatorData) {
    const data = bytes(response.authenticatorData);
    result.authenticatorData = {
      rpIdHash: Array.from(data.slice(0, 32), (byte) => byte.toString(16).padStart(2, "0")).join(""),
      flags: FLAGS.filter((_, bit) => data[32] >> bit & 1), counter: new DataView(data.buffer).getUint32(33),
    };
  }
  if (response.attestationObject) {
    // The object begins with the key "fmt", whose value is a text with its length in five bits.
    const object = bytes(response.attestationObject);
    result.attestationFormat = String.fromCharCode(...object.slice(6, 6 + (object[5] & 31)));
  }
  return result;
}

/** The steps of the specification that the server went through, or why it stopped. */
async function verdict(name, status, { code }) {
  if (status >= 300) return made("p", made("strong", `Rejected: ${code}`));
  steps = steps[name] ? steps : await (await fetch("/demo/steps.json")).json().catch(() => ({}));
  const verified = (steps[name] ?? []).map(({ step, title }) => made("li", made("strong", step), ` ${title}`));
  return made("details", made("summary", `Verified: ${verified.length} steps of the ${name}`), made("ul", "", ...verified));
}
