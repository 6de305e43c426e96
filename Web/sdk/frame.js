// SPDX-License-Identifier: Apache-2.0

import { random } from "./encoding.js";
import { GRACE } from "./webauthn.js";

export const FRAME_LIMIT = 10_000;

/** Sends an authorization request that shows no page, and returns its response; `undefined` if there is none. */
export async function askInFrame(url, parameters, isPosted) {
  const frame = Object.assign(document.createElement("iframe"), { hidden: true, name: `thumbturn-${random()}` });
  frame.setAttribute("aria-hidden", "true");
  // A page that may be in no window with others can't have such a frame.
  if (globalThis.crossOriginIsolated) return undefined;
  let receive, refuse, timer;
  const response = new Promise((resolve) => {
    receive = ({ origin, source, data }) => {
      if (origin !== new URL(url).origin || source !== frame.contentWindow) return;
      if (data?.type === "authorization_response" && data.response?.state === parameters.state) resolve(data.response);
    };
    addEventListener("message", receive);
    timer = setTimeout(resolve, FRAME_LIMIT);
    // The page's own policy may forbid the frame or the form.
    refuse = ({ blockedURI, disposition }) => {
      if (disposition === "enforce" && blockedURI.startsWith(new URL(url).origin)) resolve();
    };
    document.addEventListener("securitypolicyviolation", refuse);
    // A page that explains an error sends no message.
    const giveUpSoon = () => { if (!isBlank(frame)) setTimeout(resolve, GRACE); };
    frame.addEventListener("load", giveUpSoon);
  });
  try {
    if (!isPosted) frame.src = `${url}?${new URLSearchParams(parameters)}`;
    (document.body ?? document.documentElement).append(frame);
    if (isPosted) submitForm(url, parameters, frame.name);
    return await response;
  } finally {
    clearTimeout(timer);
    removeEventListener("message", receive);
    document.removeEventListener("securitypolicyviolation", refuse);
    frame.remove();
  }
}

/** Whether a frame is still the empty page that it begins with. Pages of other origins can't be read. */
export function isBlank(frame) {
  try {
    return frame.contentDocument?.URL === "about:blank";
  } catch {
    return false;
  }
}

export function submitForm(action, fields, target) {
  const form = Object.assign(document.createElement("form"), { method: "POST", action, target, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  (document.body ?? document.documentElement).append(form);
  form.submit();
  form.remove();
}
