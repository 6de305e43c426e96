// SPDX-License-Identifier: Apache-2.0
// Takes the place of Auth0's SDK of this name where that isn't to be had: it sends the requests of its version 2.24, and
// asks the browser as strictly. It contains none of its code.

const GRANT = "urn:okta:params:oauth:grant-type:webauthn";

const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const text = (encoded) => atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
const decode = (encoded) => Uint8Array.from(text(encoded), (symbol) => symbol.charCodeAt(0)).buffer;

export const createAuth0Client = async (options) => new Auth0Client(options);

class Auth0Client {
  constructor({ domain, clientId, useRefreshTokens }) {
    const scope = `openid profile email${useRefreshTokens ? " offline_access" : ""}`;
    const telemetry = btoa(JSON.stringify({ name: "auth0-spa-js", version: "2.24.1" }));

    const post = async (path, body) => {
      const headers = { "Content-Type": "application/json", "Auth0-Client": telemetry };
      const sent = { method: "POST", headers, body: JSON.stringify({ client_id: clientId, ...body }) };
      const response = await fetch(`https://${domain}${path}`, sent);
      const json = await response.json();
      if (!response.ok) throw new Error(json.error_description);
      return json;
    };

    const finish = async (auth_session, { id, rawId, type, authenticatorAttachment, response }, members) => {
      const encoded = members.filter((name) => response[name]).map((name) => [name, encode(response[name])]);
      const authn_response = {
        id, rawId: encode(rawId), type, authenticatorAttachment,
        response: Object.fromEntries(encoded), clientExtensionResults: {},
      };
      const granted = await post("/oauth/token", { grant_type: GRANT, auth_session, authn_response, scope });
      const [head, body] = granted.id_token.split(".", 2).map((part) => JSON.parse(text(part)));
      if (head.alg !== "RS256" || body.iss !== `https://${domain}/` || body.aud !== clientId) throw new Error("bad ID token");
      if (useRefreshTokens && !granted.refresh_token) throw new Error("no refresh token");
      this.user = body;
      return granted;
    };

    this.passkey = {
      signup: async (user_profile) => {
        const { auth_session, authn_params_public_key: sent } = await post("/passkey/register", { user_profile });
        const user = { ...sent.user, id: decode(sent.user.id) };
        const publicKey = { ...sent, user, challenge: decode(sent.challenge) };
        const created = await navigator.credentials.create({ publicKey });
        return finish(auth_session, created, ["clientDataJSON", "attestationObject"]);
      },
      login: async () => {
        const { auth_session, authn_params_public_key: sent } = await post("/passkey/challenge", {});
        const found = await navigator.credentials.get({ publicKey: { ...sent, challenge: decode(sent.challenge) } });
        return finish(auth_session, found, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
      },
    };
  }

  async getUser() {
    return this.user;
  }
}
