// SPDX-License-Identifier: Apache-2.0
// Shows the exchange beside the application. An application of your own doesn't need it.

const MEANINGS = {
  "/passkey/register": ["The server makes a challenge for a new account", "WebAuthn 7.1, steps 1–2"],
  "/passkey/challenge": ["The server makes a challenge", "WebAuthn 7.2, steps 1–2"],
  create: ["The device makes a key pair and keeps the private key", "WebAuthn 7.1, step 3"],
  get: ["The device signs the challenge", "WebAuthn 7.2, step 3"],
  "urn:okta:params:oauth:grant-type:webauthn": ["The server verifies the response and issues tokens", "WebAuthn 7"],
  "/setup/passkey": ["The server verifies the response and creates the account", "WebAuthn 7.1"],
  authorization_code: ["The session is still there: a code becomes tokens", "OAuth 2.0, 4.1.3"],
  refresh_token: ["A refresh token becomes an access token", "OAuth 2.0, 6"],
  "/.well-known/jwks.json": ["The keys that check the ID token's signature", "OpenID Connect, 3.1.3.7"],
  "/oidc/logout": ["The session ends at the server", "OpenID Connect RP-Initiated Logout"],
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
  if (isBrowser) ceremony = { name: method === "create" ? "registration" : "authentication", options };
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
  if (request?.authn_response) row.append(...await verdict(ceremony, request.authn_response, status, response));
}

/** JSON, with the middle of long values left out. */
const text = (value) => JSON.stringify(
  value, (_, part) => (part?.length > 120 && part.slice ? `${part.slice(0, 60)}… (${part.length} characters)` : part), 2);
const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));
const json = (encoded) => JSON.parse(new TextDecoder().decode(bytes(encoded)));
const claims = (token) => json(token.split(".")[1]);

/** Decodes the binary parts of a response. The flags and the counter follow the hash of the relying party's identifier. */
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

/** The values that some steps of the verification compared in this exchange, by their numbers. */
function facts({ name, options }, { response }) {
  const { clientData, authenticatorData: data, attestationFormat } = decoded({ response });
  const has = (flag) => (data?.flags.includes(flag) ? "yes" : "no");
  const { type, challenge, origin, crossOrigin } = clientData;
  const frame = crossOrigin ? "cross-origin" : "same-origin", sent = `${challenge.slice(0, 12)}…`;
  const hash = data && `${data.rpIdHash.slice(0, 12)}…`, present = has("user present");
  const verified = `${has("user verified")}, ${options.userVerification ?? "preferred"}`;
  const backup = data?.flags.filter((flag) => flag.startsWith("back")).join(", ") || "none";
  return name === "registration"
    ? { 7: type, 8: sent, 9: origin, 10: frame, 14: hash, 15: present, 16: verified, 17: backup, 21: attestationFormat }
    : { 10: type, 11: sent, 12: origin, 13: frame, 15: hash, 16: present, 17: verified, 18: backup, 22: data.counter || "not used" };
}

/** The steps of the specification that the server went through for this response, or the one where it stopped. */
async function verdict(ceremony, credential, status, { code }) {
  steps = steps.rejections ? steps : await (await fetch("/demo/steps.json")).json().catch(() => ({}));
  const { name } = ceremony, { [name]: all = [], rejections = {} } = steps;
  const end = status < 300 ? all.length : all.findIndex(({ step }) => step === rejections[code]);
  const values = facts(ceremony, credential);
  const passed = all.slice(0, Math.max(end, 0)).map(({ step, title }) => {
    const value = values[step.split(".")[2]];
    return made("li", made("strong", step), ` ${title}`, value === undefined ? "" : made("small", ` (${value})`));
  });
  const list = (title) => made("details", made("summary", title), made("ul", "", ...passed));
  if (status < 300) return [list(`Verified: ${end} steps of the ${name}`)];
  if (end < 0) return [made("p", made("strong", `Rejected: ${code}`))];
  const { step, title } = all[end];
  return [made("p", made("strong", `Rejected at step ${step}: not "${title}"`), ` (${code})`), list(`${end} steps before it passed`)];
}
