// SPDX-License-Identifier: Apache-2.0
// Uses all of the web SDK as an application does. It is only compiled.

import {
  AddressChange, Capabilities, CodeRequest, Confirmation, Passkey, PasswordRule, Reason, SentCode, SignedIn, SignedInWithCode,
  SignedInWithPassword, Thumbturn, ThumbturnError, User,
} from "../../Web/sdk/thumbturn.js";

const client = new Thumbturn({
  domain: "auth.example.test", clientId: "app", storage: "local", dpop: true,
  apiOrigins: ["https://api.example.test"], rpId: "example.test", rpName: "Notes",
  timeout: 60_000, extensions: { credProps: true, largeBlob: { support: "preferred" } }, attestation: "none",
  attachment: "platform", language: "de", onExchange: (entry) => entry.type === "http" ? entry.status : entry.method,
});
const { signal } = new AbortController();
const plain = new Thumbturn({ apiEndpoint: "/api/auth", rpName: "Notes" });

export async function use(field: HTMLInputElement): Promise<void> {
  const prepared: void = await client.prepare("signUp", { email: "ada@example.org" });
  const signedUp: SignedIn = await client.signUp({ email: "ada@example.org", metadata: { plan: "free" }, signal });
  const filled: SignedIn | undefined = await client.signInWithAutofill({
    field, signal, extensions: { prf: {} }, onFailure: ({ reason, field }) => reason === "invalidProfile" && field,
  });
  const signedIn: SignedIn = await client.signIn({ username: "ada", immediate: true });
  const plainUser: User = (await plain.signUp({ username: "ada", displayName: "Ada" })).user;
  const isKnown: boolean = await plain.hasPasskeys("ada");
  await client.signIn({ credentialId: signedUp.credentialId, extensions: { largeBlob: { write: new Uint8Array() } } });
  const byEmail: SignedIn = await client.signIn({ email: "ada@example.org" });
  const password = "a long enough one";
  const signedUpWith: SignedInWithPassword = await client.signUp({ email: "ada@example.org", name: "Ada", password, signal });
  const signedInWith: SignedInWithPassword = await client.signIn({ phoneNumber: "+4312345678", password, signal });
  const changed: void = await client.changePassword({ currentPassword: password, newPassword: "another one", signal });
  const sent: SentCode = await client.sendCode({ phoneNumber: "+4312345678", delivery: "voice", allowSignUp: true, signal });
  const signedInByCode: SignedInWithCode = await client.signIn({ sent, code: "123456", signal });
  const ask = async ({ email, isRepeated }: CodeRequest): Promise<string> => prompt(isRepeated ? "Again" : email) ?? "";
  const verified: SignedIn = await client.signUp({ email: "ada@example.org", verification: ask, delivery: "text" });
  const change: AddressChange = await client.beginAddressChange({ email: "ada@example.net", currentPassword: password });
  const moved: User = await client.finishAddressChange(change, "123456");
  const upgraded: boolean = await client.upgradeToPasskey({ signal });
  const confirmed: Confirmation = await client.confirm({ maxAge: 60, audience: "urn:api", scope: "pay", signal });
  const confirmedAt: Date = confirmed.authenticatedAt;
  const paymentToken: string | undefined = confirmed.accessToken;
  const added: SignedIn = await client.passkeys.add({ signal });
  const passkeys: Passkey[] = await client.passkeys.list();
  const renamed: void = await client.passkeys.rename(passkeys[0].id, "Laptop");
  const removed: void = await client.passkeys.remove(passkeys[0].id);
  const capabilities: Capabilities = await client.capabilities();
  const user: User | undefined = await client.user({ ask: true });
  const token: string | undefined = await client.accessToken({ audience: "urn:api", fresh: true });
  const response: Response = await client.fetch("/notes", { method: "POST", audience: "urn:api", allowAnonymous: true });
  client.addEventListener("signedIn", ({ detail }) => detail?.sub);
  const left: void = await client.signInWithRedirect({ redirectUri: "/", prompt: "login" });
  const finished: { user: User; appState?: unknown } | undefined = await client.handleRedirectCallback();
  const outcome: "signedOut" | "leaving" = await client.signOut({ returnTo: "/" });
  const closed: void = client.close();
  const problems: ThumbturnError[] = await client.readiness();
  const { reason, weakness, rules, retryAfter }: ThumbturnError = problems[0];
  const broken: PasswordRule | undefined = rules?.find(({ isMet }) => !isMet);
  console.log(filled?.credentialId, signedIn.user, upgraded, user?.email, token, response.ok, reason, isKnown, outcome);
  console.log(prepared, renamed, removed, left, closed, plainUser, confirmed.idToken, confirmedAt, paymentToken, added);
  console.log(capabilities.passkeys, finished?.appState, byEmail, signedUpWith.user, signedInWith.user, changed);
  console.log(signedInByCode.user, verified.credentialId, moved.email);
  console.log(weakness === "common", broken?.message, retryAfter?.toFixed());
  // @ts-expect-error: a sign-in with a password is with no passkey.
  console.log(signedInWith.credentialId);
  // @ts-expect-error: options of a sign-up with a password can't be prepared.
  await client.prepare("signUp", { email: "ada@example.org", password });
  // @ts-expect-error: a code goes to one address.
  await client.sendCode({ email: "ada@example.org", phoneNumber: "+4312345678" });
  // @ts-expect-error: a change needs the new password.
  await client.changePassword({ currentPassword: password });
  // @ts-expect-error: the reasons are a closed set.
  const unknown: Reason = "bored";
  // @ts-expect-error: a client is required.
  new Thumbturn({ domain: unknown });
}
