// SPDX-License-Identifier: Apache-2.0

/** A client of a Thumbturn server: sign-up, sign-in, the user's passkeys and tokens. */
export class Thumbturn {
  /** Creates a client. Throws a `TypeError` for options that can't work. */
  constructor(options?: TokenOptions | CeremonyOptions);

  /** The passkeys of the user who is signed in. */
  readonly passkeys: {
    list(): Promise<Passkey[]>;
    rename(id: string, name: string): Promise<void>;
    /** Removes a passkey. The account's last one can't be removed. */
    remove(id: string): Promise<void>;
  };

  /** Creates an account with a passkey, and signs in to it. */
  signUp(options: Profile & PromptOptions): Promise<SignedIn>;

  /**
   * Signs in with a passkey. The device offers those that it has for the site.
   *
   * A `username` limits the offer to that user's passkeys with `apiEndpoint` only: Auth0's API doesn't reveal them.
   */
  signIn(options?: { username?: string; immediate?: boolean } & PromptOptions): Promise<SignedIn>;

  /**
   * Offers passkeys among the suggestions of a field with `autocomplete="username webauthn"`, until the user picks one.
   *
   * Call it once, when the page has loaded. Any other ceremony interrupts it; afterwards it continues by itself. Resolves to
   * `undefined` if the browser can't do it, after `signal`, and when the user signs in by other means. Rejects only if the
   * server doesn't accept the passkey that the user picked.
   */
  signInWithAutofill(options?: { username?: string; signal?: AbortSignal }): Promise<SignedIn | undefined>;

  /**
   * Asks the browser to create a passkey without a prompt, right after a sign-in by other means.
   *
   * Resolves to whether it did. A browser that can't or doesn't want to is no failure.
   * Not with `apiEndpoint`, whose ceremonies always verify the user.
   */
  upgradeToPasskey(options?: { signal?: AbortSignal }): Promise<boolean>;

  /** Adds a passkey on this device, or on one that the user chooses, to the account of the user who is signed in. */
  addPasskey(options?: PromptOptions): Promise<SignedIn>;

  /** Returns whether the user who is signed in has passkeys. With `apiEndpoint`, it may be asked about another user. */
  hasPasskeys(username?: string): Promise<boolean>;

  /** Returns what this browser can do with passkeys. */
  capabilities(): Promise<Capabilities>;

  /** Returns what is missing before passkeys work on this page, with what to do about it. Empty if nothing is. */
  readiness(): Promise<ThumbturnError[]>;

  /** Sends the browser to the server's own pages, and from there to `redirectUri`. Not with `apiEndpoint`. */
  signInWithRedirect(options?: RedirectOptions): Promise<void>;

  /**
   * Finishes a sign-in with a redirect, on the page at `redirectUri`.
   *
   * Resolves to `undefined` if the URL doesn't contain a response, so that it can be called on every page.
   */
  handleRedirectCallback(url?: string | URL): Promise<{ user: User; appState?: unknown } | undefined>;

  /**
   * Returns a valid access token, renewed if necessary, or `undefined` if nobody is signed in.
   *
   * With `apiEndpoint`, the token of the last sign-in; it isn't renewed.
   */
  accessToken(options?: TokenRequest & { isFresh?: boolean }): Promise<string | undefined>;

  /** Sends a request of the application with the access token, and with a proof of its key if `dpop` is on. */
  fetch(input: RequestInfo | URL, init?: RequestInit & TokenRequest): Promise<Response>;

  /** Returns the user as of the sign-in, or `undefined` if nobody is signed in here. */
  user(): User | undefined;

  /** Signs out here. With `returnTo`, also ends the session on the server's pages, which lead back to that URL. */
  signOut(options?: { returnTo?: string }): Promise<void>;
}

/** A failure with a reason for programs, and with words for users. */
export class ThumbturnError extends Error {
  readonly name: "ThumbturnError";
  readonly reason: Reason;
  /** What happened, for users. */
  readonly message: string;
  /** What the user can do about it. */
  readonly recovery: string;
  /** The server's name for the reason, or the name of the browser's error. */
  readonly code?: string;
  /** The request's name in the server's log. */
  readonly reference?: string;
  /** The browser's error, or the server's response. */
  readonly cause?: unknown;
}

export type Reason =
  /** The user didn't use a passkey, or the device has none: browsers don't say which. */
  | "cancelled"
  /** The device has no passkey (with `immediate`), or one that the server doesn't know any more. */
  | "noPasskeyHere"
  | "alreadyRegistered"
  | "notSupported"
  | "insecureContext"
  | "wrongDomain"
  /** Another ceremony took the place of this one, or `signal` stopped it. */
  | "aborted"
  | "timedOut"
  | "network"
  | "server";

/** Options of every client. */
export interface Options {
  /** The relying party's identifier that the application expects. The server's must be the same. */
  rpId?: string;
  /** The application's name, as devices may show it. Default: the server's. */
  rpName?: string;
  /** How long a ceremony may take, in milliseconds. Default: what the server says. */
  timeout?: number;
  /** Extensions of registrations, such as `credProps`, `largeBlob` and `prf`. */
  extensions?: AuthenticationExtensionsClientInputs;
  /** What the device should tell about itself. Default: what the server says. */
  attestation?: AttestationConveyancePreference;
  /** Where new passkeys are created. Default: wherever the user wants. */
  attachment?: AuthenticatorAttachment;
  /** Where tokens are kept: in memory, or for all tabs, so that they survive a reload. Default: `"memory"`. */
  storage?: "memory" | "local";
  /** Receives each request to the server and to the browser, when it has ended. Entries contain tokens. */
  onExchange?: (entry: Exchange) => void;
}

/** Options for Auth0's API, which works on any origin that the client lists. */
export interface TokenOptions extends Options {
  apiEndpoint?: undefined;
  clientId: string;
  /** The server's host name. */
  domain?: string;
  /** The server's URL, instead of `domain`. Default: the page's origin. */
  url?: string;
  /** The name of the connection. Default: the server's. */
  realm?: string;
  organization?: string;
  /** The API that access tokens are for. */
  audience?: string;
  /** Default: `"openid profile email offline_access"`. Without `offline_access`, nothing can be renewed. */
  scope?: string;
  /** Where sign-ins with a redirect end. Default: the root of the page's origin. */
  redirectUri?: string;
  /** Whether tokens are bound to a key that no script can read (RFC 9449). Default: `false`. */
  dpop?: boolean;
}

/** Options for the plain ceremony API, which needs no OAuth client and works on the server's own origin only. */
export interface CeremonyOptions extends Options {
  /** The path of the API, such as `"/api/auth"`. */
  apiEndpoint: string;
}

export interface PromptOptions {
  signal?: AbortSignal;
  /** Extensions of this ceremony. Their results are the page's alone, and not sent to the server. */
  extensions?: AuthenticationExtensionsClientInputs;
}

/** What a new user tells. The connection decides what is required. */
export interface Profile {
  email?: string;
  username?: string;
  phoneNumber?: string;
  name?: string;
  givenName?: string;
  familyName?: string;
  nickname?: string;
  picture?: string;
  metadata?: Record<string, string>;
  /** The name that devices show, with `apiEndpoint`. Default: `name`. */
  displayName?: string;
}

/** Claims about the user. With `apiEndpoint`, only the `username`. */
export interface User {
  sub?: string;
  email?: string;
  name?: string;
  username?: string;
  [claim: string]: unknown;
}

export interface SignedIn {
  user: User;
  credentialId: string;
  extensions: AuthenticationExtensionsClientOutputs;
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
