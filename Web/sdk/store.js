// SPDX-License-Identifier: Apache-2.0

import { parsed } from "./encoding.js";
import { save, saved } from "./page.js";

/** The part of a sign-in that a page keeps, in memory or for all tabs, and what it remembers about the server's session. */
export class Store {
  #held = {};
  // Takes the place of localStorage where there is none, such as in code that a server renders, or where the user blocks it.
  #texts = new Map();

  constructor(name, isShared) {
    this.name = name;
    this.isShared = isShared;
  }

  get value() {
    return this.isShared ? parsed(this.#read("")) ?? {} : this.#held;
  }

  set value(value) {
    if (this.isShared) this.#write("", JSON.stringify(value));
    else this.#held = value;
  }

  /** Forgets a value that only this tab has: where nothing is shared, or the browser has refused to save it. */
  forgetUnsaved() {
    this.#held = {};
    this.#texts.delete(this.name);
  }

  /**
   * The way in which a session at the server was seen: `"frame"` by a hidden frame, which finds it again, or only by a
   * `"redirect"`. It is no token, only a mark.
   */
  get mark() {
    return this.#read(" session");
  }

  set mark(mark) {
    this.#write(" session", mark);
  }

  /** Until when a session that the user wants to end is not to be used, because it may not have ended yet. */
  get isEnding() {
    return Number(this.#read(" ending")) > Date.now();
  }

  set endingUntil(time) {
    this.#write(" ending", time && String(time));
  }

  /** The name of the last sign-out in any tab. */
  get lastSignOut() {
    return this.#read(" signed out");
  }

  set lastSignOut(name) {
    this.#write(" signed out", name);
  }

  #read(suffix) {
    const name = this.name + suffix;
    return this.#texts.has(name) ? this.#texts.get(name) : saved(name);
  }

  #write(suffix, text) {
    const name = this.name + suffix;
    if (save(name, text)) this.#texts.delete(name);
    else this.#texts.set(name, text);
  }
}

/** Work that is done once at a time, by one of the tabs. The lock of a tab that is closed is released. */
export const alone = (name, work) =>
  (name && globalThis.navigator?.locks ? navigator.locks.request(name, work) : (queue = queue.then(work, work)));
export let queue = Promise.resolve();
