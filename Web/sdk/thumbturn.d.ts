// SPDX-License-Identifier: Apache-2.0

/**
 * A client of a Thumbturn server: sign-up, sign-in, the user's passkeys and tokens.
 *
 * It sends events: `signedIn` with the user as `detail`, `signedOut` and `expired`. The first two reach all tabs of the
 * application; in the others, `signedIn` has no `detail` unless the tab has the user's tokens. `expired` reaches the others
 * only with `storage: "local"`: otherwise each tab has tokens of its own. Importing the module and creating a client outside
 * of a page is safe, so that it can stand in code that a server renders.
 */
export class Thumbturn extends EventTarget {
  /** Creates a client. Throws a `TypeError` for options that can't work. */
  constructor(options: Options);

  /** The passkeys of the user who is signed in. */
  readonly passkeys: {
    list(): Promise<Passkey[]>;
    /**
     * Adds a passkey on this device, or on one that the user chooses, to the account of the user who is signed in.
     *
     * Rejects with `signInTooOld` if the sign-in is too long ago for that: call `confirm()`, and repeat it.
     */
    add(options?: PromptOptions): Promise<SignedIn>;
    rename(id: string, name: string): Promise<void>;
    /**
     * Removes a passkey. The account's last one can't be removed. Ends the sign-ins that were done with it. Rejects with
     * `signInTooOld` as `add` does.
     */
    remove(id: string): Promise<void>;
  };

  /**
   * Creates an account with a passkey, and signs in to it.
   *
   * Rejects with `accountExists` if there is one already, and with `invalidProfile` if `field` has to be corrected.
   *
   * Where the connection has new users confirm their address, the server sends a code, and `verification` asks for it once the
   * passkey exists. After a wrong one it is called again, and the same passkey is used. What it throws ends the sign-up, which
   * rejects with `canceled`; too many wrong codes do, with `codeExpired`. Then the device is told to remove the passkey.
   */
  signUp(options: Profile & PromptOptions & VerificationOptions): Promise<SignedIn>;

  /**
   * Creates an account with a password, and signs in to it. Rejects with `accountExists`, `invalidProfile` or `weakPassword`.
   *
   * A server that tells strangers nothing about accounts sends a link instead, and the call rejects with
   * `verificationPending`: the account exists once the user has opened the link.
   *
   * The account may be there although the call failed afterwards, or was stopped; the user signs in to it then. Afterwards,
   * offer a passkey: `upgradeToPasskey()`, or `passkeys.add()` on a click. The client needs a password grant, and the
   * connection passwords; otherwise the reason is `misconfigured`. There is no such call with an `apiEndpoint`.
   */
  signUp(options: Profile & PasswordOptions): Promise<SignedInWithPassword>;

  /**
   * Signs in with a passkey. The device offers those that it has for the site. A later call takes the place of this one,
   * which rejects with `aborted`.
   *
   * With a `username` – whatever the user entered to sign in with; `email` and `phoneNumber` mean the same –, a passkey of
   * another account is rejected with `wrongAccount`, and no user is signed in. With an `apiEndpoint`, the device also offers
   * only that user's passkeys; Auth0's API doesn't reveal before a sign-in who has which. With a `credentialId`, only that
   * passkey is accepted by the browser. `largeBlob` requires it for writing.
   *
   * With `immediate`, the browser offers the passkeys of this device at once. Without one it rejects with `noPasskeyHere`
   * and shows nothing, and also if the user closes what it shows. Call it on a click. Browsers without `immediateGet`, which
   * would show a code for a phone, aren't asked: it rejects with `notSupported`. For both, show the sign-in that you have
   * otherwise.
   */
  signIn(options?: Identifier & { immediate?: boolean; credentialId?: string } & PromptOptions): Promise<SignedIn>;

  /**
   * Signs in with a password, and ends autofill. The password is sent once, and rejects with `wrongPassword` whatever of the
   * two is wrong.
   *
   * The same session begins as after a passkey; a user who has a passkey confirms changes of the ways in with it. Equal calls
   * at once are one, such as those of a double click. Needs what `signUp` with a password needs.
   */
  signIn(options: Identifier & PasswordOptions): Promise<SignedInWithPassword>;

  /**
   * Has the server send a code to the address of an account, for `signIn({ sent, code })`.
   *
   * It resolves whether or not there is an account with the address. Another code ends the one before. Rejects with `tooBusy`
   * after too many, and with `misconfigured` if the connection has no such codes. A `delivery` of `"voice"` and `allowSignUp` need
   * the option `realm`; without it, they are a `TypeError`. There is no such call with an `apiEndpoint`.
   */
  sendCode(options: CodeOptions): Promise<SentCode>;

  /**
   * Signs in with a code, and ends autofill. Blanks in the code are ignored. Rejects with `wrongCode` if it is wrong, has expired or
   * was used; the server says no more.
   *
   * The same session begins as after a passkey; a user who has a passkey confirms changes of the ways in with it. Equal calls at
   * once are one. The client needs the grant `http://auth0.com/oauth/grant-type/passwordless/otp`.
   */
  signIn(options: { sent: SentCode; code: string; signal?: AbortSignal }): Promise<SignedInWithCode>;

  /**
   * Begins to change the email address or the phone number of the user who is signed in, or to confirm the present one. The server
   * sends a code to the address.
   *
   * If the server wants it confirmed, the device asks for a passkey that the account has had for three days, so call it on a click.
   * Rejects with `passkeyNeeded` if there is none. The `currentPassword` takes its place where the account has no passkey. There is
   * no such call with an `apiEndpoint`.
   */
  beginAddressChange(options: Address & { currentPassword?: string; signal?: AbortSignal }): Promise<AddressChange>;

  /**
   * Changes the address with the code that it has received, and resolves to the user with the new address. The old address is told
   * about it. Rejects with `wrongCode`: ask for the code again, or begin another change.
   */
  finishAddressChange(change: AddressChange, code: string): Promise<User>;

  /**
   * Changes the password of the user who is signed in, or sets the first one. Rejects with `weakPassword`.
   *
   * Begin with the `newPassword` alone, on a click: the device asks for a passkey that the account has had for three days.
   * If the account has none, the reason is `wrongPassword`: ask for the `currentPassword`, and call it again. With both, the
   * device asks only where the current password isn't enough. What the password before has opened ends elsewhere. This page
   * signs in with the new one; where it can't, `expired` is sent. There is no such call with an `apiEndpoint`.
   */
  changePassword(options: { currentPassword?: string; newPassword: string; signal?: AbortSignal }): Promise<void>;

  /**
   * Fetches the options of a ceremony, so that the click on its button goes to the device at once.
   *
   * Browsers forget a click after a while, and then refuse the ceremony. For a sign-in, the client does it by itself. For a
   * sign-up, call it with what the user entered, for example on `pointerdown` of the button. Never rejects.
   */
  prepare(purpose?: "signIn" | "confirm" | "passkeys.add"): Promise<void>;
  prepare(purpose: "signUp", profile: Profile & { password?: undefined }): Promise<void>;

  /**
   * Offers passkeys among the suggestions of a field, until the user picks one.
   *
   * Call it once, as early as possible. Any other ceremony interrupts it; afterwards it continues by itself, and so it does
   * after a request that failed. Resolves to `undefined` if the browser or the application can't do it, after `signal`, and
   * when the user signs in by other means. If the server doesn't accept the passkey that the user picked, it calls
   * `onFailure` and offers passkeys again; without `onFailure`, it rejects.
   */
  signInWithAutofill(options?: AutofillOptions): Promise<SignedIn | undefined>;

  /**
   * Asks the browser to create a passkey without a prompt, right after a sign-in by other means.
   *
   * Resolves to whether it did. Never rejects: a browser that can't or doesn't want to is no failure.
   */
  upgradeToPasskey(options?: { signal?: AbortSignal }): Promise<boolean>;

  /**
   * Asks the user who is signed in to confirm something with a passkey.
   *
   * Resolves to what the application sends to its own backend, which checks `auth_time` and `amr`. It signs no user in or
   * out: another user's passkey rejects with `wrongAccount`. If the user has used a passkey to sign in or to confirm
   * something less than `maxAge` seconds ago, there is no prompt. Call it in the handler of a click. Afterwards, a change of
   * the user's passkeys is no longer `signInTooOld`, unless an `audience` is given. There is no such call with an
   * `apiEndpoint`.
   */
  confirm(options?: ConfirmOptions): Promise<Confirmation>;

  /**
   * Deletes the account of the user who is signed in, who proves it with a passkey. Call it in the handler of a click.
   *
   * The user is signed out everywhere at once, and every later sign-in rejects with `accountToBeDeleted`. The account is
   * erased at `deletesAt`, three days later. Until then, the user keeps it at `/account/keep` of the server. What the
   * application has stored about the user is its own matter. A passkey that was added in the last three days is accepted
   * only if the account has no older one. There is no such call with an `apiEndpoint`.
   */
  deleteAccount(options?: { signal?: AbortSignal }): Promise<{ deletesAt: Date }>;

  /**
   * Returns whether the user who is signed in has passkeys.
   *
   * With an `apiEndpoint`, a `username` asks the server about one. It says yes to strangers, whatever the name.
   */
  hasPasskeys(username?: string): Promise<boolean>;

  /** Returns what this browser can do with passkeys. */
  capabilities(): Promise<Capabilities>;

  /**
   * Returns what keeps passkeys from working on this page: the browser, the connection, the page's address or origin, or the
   * client. Empty if nothing does. What a developer can do about it is in the console. An `audience` and a `redirectUri` are
   * not looked at.
   */
  readiness(): Promise<ThumbturnError[]>;

  /** Sends the browser to the server's own pages, and from there to `redirectUri`. */
  signInWithRedirect(options?: RedirectOptions): Promise<void>;

  /**
   * Finishes a sign-in with a redirect, on the page at `redirectUri`.
   *
   * Resolves to `undefined` if the URL doesn't contain a response of the server, so that it can be called on every page.
   */
  handleRedirectCallback(url?: string | URL): Promise<{ user: User; appState?: unknown } | undefined>;

  /**
   * Returns the user who is signed in, as of the sign-in.
   *
   * After a reload, the server is asked silently if the user was signed in before. This finds the session that the sign-in
   * began, where page and server are on the same site. Elsewhere browsers may block it, and the sign-in lasts as long as the
   * page; use `storage: "local"` there. With `ask`, the server is also asked on a first visit: the user may be signed in to
   * another application of the server. A sign-out that happens meanwhile has it resolve to `undefined`. Rejects with
   * `network` if the user was signed in before the reload, and the server can't be asked.
   */
  user(options?: { ask?: boolean }): Promise<User | undefined>;

  /**
   * Returns a valid access token, renewed if necessary, or `undefined` if no user is signed in.
   *
   * With `fresh`, it is renewed whatever its age, and a server that can't be reached is a failure. Rejects with
   * `misconfigured` if the server has no such API as `audience`. With an `apiEndpoint`, a token lasts for ten minutes
   * after a sign-in in this page, and can't be renewed.
   */
  accessToken(options?: TokenRequest & { fresh?: boolean }): Promise<string | undefined>;

  /**
   * Sends a request of the application with the access token, and with a proof of its key if `dpop` is on.
   *
   * A token is only sent to the page's own origin, to the server's, to the origin of an `audience` that is a URL, and to
   * `apiOrigins`; any other request rejects with `misconfigured`. Rejects with `notSignedIn` if there is no token, unless
   * `allowAnonymous` is set. With an `apiEndpoint`, the reason is `signInTooOld` if the user is signed in but has no token.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit & TokenRequest & { allowAnonymous?: boolean }): Promise<Response>;

  /**
   * Signs out, in all tabs: forgets and revokes the tokens, and ends the session at the server.
   *
   * Resolves to `"signedOut"` once the server has said that there is no session any more. Resolves to `"leaving"` if the
   * browser is on its way to another page: to `returnTo`, or to the server's page, which leads there. It goes to the
   * server's page if that has to ask the user, and if only a navigation finds the session, after a sign-in with a redirect
   * to a server on another site; then `returnTo` must be one of the client's `allowed_logout_urls`. So must one of another
   * origin, which is a `TypeError` with an `apiEndpoint`. Rejects with `network`, for example, if the server could not be
   * told. The tokens are forgotten all the same, and no user is signed in silently until the next sign-in; call it again to
   * end the session.
   */
  signOut(options?: { returnTo?: string }): Promise<"signedOut" | "leaving">;

  /**
   * Ends this client: its listeners, its part in other tabs' events and its autofill. Users stay signed in.
   *
   * Needed only where clients are made again and again, as in a component of a user interface.
   */
  close(): void;

  addEventListener<Type extends keyof Events>(
    type: Type, listener: (event: Events[Type]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof Events>(
    type: Type, listener: (event: Events[Type]) => void, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions,
  ): void;
}

export interface Events {
  /** A user signed in. */
  signedIn: CustomEvent<User | undefined>;
  /** The user signed out. */
  signedOut: CustomEvent<undefined>;
  /** The sign-in ended at the server, for example because it was too old or an operator ended it. */
  expired: CustomEvent<undefined>;
}

/** A failure with a reason for programs, and with words for users. */
export class ThumbturnError extends Error {
  readonly name: "ThumbturnError";
  readonly reason: Reason;
  /** The description of the failure, for users. */
  readonly message: string;
  /** The advice for users. */
  readonly recovery: string;
  /** With `invalidProfile`: the member of the profile that has to be corrected, if it is about one. */
  readonly field?: string;
  /** With `weakPassword`: what is wrong with the password. Those that attackers know are `"common"`, too. */
  readonly weakness?: "rules" | "common" | "personal" | "reused";
  /** With `weakPassword`: the rules that the connection has, if one is broken. `recovery` has those that are not met. */
  readonly rules?: PasswordRule[];
  /** The seconds after which another try makes sense, if the server says so. */
  readonly retryAfter?: number;
  /** With `accountToBeDeleted`: the page of the server on which the user keeps the account. */
  readonly url?: string;
  /** The server's name for the reason, or the name of the browser's error. */
  readonly code?: string;
  /** The request's name in the server's log. */
  readonly reference?: string;
  /** The browser's error, or the server's response. */
  readonly cause?: unknown;
}

export type Reason =
  /**
   * The user didn't use a passkey, or the device has none: browsers don't say which.
   *
   * It may also be that the page had lost the focus, so that the browser asked for nothing. Then `recovery` asks for another
   * click.
   */
  | "canceled"
  /** Another ceremony took the place of this one, or `signal` stopped it. */
  | "aborted"
  /** The device has no passkey (with `immediate`), or one that the server doesn't know any more. */
  | "noPasskeyHere"
  | "alreadyRegistered"
  /** A sign-up with an identifier of an account that exists. Offer to sign in. */
  | "accountExists"
  /** The server doesn't accept what the user entered: the member `field` of the profile, if it is about one. */
  | "invalidProfile"
  /** Only a user who has a passkey or the password of the account learns this. */
  | "accountBlocked"
  /** The user has asked for the deletion of the account. It can be kept at `/account/keep` of the server. */
  | "accountToBeDeleted"
  | "notSignedIn"
  /** Passkeys are added and removed only soon after a sign-in. Call `confirm()`, or sign in again, and repeat it. */
  | "signInTooOld"
  /**
   * What was done needs a passkey that the account has had for three days: after a sign-in with a password, or with a newer
   * passkey. Call `confirm()`, and repeat it.
   */
  | "passkeyNeeded"
  /** The passkey is of another account than the one that was asked for. */
  | "wrongAccount"
  /** The name and the password don't belong together, or the current password is missing. */
  | "wrongPassword"
  /** The code is wrong, has expired or was used, or there is no account with the address. */
  | "wrongCode"
  /** The code of a sign-up has expired, or there were too many wrong ones. No account was created. */
  | "codeExpired"
  /** Nobody has confirmed the address for the account, which has other ways in. It is confirmed on the server's page of the account. */
  | "identifierUnverified"
  /** A sign-up with a password has sent a link. The account exists once the user has opened it. */
  | "verificationPending"
  /** The server accepts no such password: see `weakness` and `rules`. */
  | "weakPassword"
  /** There were too many attempts, or the server has too much to do. Try again after `retryAfter` seconds. */
  | "tooBusy"
  | "notSupported"
  | "insecureContext"
  | "wrongDomain"
  /** The client doesn't list the page's origin. The console has the command that helps. */
  | "originNotAllowed"
  /** The server doesn't know the client, realm, organization or audience, or doesn't allow it. The console says which. */
  | "misconfigured"
  | "timedOut"
  | "network"
  /**
   * The server rejected the request, and `code` says why; or something that isn't the server responded.
   */
  | "server";

/** A rule for passwords. */
export interface PasswordRule {
  /** Auth0's name for it, such as `lengthAtLeast`. */
  code: string;
  /** The rule, for users. */
  message: string;
  isMet: boolean;
  /** The kinds of characters that it is about. Their `message` is a part of its own. */
  items?: PasswordRule[];
}

export type Options = CommonOptions & ({ clientId: string } | PlainAPI);

export interface PlainAPI {
  /**
   * The plain ceremony API of a server at the page's own origin, such as `"/api/auth"`, instead of Auth0's. The server knows
   * the client and keeps the session in a cookie that no script can read, so the options that follow have no effect but
   * `rpId`, `rpName`, `timeout` and those of ceremonies. There are no redirects, no upgrades and no tokens for other APIs.
   */
  apiEndpoint: string;
}

export interface CommonOptions {
  /** The server's host, such as `"auth.example.com"`. */
  domain?: string;
  /** The server's origin, such as `"http://localhost:8080"`, instead of `domain`. Default: the page's. */
  url?: string;
  /** The name of the connection. Default: the server's. */
  realm?: string;
  organization?: string;
  /** The API that access tokens are for. */
  audience?: string;
  /**
   * Default: `"openid profile email"`, and `offline_access` where it is needed.
   *
   * In memory, the session renews tokens. A sign-in also gets a refresh token, which is revoked as soon as a frame has found
   * the session, or else when the page ends. With `storage: "local"`, the tabs share one. Without `offline_access` in a
   * scope of your own, only the session renews tokens.
   */
  scope?: string;
  /** Further origins that `fetch` sends access tokens to, such as `"https://api.example.com"`. */
  apiOrigins?: string[];
  /** A callback of the client, for redirects and silent requests. Default: the root of the page's origin. */
  redirectUri?: string;
  /**
   * Whether a sign-in also begins a session at the server, which outlives a reload and signs the user in to other
   * applications. Default: `true`.
   */
  session?: boolean;
  /**
   * The place where tokens are kept: in memory, or for all tabs, so that they survive a reload on any site. Every script of
   * the page can read them there. Default: `"memory"`.
   */
  storage?: "memory" | "local";
  /** Whether tokens are bound to a key that no script can read (RFC 9449). Default: `false`. */
  dpop?: boolean;
  /** Whether options of a sign-in are fetched before they are needed. Default: `true`. */
  prefetch?: boolean;
  /** The relying party's identifier that the application expects. The server's must be the same. */
  rpId?: string;
  /** The application's name, as devices may show it. Default: the server's. */
  rpName?: string;
  /** The time that a ceremony may take, in milliseconds, if that is less than the server allows. */
  timeout?: number;
  /**
   * The language of failures for users: `"en"` or `"de"`. Default: the page's (`<html lang>`), or else the browser's;
   * English if there are no texts in these. It is the same for all clients of a page.
   */
  language?: string;
  /** Extensions of registrations, such as `credProps`, `largeBlob` and `prf`. */
  extensions?: AuthenticationExtensionsClientInputs & { [name: string]: unknown };
  /** The facts that the device should report about itself. Default: what the server says. */
  attestation?: AttestationConveyancePreference;
  /** The place where new passkeys are created. Default: wherever the user wants. */
  attachment?: AuthenticatorAttachment;
  /**
   * Receives each request to the server and to the browser, when it has ended. Entries contain tokens. In the place of a
   * password, they have an ellipsis.
   */
  onExchange?: (entry: Exchange) => void;
}

export interface PromptOptions {
  /** Stops the ceremony, which then rejects with `aborted`. */
  signal?: AbortSignal;
  /** Extensions of this ceremony. Their results are the page's alone, and not sent to the server. */
  extensions?: AuthenticationExtensionsClientInputs & { [name: string]: unknown };
}

/** What the user entered to sign in with. */
export type Identifier =
  | { username?: string; email?: undefined; phoneNumber?: undefined }
  | { email: string; username?: undefined; phoneNumber?: undefined }
  | { phoneNumber: string; username?: undefined; email?: undefined };

export interface PasswordOptions {
  password: string;
  /** Stops the call, which then rejects with `aborted`, unless the user is signed in already. */
  signal?: AbortSignal;
}

/** An address that can receive codes. A phone number is in international format, such as `"+4930123456"`. */
export type Address = { email: string; phoneNumber?: undefined } | { phoneNumber: string; email?: undefined };

export type CodeOptions = Address & {
  /** How a code reaches a phone number. Default: `"text"`. */
  delivery?: "text" | "voice";
  /**
   * Whether the code creates an account if there is none. Default: `false`. Without the option `realm` it does so wherever sign-ups
   * are on.
   */
  allowSignUp?: boolean;
  /** Stops the call, which then rejects with `aborted`. The code may be on its way. */
  signal?: AbortSignal;
};

/** A code that was sent. It is plain data, and may be stored while the user looks for the message. */
export interface SentCode {
  readonly email?: string;
  readonly phoneNumber?: string;
  /** Comes back with the code. */
  readonly session?: string;
}

export interface VerificationOptions {
  /** Asks the user for the code that an address has received, and returns it. */
  verification?: (request: CodeRequest) => string | Promise<string>;
  /** How a code reaches a phone number. Default: `"text"`. */
  delivery?: "text" | "voice";
}

/** A question for a code, with the address that it was sent to. */
export interface CodeRequest {
  email?: string;
  phoneNumber?: string;
  /** Whether the last code for the address was wrong. */
  isRepeated: boolean;
}

/** The change of an address that has begun. It is plain data. */
export interface AddressChange {
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly id: string;
  readonly session: string;
}

export interface AutofillOptions {
  /** The field, which gets `autocomplete="username webauthn"`. Default: any field of the page that has it. */
  field?: HTMLInputElement | HTMLTextAreaElement;
  username?: string;
  /** Ends the request, which then resolves to `undefined`. */
  signal?: AbortSignal;
  /** Extensions of the sign-in, such as `prf`. */
  extensions?: PromptOptions["extensions"];
  /** Receives each failure of a sign-in with a passkey that the user picked. */
  onFailure?: (failure: ThumbturnError) => void;
}

/** The facts about a new user. The connection decides what is required. */
export interface Profile {
  email?: string;
  username?: string;
  phoneNumber?: string;
  name?: string;
  /** The same as `name`. */
  displayName?: string;
  givenName?: string;
  familyName?: string;
  nickname?: string;
  picture?: string;
  metadata?: Record<string, string>;
}

/** Claims about the user. With an `apiEndpoint`, only `username` is known, and there is no `sub`. */
export interface User {
  sub?: string;
  username?: string;
  email?: string;
  name?: string;
  [claim: string]: unknown;
}

export interface SignedIn {
  user: User;
  credentialId: string;
  extensions: AuthenticationExtensionsClientOutputs;
}

/** A sign-in with a password. There is no passkey, and so no `credentialId`. */
export interface SignedInWithPassword {
  user: User;
}

/** A sign-in with a code. There is no passkey, and so no `credentialId`. */
export type SignedInWithCode = SignedInWithPassword;

export interface ConfirmOptions {
  /** The seconds for which an earlier sign-in or confirmation of the user is enough. Default: 0, which always asks. */
  maxAge?: number;
  /** The API that the confirmation is for, with an access token. Without one, there is an ID token only. */
  audience?: string;
  scope?: string;
  /** Stops the ceremony, which then rejects with `aborted`. */
  signal?: AbortSignal;
}

export interface Confirmation {
  user: User;
  /** With `auth_time`, `amr` and `sub`, for the application's backend. It is valid for the client only. */
  idToken: string;
  /** With an `audience`: a token for it, with the same claims. */
  accessToken?: string;
  authenticatedAt: Date;
}

export interface Passkey {
  id: string;
  credentialId: string;
  name?: string;
  /** The maker of the device or password manager, if the server knows it. */
  provider?: string;
  /** The browser that the passkey was created with. */
  userAgent?: string;
  createdAt: Date;
  lastUsedAt?: Date;
  isSynced?: boolean;
}

/** The browser's own report (`PublicKeyCredential.getClientCapabilities`), and what is known without it. */
export interface Capabilities {
  /** Whether this page can use passkeys at all: of this device, a security key or a phone. */
  passkeys: boolean;
  /** Autofill. */
  conditionalGet: boolean;
  /** Creation without a prompt. */
  conditionalCreate: boolean;
  /** Whether this device itself can hold passkeys. */
  userVerifyingPlatformAuthenticator: boolean;
  [name: string]: boolean | undefined;
}

export interface TokenRequest {
  /** Default: the client's. */
  audience?: string;
  scope?: string;
}

/** Further members are parameters of the authorization request, such as `prompt` and `loginHint`. */
export interface RedirectOptions {
  redirectUri?: string;
  /** JSON that `handleRedirectCallback` returns. */
  appState?: unknown;
  [parameter: string]: unknown;
}

export type Exchange = HTTPExchange | WebAuthnExchange;

export interface HTTPExchange {
  type: "http";
  method: string;
  url: string;
  request?: unknown;
  /** The response's JSON. Absent if there was no response. */
  response?: unknown;
  status?: number;
  error?: string;
  milliseconds: number;
}

export interface WebAuthnExchange {
  type: "webauthn";
  method: "create" | "get";
  mediation?: "conditional";
  /** The server's options, as JSON. */
  options: unknown;
  /** The credential, as JSON. */
  response?: unknown;
  error?: string;
  milliseconds: number;
}
