// SPDX-License-Identifier: Apache-2.0
// Shows what came before this page, and what to do after it. An application of your own doesn't need it.

import { showExchange } from "/demo/exchange.js";

/** Shows the ceremony that created the owner's passkey, if this page comes from the set-up. */
async function showSetup() {
  const kept = sessionStorage.getItem("thumbturn-setup");
  sessionStorage.removeItem("thumbturn-setup");
  if (!kept) return;
  const { options, response, milliseconds } = JSON.parse(kept);
  await showExchange({ type: "webauthn", method: "create", options, response, milliseconds: milliseconds[0] });
  await showExchange({
    method: "POST", url: `${location.origin}/setup/passkey`, status: 200, request: { authn_response: response },
    response: { location: "/demo/" }, milliseconds: milliseconds[1],
  });
}

/** Shows what an application of one's own begins with. */
async function showNextSteps() {
  const section = document.getElementById("next");
  section.innerHTML = `
    <h2 id="next-title">Build your own</h2>
    <ol class="steps">
      <li>This is all that a page needs. Serve it at <code>http://localhost:3000</code> or <code>:5173</code>:
        <pre tabindex="0"></pre></li>
      <li>For another origin, and for a <code>clientId</code> of your own:
        <pre tabindex="0">thumbturn clients add Notes --type spa --origin http://localhost:4200</pre></li>
      <li>With a bundler, install the SDK from this server: <pre tabindex="0"></pre></li>
      <li>The guides are in <code>docs/guides</code>: a page with its backend, React and Next.js, iOS and Android, and OpenID Connect,
        whose libraries read <a href="/.well-known/openid-configuration">this document</a>.</li>
    </ol>`;
  const [page, , install] = section.querySelectorAll("pre");
  page.textContent = `<script type="module">
  import { Thumbturn } from "${location.origin}/sdk/thumbturn.js";
  const auth = new Thumbturn({ url: "${location.origin}", clientId: "thumbturn-web" });
  // await auth.signUp({ email }), await auth.signIn(), await auth.user()
</script>`;
  const sdk = await (await fetch("/sdk/thumbturn.json")).json();
  install.textContent = `npm install ${sdk.package}`;
}

showSetup();
showNextSteps();
