// SPDX-License-Identifier: Apache-2.0

import { decode, encode } from "./encoding.js";

export const TIMEOUT = 300_000;
export const GRACE = 1000;

/** The options as the browser takes them. */
export function parse(kind, json) {
  const native = kind === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  const options = PublicKeyCredential[native]?.(json) ?? decoded(json);
  if (kind === "create") options.authenticatorSelection ??= {};
  return options;
}

export function decoded(json) {
  const list = (descriptors) => descriptors?.map((one) => ({ ...one, id: decode(one.id) }));
  const options = { ...json, challenge: decode(json.challenge) };
  if (json.user) options.user = { ...json.user, id: decode(json.user.id) };
  if (json.excludeCredentials) options.excludeCredentials = list(json.excludeCredentials);
  if (json.allowCredentials) options.allowCredentials = list(json.allowCredentials);
  return options;
}

/** The credential as JSON. Other results of extensions may be secrets, which are the page's alone. */
export function serialize(credential) {
  const json = credentialJSON(credential);
  return { ...json, clientExtensionResults: { credProps: json.clientExtensionResults?.credProps } };
}

// Some password managers replace the browser's credentials by objects without toJSON, or with one that throws.
export function credentialJSON(credential) {
  try {
    return credential.toJSON();
  } catch {
    const { id, rawId, type, response, authenticatorAttachment } = credential;
    const members = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
      .filter((name) => response[name]).map((name) => [name, encode(response[name])]);
    return {
      id, rawId: encode(rawId), type, authenticatorAttachment,
      response: { ...Object.fromEntries(members), transports: response.getTransports?.() },
      clientExtensionResults: credential.getClientExtensionResults?.(),
    };
  }
}
