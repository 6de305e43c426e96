// SPDX-License-Identifier: Apache-2.0
// Uses all of the web SDK as an application does. It is only compiled.

import { Passkey, Reason, SignedIn, Thumbturn, ThumbturnError, User } from "../../Web/sdk/thumbturn.js";

const client = new Thumbturn({
  domain: "auth.example.test", clientId: "app", storage: "local", dpop: true, rpId: "example.test", rpName: "Notes",
  timeout: 60_000, extensions: { credProps: true, largeBlob: { support: "preferred" } }, attestation: "none",
  attachment: "platform", language: "de", onExchange: (entry) => entry.type === "http" ? entry.status : entry.method,
});
const { signal } = new AbortController();
const plain = new Thumbturn({ apiEndpoint: "/api/auth", rpName: "Notes" });

export async function use(field: HTMLInputElement): Promise<void> {
  await client.prepare("signUp", { email: "ada@example.org" });
  const signedUp: SignedIn = await client.signUp({ email: "ada@example.org", metadata: { plan: "free" }, signal });
  const signedIn: SignedIn | undefined = await client.signInWithAutofill({
    field, signal, extensions: { prf: {} }, onFailure: ({ reason, field }) => reason === "invalidProfile" && field,
  });
  await client.signIn({ username: "ada", immediate: true });
  await plain.signUp({ username: "ada", displayName: "Ada" });
  const isKnown: boolean = await plain.hasPasskeys("ada");
  await client.signIn({ credentialId: signedUp.credentialId, extensions: { largeBlob: { write: new Uint8Array() } } });
  const upgraded: boolean = await client.upgradeToPasskey({ signal });
  const passkeys: Passkey[] = await client.passkeys.list();
  await client.passkeys.rename(passkeys[0].id, "Laptop");
  await client.passkeys.remove(passkeys[0].id);
  const user: User | undefined = await client.user();
  const token: string | undefined = await client.getToken({ audience: "urn:api", fresh: true });
  const response: Response = await client.fetch("/notes", { method: "POST", audience: "urn:api" });
  client.addEventListener("signedIn", ({ detail }) => detail?.sub);
  await client.signInWithRedirect({ redirectUri: "/", prompt: "login" });
  await client.signOut({ returnTo: "/" });
  const problems: ThumbturnError[] = await client.readiness();
  const reason: Reason = problems[0].reason;
  console.log(signedUp.user.sub, signedIn?.credentialId, upgraded, user?.email, token, response.ok, reason);
  // @ts-expect-error: the reasons are a closed set.
  const unknown: Reason = "bored";
  // @ts-expect-error: a client is required.
  new Thumbturn({ domain: unknown });
}
