// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// The page that an invitation link opens. The invitation is in the fragment, so that only this page's requests send it
/// and no log contains it.
enum InvitationPage {
    static let response: HTTPResponse = {
        var page = HTMLPage(title: "Add a passkey", style: style, main: main)
        page.script = script
        return page.response
    }()

    private static let main = """
        <h1>Add a passkey</h1>
        <p>You have been invited to add a passkey to your account. Your device will ask for your fingerprint, your face or
        its screen lock. There is nothing to type and nothing to remember.</p>
        <section id="existing" hidden>
        <h2>Your account can already be used</h2>
        <ul id="list"></ul>
        <p>If you don’t recognize all of this, someone else may have added it. Remove it, or they can use your account.</p>
        <p><label><input id="remove" type="checkbox"> Remove all of it when I add my passkey</label></p>
        </section>
        <p><button id="add" type="button" disabled>Add a passkey</button></p>
        <p id="status" role="status" aria-live="polite"></p>
        <noscript><p>This page needs JavaScript, because only scripts can create passkeys.</p></noscript>
        """

    private static let style = """
        :root { color-scheme: light dark; font: 1.05rem/1.55 system-ui, sans-serif; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
        main { max-width: 26rem; padding: 2rem 1.5rem; }
        h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
        section { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .6rem;
          padding: .8rem 1rem; margin: 1.2rem 0; overflow-wrap: anywhere; }
        section[hidden] { display: none; }
        h2 { font-size: 1.1rem; margin: 0; }
        ul { margin: .5rem 0; padding-left: 1.2rem; }
        section p { margin: .5rem 0; }
        button { font: inherit; padding: .7rem 1.4rem; border: 0; border-radius: .6rem; background: #1f5fd0; color: #fff;
          cursor: pointer; }
        button:disabled { background: #6b7280; cursor: default; }
        button:focus-visible { outline: 3px solid #8ab4ff; outline-offset: 2px; }
        #status:not(:empty) { padding: .8rem 1rem; border-radius: .6rem; background: color-mix(in srgb, currentColor 9%, transparent); }
        """

    private static let script = """
        "use strict";
        const button = document.getElementById("add");
        const status = document.getElementById("status");
        const existing = document.getElementById("existing");
        const list = document.getElementById("list");
        const remove = document.getElementById("remove");
        const invitation = location.hash.slice(1);
        const say = (text) => { status.textContent = text; };
        const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
        const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
          .replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
        async function send(path, body) {
          const answer = await fetch(path, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
          const json = await answer.json();
          if (!answer.ok) throw new Error(`${json.error_description} (${json.reference})`);
          return json;
        }
        const date = (text) => new Date(text).toLocaleDateString("en", { dateStyle: "long" });
        const passkey = (one) => ["A passkey", one.name && `called “${one.name}”`, `added on ${date(one.created_at)}`,
          one.user_agent && `with ${one.user_agent}`,
          one.last_auth_at ? `last used on ${date(one.last_auth_at)}` : "never used"].filter(Boolean).join(", ");
        async function show() {
          try {
            const seen = await send("/invitation/contents", { invitation });
            const lines = seen.passkeys.map(passkey);
            if (seen.sessions) lines.push(`Devices and apps that are signed in: ${seen.sessions}`);
            for (const text of seen.unverified) lines.push(`${text}, which has not been confirmed`);
            for (const line of lines) {
              const item = document.createElement("li");
              item.textContent = line;
              list.append(item);
            }
            existing.hidden = lines.length === 0;
            remove.checked = seen.existing === "remove";
            button.disabled = false;
            button.addEventListener("click", add);
          } catch (error) {
            say(error.message);
          }
        }
        async function add() {
          button.disabled = true;
          say("Waiting for your device …");
          try {
            const choice = existing.hidden ? undefined : remove.checked ? "remove" : "keep";
            const started = await send("/invitation/challenge", { invitation, existing: choice });
            const options = started.authn_params_public_key;
            options.challenge = bytes(options.challenge);
            options.user.id = bytes(options.user.id);
            for (const one of options.excludeCredentials ?? []) one.id = bytes(one.id);
            const made = await navigator.credentials.create({ publicKey: options });
            await send("/invitation/verify", {
              auth_session: started.auth_session,
              existing: choice,
              authn_response: {
                id: made.id, rawId: text(made.rawId), type: made.type,
                authenticatorAttachment: made.authenticatorAttachment,
                clientExtensionResults: made.getClientExtensionResults(),
                response: {
                  clientDataJSON: text(made.response.clientDataJSON),
                  attestationObject: text(made.response.attestationObject),
                  transports: made.response.getTransports?.() ?? [],
                },
              },
            });
            history.replaceState(null, "", location.pathname);
            button.hidden = existing.hidden = true;
            say("Done. You can now sign in with this passkey.");
          } catch (error) {
            const words = {
              NotAllowedError: "No passkey was created: it was canceled or timed out. You can try again.",
              InvalidStateError: "This device already has a passkey for this account. Sign in with it, or use another device.",
              SecurityError: "The browser can’t create passkeys for this address. Open the link as it was sent.",
            };
            say(words[error.name] ?? error.message);
            button.disabled = false;
          }
        }
        if (!invitation) say("The link is incomplete. Open it as it was sent.");
        else if (!window.PublicKeyCredential) say("This browser doesn’t support passkeys. Open the link in another one.");
        else show();
        """
}
