// SPDX-License-Identifier: Apache-2.0
// Runs the WebAuthn ceremonies of the hosted pages. The element "settings" contains what this page does, as data.

const settings = JSON.parse(document.getElementById("settings").textContent);
const language = document.documentElement.lang;
const form = document.querySelector("form[data-flow]");
const notice = document.getElementById("notice");
const status = document.getElementById("status");
const isCreation = settings.action !== "get";
const credentials = window.PublicKeyCredential;
const defaultTimeout = 300000;

/** A failure with the name of its message. */
class Failure extends Error {
  constructor(kind, { reference, text, location } = {}) {
    super(kind);
    Object.assign(this, { kind, reference, text, location });
  }
}

const element = (name, text, className) => {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
};

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Encoding

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (symbol) => symbol.charCodeAt(0));

const encode = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const descriptors = (list) => list?.map((one) => ({ ...one, id: decode(one.id) }));

function parse(options) {
  const native = isCreation ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  if (credentials[native]) return credentials[native](options);
  const parsed = { ...options, challenge: decode(options.challenge) };
  if (options.user) parsed.user = { ...options.user, id: decode(options.user.id) };
  if (options.excludeCredentials) parsed.excludeCredentials = descriptors(options.excludeCredentials);
  if (options.allowCredentials) parsed.allowCredentials = descriptors(options.allowCredentials);
  return parsed;
}

// Password managers replace the browser's credentials. Some of theirs have no toJSON, or one that throws.
function serialize(credential) {
  try {
    return credential.toJSON();
  } catch {
    const { response } = credential;
    const members = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
      .filter((name) => response[name]).map((name) => [name, encode(response[name])]);
    return {
      id: credential.id, rawId: encode(credential.rawId), type: credential.type,
      authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
      clientExtensionResults: credential.getClientExtensionResults?.() ?? {},
      response: { ...Object.fromEntries(members), transports: response.getTransports?.() },
    };
  }
}

// Messages

function show(failure) {
  status.textContent = "";
  const [title, remedy] = settings.messages[failure.kind] ?? settings.messages.server;
  const text = document.createElement("p");
  text.append(element("strong", title), " ", failure.text ?? remedy);
  notice.replaceChildren(text);
  if (failure.reference) {
    const reference = element("p", `${settings.messages.reference}: `, "reference");
    reference.append(element("code", failure.reference));
    notice.append(reference);
  }
  notice.hidden = false;
  notice.focus();
}

function named(error) {
  if (error instanceof Failure) return error;
  const kinds = {
    NotAllowedError: isCreation ? "notCreated" : "notSignedIn",
    InvalidStateError: isCreation ? "alreadyRegistered" : "notSignedIn",
    AbortError: "timedOut", TimeoutError: "timedOut", SecurityError: "wrongDomain",
    ConstraintError: "keyWithoutPIN", NotSupportedError: "unsupported",
  };
  return new Failure(kinds[error?.name] ?? "server");
}

function setBusy(isBusy, button) {
  for (const one of document.querySelectorAll("[data-ceremony]")) {
    if (isBusy) one.setAttribute("aria-disabled", "true");
    else one.removeAttribute("aria-disabled");
    one.toggleAttribute("data-busy", isBusy && one === button);
  }
  status.textContent = isBusy ? settings.messages.waiting : "";
  if (isBusy) notice.hidden = true;
}

// Requests

// Signals the account's passkeys to the device. This is only a hint, and must not hold up the page.
async function signal(signals) {
  const calls = [
    ["unknown_credential", "signalUnknownCredential"], ["all_accepted_credentials", "signalAllAcceptedCredentials"],
    ["current_user_details", "signalCurrentUserDetails"],
  ];
  for (const [member, method] of calls) {
    if (!signals?.[member] || !credentials?.[method]) continue;
    try {
      await Promise.race([credentials[method](signals[member]), wait(1000)]);
    } catch { /* The browser or the password manager doesn't take part. */ }
  }
}

function kind(code, body) {
  if (body.signal?.unknown_credential) return "unknownPasskey";
  if (Object.hasOwn(settings.messages, body.code ?? "")) return body.code;
  if (code === 429) return "tooMany";
  if (code >= 500) return "server";
  return /expired/.test(body.code ?? "") ? "expired" : "rejected";
}

async function send(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" },
      redirect: "error", signal: AbortSignal.timeout?.(30000), body: JSON.stringify(body),
    });
  } catch {
    throw new Failure("network");
  }
  const json = await response.json().catch(() => ({}));
  await signal(json.signal);
  if (response.ok) return json;
  const { reference, message: text, location } = json;
  throw new Failure(kind(response.status, json), { reference, text, location });
}

// Reports to the server's log why the device failed, under the reference that the page shows.
function report({ session, reference }, failure, error) {
  const reasons = {
    notCreated: "canceled", notSignedIn: "canceled", alreadyRegistered: "already_registered", timedOut: "timed_out",
    wrongDomain: "wrong_domain", keyWithoutPIN: "security_key_needs_pin", unsupported: "not_supported",
  };
  failure.reference = reference;
  fetch("/passkey/report", {
    method: "POST", headers: { "Content-Type": "application/json" }, keepalive: true,
    body: JSON.stringify({ auth_session: session, reason: reasons[failure.kind] ?? "unknown", error: error?.name }),
  }).catch(() => {});
}

function leave(location) {
  const target = new URL(location, document.baseURI);
  if (target.protocol === "javascript:") throw new Failure("server");
  window.location.assign(target.href);
}

// The hidden fields, and those that the server needs before it can begin.
const value = (input) => (input.type === "password" ? input.value : input.value.trim());
const fields = (selector) =>
  Object.fromEntries(Array.from(form.querySelectorAll(selector), (input) => [input.name, value(input)]));
const token = () => fields("input[type=hidden]");

const own = {
  begin: () => send(settings.begin, { ...token(), ...fields("[data-send~=begin]") }),
  finish: (session, response) => send(settings.finish, { ...token(), ...fields("[data-send~=finish]"), session, response }),
  done: ({ location }) => leave(location),
};

// The sample application shows what happened before it, too.
function keepForDemo({ options, response, times }) {
  const milliseconds = [times[1] - times[0], times[2] - times[1]];
  try {
    sessionStorage.setItem("thumbturn-setup", JSON.stringify({ options, response, milliseconds }));
  } catch { /* It stores nothing. */ }
}

// Ceremonies

function check() {
  if (!isSecureContext) throw new Failure("insecure");
  if (!credentials || !navigator.credentials) throw new Failure("unsupported");
}

// Shows before the click why a ceremony can't work.
function canBegin() {
  try {
    check();
    return true;
  } catch (error) {
    show(named(error));
  }
}

// Asks the device, and reports its failure.
async function ask(started) {
  try {
    return await request(started.options);
  } catch (error) {
    const failure = named(error);
    report(started, failure, error);
    throw failure;
  }
}

// Some password managers never settle the promise, and some browsers settle it with null.
async function request(options) {
  const controller = new AbortController();
  const question = { publicKey: parse(options), signal: controller.signal };
  const call = isCreation ? navigator.credentials.create(question) : navigator.credentials.get(question);
  let timer;
  const deadline = new Promise((_, reject) => {
    timer = setTimeout(() => { reject(new Failure("timedOut")); controller.abort(); },
      (options.timeout ?? defaultTimeout) + 5000);
  });
  try {
    const credential = await Promise.race([call, deadline]);
    if (!credential) throw new Failure(isCreation ? "notCreated" : "notSignedIn");
    return credential;
  } finally {
    clearTimeout(timer);
  }
}

let isRunning = false;

async function run(protocol, button) {
  if (isRunning) return;
  isRunning = true;
  setBusy(true, button);
  try {
    check();
    await stopConditional();
    const started = await protocol.begin();
    const options = started.options;
    if (button?.dataset.hints) options.hints = button.dataset.hints.split(" ");
    const times = [performance.now()];
    const response = serialize(await ask(started));
    times.push(performance.now());
    const finished = await protocol.finish(started.session, response);
    times.push(performance.now());
    if (finished.location === "/demo/") keepForDemo({ options, response, times });
    await protocol.done(finished);
  } catch (error) {
    fail(named(error));
    startConditional();
  }
}

function end() {
  isRunning = false;
  setBusy(false);
}

function fail(failure) {
  end();
  if (failure.location) leave(failure.location);
  else show(failure);
}

// Conditional requests: one that waits until the user picks a passkey from the suggestions of a field, or one that creates
// a passkey only if no prompt is needed. While it is pending, browsers reject any other one.

let conditional;
let renewals = 12;

async function startConditional() {
  if (!(settings.autofill || settings.conditional) || conditional || isRunning) return;
  const controller = new AbortController();
  const request = isCreation ? createConditionally(controller) : suggest(controller);
  const ended = request.finally(() => { if (conditional?.controller === controller) conditional = undefined; });
  conditional = { controller, ended };
}

async function stopConditional() {
  if (!conditional) return;
  conditional.controller.abort();
  await Promise.race([conditional.ended, wait(500)]);
  conditional = undefined;
}

// The user didn't ask for it, so a failure is shown only after the user has picked a passkey.
async function suggest(controller) {
  let credential, session, timer;
  try {
    if (!await credentials?.isConditionalMediationAvailable?.()) return;
    const started = await send(settings.begin, token());
    if (controller.signal.aborted) return;
    timer = setTimeout(() => renew(controller), (started.options.timeout ?? defaultTimeout) * 0.9);
    session = started.session;
    credential = await navigator.credentials.get(
      { publicKey: parse(started.options), mediation: "conditional", signal: controller.signal });
  } catch {
    return;
  } finally {
    clearTimeout(timer);
  }
  await conclude(credential, session, controller, fail);
}

// The passkey that the user picked from the suggestions replaces what the field contains, which is not sent.
async function conclude(credential, session, controller, failed) {
  if (!credential || controller.signal.aborted) return;
  isRunning = true;
  setBusy(true);
  try {
    own.done(await send(settings.finish, { ...token(), session, response: serialize(credential) }));
  } catch (error) {
    failed(named(error));
  }
}

// The browser is asked once. Whatever fails is not shown, because the button remains.
async function createConditionally(controller) {
  let credential, started;
  settings.conditional = false;
  try {
    if (!(await credentials?.getClientCapabilities?.())?.conditionalCreate || controller.signal.aborted) return;
    started = await send(settings.begin, { ...token(), mediation: "conditional" });
    if (controller.signal.aborted) return;
    credential = await navigator.credentials.create(
      { publicKey: parse(started.options), mediation: "conditional", signal: controller.signal });
  } catch {
    return;
  }
  await conclude(credential, started.session, controller, end);
}

// The challenge expires while the page is open.
async function renew(controller) {
  if (conditional?.controller !== controller || renewals-- <= 0) return;
  await stopConditional();
  if (document.visibilityState === "visible") startConditional();
  else document.addEventListener("visibilitychange", () => startConditional(), { once: true });
}

// Invitations

const day = (text) => new Date(text).toLocaleDateString(language, { dateStyle: "long" });
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function describe(passkey) {
  const { sentences } = settings;
  return [
    filled(passkey.name ? sentences.namedPasskey : sentences.passkey, passkey),
    filled(sentences.created, { date: day(passkey.created_at) }),
    passkey.user_agent && filled(sentences.device, { device: passkey.browser ?? passkey.user_agent }),
    passkey.last_auth_at ? filled(sentences.lastUsed, { date: day(passkey.last_auth_at) }) : sentences.neverUsed,
  ].filter(Boolean).join(", ");
}

async function invite() {
  const { sentences } = settings;
  const existing = document.getElementById("existing");
  const remove = document.getElementById("remove");
  const invitation = location.hash.slice(1);
  const stop = (failure) => { form.hidden = true; show(failure); };
  settings.messages.incomplete = sentences.incomplete;
  if (!invitation) return stop(new Failure("incomplete"));
  try {
    const seen = await send(settings.contents, { invitation });
    const lines = seen.passkeys.map(describe);
    lines.push(...seen.device_keys.map((device) => filled(sentences.deviceKey, { device })));
    if (seen.sessions) lines.push(filled(sentences.sessions, { count: seen.sessions }));
    lines.push(...seen.unverified.map((identifier) => filled(sentences.unverified, { identifier })));
    document.getElementById("existing-list").append(...lines.map((line) => element("li", line)));
    existing.hidden = lines.length === 0;
    remove.checked = seen.existing === "remove";
  } catch (error) {
    return stop(named(error));
  }
  const choice = () => (existing.hidden ? undefined : remove.checked ? "remove" : "keep");
  const protocol = {
    begin: () => send(settings.begin, { invitation, existing: choice() }),
    finish: (session, response) =>
      send(settings.finish, { auth_session: session, existing: choice(), authn_response: response }),
    done() {
      history.replaceState(null, "", location.pathname);
      form.hidden = existing.hidden = true;
      settings.messages.done = sentences.done;
      document.querySelector(".lead").hidden = true;
      show(new Failure("done"));
      notice.className = "notice success";
      document.getElementById("next").hidden = false;
    },
  };
  listen(protocol);
}

// The page

function listen(protocol) {
  form?.addEventListener("submit", (event) => {
    // It leads to another way in.
    if (event.submitter?.formNoValidate) return;
    event.preventDefault();
    run(protocol, event.submitter ?? form.querySelector("[data-ceremony]"));
  });
}

// A second press must not send a form again: the browser would drop the response to the first, with its cookies.
const sent = new Set();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
  // A user who says "not now" gets no passkey after all.
  conditional?.controller.abort();
});
window.addEventListener("pageshow", () => sent.clear());

function postResponse() {
  const peer = window.opener ?? (window.parent === window ? null : window.parent);
  peer?.postMessage(settings.message, settings.target);
}

// A one-time code is in the fragment, which no log contains. A field shows it, and a link passes it on.
const prefilled = document.querySelector("[data-fragment]");
const prefill = () => {
  if (prefilled.href) prefilled.hash = location.hash;
  else prefilled.value = location.hash.slice(1) || prefilled.value;
};
if (prefilled) {
  prefill();
  addEventListener("hashchange", prefill);
}

if (document.activeElement === document.body) {
  Array.from(form?.querySelectorAll("input") ?? []).find((one) => !one.value && one.offsetParent)?.focus();
}

// A message about a change is shown once.
if (document.querySelector(".notice[autofocus]")) history.replaceState(null, "", location.pathname);

// Returns the time that has passed since a date, in words.
function ago(text) {
  const spans = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const seconds = Math.max(0, (Date.now() - new Date(text)) / 1000);
  const [unit, length] = spans.find(([, length]) => seconds >= length) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}

for (const time of document.querySelectorAll("time")) {
  const { clock, deadline } = time.dataset;
  time.textContent = clock !== undefined ? ago(time.dateTime)
    : deadline !== undefined ? new Date(time.dateTime).toLocaleString(language, { dateStyle: "long", timeStyle: "short" })
      : day(time.dateTime);
  time.title = new Date(time.dateTime).toLocaleString(language, { dateStyle: "full", timeStyle: "short" });
}

switch (settings.action) {
case "submit":
  // A field named "submit" would hide the form's method.
  HTMLFormElement.prototype.submit.call(document.querySelector("form[data-submit]"));
  break;
case "message":
  postResponse();
  break;
case "invitation":
  if (canBegin()) invite();
  break;
default:
  if (form) canBegin();
  listen(own);
  signal(settings.signal);
  startConditional();
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    end();
    startConditional();
  });
}
