// SPDX-License-Identifier: Apache-2.0

import { currentTexts } from "./texts.js";

// Of the server's codes.
const WEAKNESSES = [
  [/\.(common|breached)$|password-breached$/, "common"],
  [/\.personal$/, "personal"],
  [/\.reused$/, "reused"],
];

/** Why the server accepts no such password: its `weakness`, the `rules`, and those that are not met as advice. */
export function weaknessOf(code, { description }) {
  const [, weakness = "rules"] = WEAKNESSES.find(([pattern]) => pattern.test(code)) ?? [];
  const rules = (description?.rules ?? []).map(ruleOf);
  const advice = rules.filter(({ isMet }) => !isMet).map(({ message }) => message).join(" ");
  return { weakness, rules, recovery: advice || undefined };
}

/** A rule in the language of the page, or in the server's words if there are none for its code. */
function ruleOf({ code, message, format = [], verified: isMet, items = [] }) {
  const values = [...format];
  const sentence = (currentTexts().rules[code] ?? message).replace(/%[ds]/g, () => values.shift());
  const parts = items.map(ruleOf);
  if (parts.length === 0) return { code, message: sentence, isMet };
  return { code, message: `${sentence} ${parts.map((part) => part.message).join(", ")}.`, isMet, items: parts };
}
