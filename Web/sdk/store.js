// SPDX-License-Identifier: Apache-2.0

/** What a page keeps of a sign-in, in memory or for all tabs. */
export class Store {
  #held = {};

  constructor(name) {
    this.name = name;
  }

  get value() {
    return this.name ? JSON.parse(localStorage.getItem(this.name) ?? "{}") : this.#held;
  }

  set value(value) {
    if (this.name) localStorage.setItem(this.name, JSON.stringify(value));
    this.#held = value;
  }
}

/** Work that is done once at a time, by one of the tabs. The lock of a tab that is closed is released. */
export const alone = (name, work) =>
  (name && navigator.locks ? navigator.locks.request(name, work) : (queue = queue.then(work, work)));
export let queue = Promise.resolve();

export const hasMark = (name) => globalThis.localStorage?.getItem(`${name} session`) === "1";

export function setMark(name, isSet) {
  if (isSet) localStorage.setItem(`${name} session`, "1");
  else localStorage.removeItem(`${name} session`);
}
