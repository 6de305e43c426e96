// SPDX-License-Identifier: Apache-2.0

import { parsed } from "./encoding.js";
import { save, saved } from "./page.js";

/** What a page keeps of a sign-in, in memory or for all tabs. */
export class Store {
  #held = {};
  #isSaved = true;

  constructor(name) {
    this.name = name;
  }

  get value() {
    return this.name && this.#isSaved ? parsed(saved(this.name)) ?? {} : this.#held;
  }

  set value(value) {
    this.#held = value;
    if (this.name) this.#isSaved = save(this.name, JSON.stringify(value));
  }
}

/** Work that is done once at a time, by one of the tabs. The lock of a tab that is closed is released. */
export const alone = (name, work) =>
  (name && navigator.locks ? navigator.locks.request(name, work) : (queue = queue.then(work, work)));
export let queue = Promise.resolve();

export const hasMark = (name) => saved(`${name} session`) === "1";

export const setMark = (name, isSet) => save(`${name} session`, isSet ? "1" : undefined);
