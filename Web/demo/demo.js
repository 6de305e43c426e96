// SPDX-License-Identifier: Apache-2.0

import { Thumbturn } from "/sdk/thumbturn.js";
import { made, showExchange } from "/demo/exchange.js";

const thumbturn = new Thumbturn({ clientId: "thumbturn-web", onExchange: showExchange });
const element = (id) => document.getElementById(id);
/** Runs what a button does, and shows why it failed. */
async function run(button, work) {
  button.setAttribute("aria-disabled", "true");
  element("notice").hidden = true;
  try {
    await work();
  } catch (error) {
    if (error.reason !== "aborted") showFailure(error, work);
  }
  button.removeAttribute("aria-disabled");
}

function showFailure({ reason, message, recovery, reference }, work) {
  const confirm = Object.assign(made("button", "Confirm with a passkey"), { className: "button secondary" });
  confirm.addEventListener("click", () => run(confirm, () => thumbturn.confirm().then(work)));
  const remedy = ["signInTooOld", "passkeyNeeded"].includes(reason) ? confirm : recovery ?? "";
  element("notice").replaceChildren(made("strong", message), remedy, made("small", reference));
  element("notice").hidden = false;
  if (reason === "accountExists") element("sign-in").focus();
}
/** Shows the account of the user who is signed in, or the form for signing in. */
async function showUser() {
  // The user may have signed in on the server's pages.
  const user = await thumbturn.user({ ask: true });
  element("signed-out").hidden = !!user;
  element("signed-in").hidden = !user;
  element("title").textContent = user ? "Your account" : "Sign in to Notes";
  element("user").textContent = user?.email ?? user?.sub ?? "";
  if (user) await showPasskeys();
  // Passkeys appear among the suggestions of the field, until the user signs in.
  else thumbturn.signInWithAutofill({ field: element("email"), onFailure: showFailure });
}

async function showPasskeys() {
  const passkeys = await thumbturn.passkeys.list();
  element("passkeys").replaceChildren(...passkeys.map((passkey) => {
    const row = element("passkey").content.cloneNode(true);
    const [name, [rename, remove]] = [row.querySelector("input"), row.querySelectorAll("button")];
    name.value = passkey.name ?? "";
    name.placeholder = passkey.provider ?? "Passkey";
    remove.hidden = passkeys.length === 1;
    const used = passkey.lastUsedAt ? `, last used ${passkey.lastUsedAt.toLocaleString()}` : "";
    row.querySelector(".detail").textContent = `Created ${passkey.createdAt.toLocaleString()}${used}`;
    row.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      run(rename, () => thumbturn.passkeys.rename(passkey.id, name.value).then(showPasskeys));
    });
    remove.addEventListener("click", () => run(remove, () => thumbturn.passkeys.remove(passkey.id).then(showPasskeys)));
    return row;
  }));
}

element("signed-out").addEventListener("submit", (event) => {
  event.preventDefault();
  run(event.submitter, () => thumbturn.signUp({ email: element("email").value }));
});
element("sign-in").addEventListener("click", ({ target }) => run(target, () => thumbturn.signIn()));
element("add").addEventListener("click", ({ target }) => run(target, () => thumbturn.passkeys.add().then(showPasskeys)));
element("sign-out").addEventListener("click", ({ target }) => run(target, () => thumbturn.signOut()));
for (const type of ["signedIn", "signedOut", "expired"]) {
  thumbturn.addEventListener(type, () => showUser().catch(showFailure));
}
showUser().catch(showFailure);
