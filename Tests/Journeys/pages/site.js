// SPDX-License-Identifier: Apache-2.0
// What a single-page application does: it sends from its own site to the server's, and reads what comes back.
"use strict";

const site = {
  client: "page",
  telemetry: btoa(JSON.stringify({ name: "a-page", version: "1" })),
  grant: "urn:okta:params:oauth:grant-type:webauthn",

  async send(url, { method = "POST", body, form, token } = {}) {
    const headers = { "Auth0-Client": site.telemetry };
    if (body) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    const content = form ? new URLSearchParams(form) : body && JSON.stringify(body);
    const answer = await fetch(url, { method, headers, body: content });
    const text = await answer.text();
    return {
      status: answer.status, location: answer.headers.get("Location"),
      signal: JSON.parse(answer.headers.get("Thumbturn-Signal")), json: text ? JSON.parse(text) : null,
    };
  },

  async good(...request) {
    const answer = await site.send(...request);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    return answer;
  },

  create: async (options) =>
    (await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })).toJSON(),

  get: async (options) =>
    (await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })).toJSON(),

  exchange: (host, begun, answer) =>
    site.send(`https://${host}/oauth/token`, {
      body: {
        grant_type: site.grant, client_id: site.client, auth_session: begun.auth_session, authn_response: answer,
        scope: "openid profile email offline_access",
      },
    }),

  async signUp(host, email) {
    const body = { client_id: site.client, user_profile: { email } };
    const begun = (await site.good(`https://${host}/passkey/register`, { body })).json;
    return site.exchange(host, begun, await site.create(begun.authn_params_public_key));
  },

  async signIn(host) {
    const begun = (await site.good(`https://${host}/passkey/challenge`, { body: { client_id: site.client } })).json;
    return site.exchange(host, begun, await site.get(begun.authn_params_public_key));
  },

  // Without tokens, it goes on with the refresh token that it got last.
  async accountToken(host, tokens = site.tokens) {
    const verbs = ["create", "read", "update", "delete"];
    const form = {
      grant_type: "refresh_token", client_id: site.client, refresh_token: tokens.refresh_token,
      audience: `https://${host}/me/`, scope: verbs.map((verb) => `${verb}:me:authentication_methods`).join(" "),
    };
    site.tokens = (await site.good(`https://${host}/oauth/token`, { form })).json;
    return site.tokens.access_token;
  },

  methods: (host) => `https://${host}/me/v1/authentication-methods`,

  // Goes on at the address that the answer names, to the letter.
  async enrol(host, token) {
    const begun = await site.good(site.methods(host), { body: { type: "passkey" }, token });
    const answer = await site.create(begun.json.authn_params_public_key);
    return site.send(`${begun.location}/verify`, {
      body: { auth_session: begun.json.auth_session, authn_response: answer }, token,
    });
  },

  list: (host, token) => site.send(site.methods(host), { method: "GET", token }),

  remove: (host, token, id) =>
    site.send(`${site.methods(host)}/${encodeURIComponent(id)}`, { method: "DELETE", token }),

  // Signals to the device what has become of passkeys.
  signalUnknown: (signal) => PublicKeyCredential.signalUnknownCredential(signal.unknown_credential),
  signalAccepted: (signal) => PublicKeyCredential.signalAllAcceptedCredentials(signal.all_accepted_credentials),
  signalDetails: (signal) => PublicKeyCredential.signalCurrentUserDetails(signal.current_user_details),

  // Whether the browser lets this page see any of the answer.
  async reads(url, method) {
    try {
      await fetch(url, { method });
      return true;
    } catch {
      return false;
    }
  },
};
