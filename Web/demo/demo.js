// SPDX-License-Identifier: Apache-2.0

import { Thumbturn } from "/sdk/thumbturn.js";

const thumbturn = new Thumbturn({ clientId: "thumbturn-web", storage: "local", onExchange: showExchange });
const element = (id) => document.getElementById(id);

/** Runs what a button does, and shows why it failed. */
async function run(button, work) {
  button.setAttribute("aria-disabled", "true");
  element("notice").hidden = true;
  try {
    await work();
  } catch (error) {
    if (error.reason !== "aborted") showFailure(error);
  }
  button.removeAttribute("aria-disabled");
}

function showFailure({ message, recovery, reference }) {
  element("notice").replaceChildren(made("strong", message), ` ${recovery ?? ""} `, made("small", reference ?? ""));
  element("notice").hidden = false;
}

/** Shows the account of the user who is signed in, or the form for signing in. */
async function showUser() {
  const user = thumbturn.user();
  element("signed-out").hidden = !!user;
  element("signed-in").hidden = !user;
  element("title").textContent = user ? "Your account" : "Sign in without a password";
  element("user").textContent = user?.email ?? "";
  if (user) await showPasskeys();
  else thumbturn.signInWithAutofill().then((signedIn) => signedIn && showUser()).catch(showFailure);
}

async function showPasskeys() {
  const passkeys = await thumbturn.passkeys.list();
  element("passkeys").replaceChildren(...passkeys.map((passkey) => {
    const row = element("passkey").content.cloneNode(true);
    const [name, [rename, remove]] = [row.querySelector("input"), row.querySelectorAll("button")];
    name.value = passkey.name ?? "";
    name.placeholder = passkey.provider ?? "Passkey";
    const used = passkey.lastUsedAt ? `last used ${passkey.lastUsedAt.toLocaleString()}` : "never used to sign in";
    row.querySelector(".detail").textContent = `Created ${passkey.createdAt.toLocaleDateString()}, ${used}`;
    row.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      run(rename, () => thumbturn.passkeys.rename(passkey.id, name.value).then(showUser));
    });
    remove.addEventListener("click", () => run(remove, () => thumbturn.passkeys.remove(passkey.id).then(showUser)));
    return row;
  }));
}

element("signed-out").addEventListener("submit", (event) => {
  event.preventDefault();
  run(event.submitter, () => thumbturn.signUp({ email: element("email").value }).then(showUser));
});
element("sign-in").addEventListener("click", ({ target }) => run(target, () => thumbturn.signIn().then(showUser)));
element("add").addEventListener("click", ({ target }) => run(target, () => thumbturn.addPasskey().then(showUser)));
element("sign-out").addEventListener("click", ({ target }) => run(target, () => thumbturn.signOut().then(showUser)));
showUser().catch(showFailure);

// The exchange

let steps = {};
let ceremony;

function made(name, content, ...children) {
  const result = document.createElement(name);
  result.append(content, ...children);
  return result;
}

async function showExchange(entry) {
  const { type, method, url, status, request, options, response, error, milliseconds } = entry;
  const isBrowser = type === "webauthn";
  if (isBrowser) ceremony = method === "create" ? "registration" : "authentication";
  const title = isBrowser ? `navigator.credentials.${method}()` : `${method} ${new URL(url).pathname}`;
  const outcome = isBrowser ? error ?? "a credential" : status ?? error;
  const parts = [["Request", request ?? options], ["Response", response], ["Decoded", isBrowser && response && decoded(response)]];
  const details = made("details", made("summary", made("code", title), ` ${outcome}, ${Math.round(milliseconds)} ms`));
  for (const [name, value] of parts) if (value) details.append(made("h3", name), made("pre", text(value)));
  const isVerdict = request?.authn_response;
  if (isVerdict) details.append(await verdict(ceremony, status, response));
  element("exchange").append(made("li", details));
}

/** JSON, with the middle of long values left out. */
const text = (value) => JSON.stringify(
  value, (_, part) => (part?.length > 120 && part.slice ? `${part.slice(0, 60)}… (${part.length} characters)` : part), 2);

/** What a response says in binary form. The flags and the counter follow the hash of the relying party's identifier. */
function decoded({ response }) {
  const bytes = (encoded) =>
    Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));
  const hex = (part) => Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const result = { clientData: JSON.parse(new TextDecoder().decode(bytes(response.clientDataJSON))) };
  if (response.authenticatorData) {
    const data = bytes(response.authenticatorData);
    const names = ["user present", "", "user verified", "backup eligible", "backed up", "", "credential", "extensions"];
    result.authenticatorData = {
      rpIdHash: hex(data.slice(0, 32)), flags: names.filter((_, bit) => data[32] >> bit & 1),
      counter: new DataView(data.buffer).getUint32(33),
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
