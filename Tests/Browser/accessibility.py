# SPDX-License-Identifier: Apache-2.0
"""Checks of a rendered page against WCAG 2.2 AA: those of axe-core, and those that it leaves out."""

import importlib.util
from pathlib import Path

# The package's Python code isn't used, only the unmodified script in it.
_PACKAGE = Path(importlib.util.find_spec("axe_playwright_python").origin).parent
_AXE = (_PACKAGE / "axe.min.js").read_text()
_STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_RULES = """async (rules) => {
    const results = await axe.run(document, { ...rules, resultTypes: ["violations", "incomplete"] });
    const describe = (list) => list.flatMap((found) => found.nodes.map((node) =>
        `${found.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
    return { violations: describe(results.violations), incomplete: describe(results.incomplete) };
}"""

# Target size (2.5.8), one main heading, and the contrast of what shows where a control is (1.4.11).
_OWN = """() => {
    const faults = [];
    const name = (one) => `${one.localName} "${(one.id || one.textContent).trim().slice(0, 30)}"`;
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
    for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), summary")) {
        if (!isShown(one)) continue;
        const box = one.getBoundingClientRect();
        const size = `${box.width} × ${box.height}`;
        if (Math.min(box.width, box.height) < 24) faults.push(`smaller than 24 px: ${name(one)} ${size}`);
    }
    const headings = [...document.querySelectorAll("h1")].filter(isShown);
    if (headings.length !== 1) faults.push(`${headings.length} main headings`);
    if (!document.title) faults.push("no title");
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((first, second) => first - second);
        return (high + 0.05) / (low + 0.05);
    };
    const background = (one) => {
        for (; one; one = one.parentElement) {
            const color = numbers(getComputedStyle(one).backgroundColor);
            if (color.length === 3 || color[3] === 1) return color;
        }
        return [255, 255, 255];
    };
    for (const one of document.querySelectorAll("input:not([type=hidden], [type=checkbox]), .button:not(.plain)")) {
        if (!isShown(one)) continue;
        const style = getComputedStyle(one);
        const around = background(one.parentElement);
        const edge = numbers(style.borderTopColor);
        const best = Math.max(edge[3] === 0 ? 1 : contrast(edge, around), contrast(background(one), around));
        if (best < 3) faults.push(`an edge with a contrast of ${best.toFixed(2)}: ${name(one)}`);
    }
    return faults;
}"""

_CONTROLS = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })).length"""

_TO_BEGINNING = """() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    scrollTo(0, 0);
}"""

# What has the focus, where it is in the document, and whether this shows (2.4.7).
_FOCUS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const order = [...document.querySelectorAll("*")].indexOf(one);
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const isSeen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
        && box.top > -1 && box.bottom < innerHeight + 1;
    return { order, isSeen, name: `${one.localName} "${(one.textContent || one.name).trim().slice(0, 30)}"` };
}"""


def faults_of(page, only=None):
    """Returns what is wrong with a page; with `only`, one rule of axe-core instead of all checks."""
    # Reading the script takes longer than some of its rules.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    rules = {"type": "rule", "values": [only]} if only else {"type": "tag", "values": _STANDARDS}
    faults = page.evaluate(_RULES, {"runOnly": rules})["violations"]
    return faults if only else faults + page.evaluate(_OWN)


def faults_of_focus(page):
    """Moves through the page with the tab key, and returns what is wrong with the order."""
    # Otherwise it would go on from the place of the last click.
    page.evaluate(_TO_BEGINNING)
    count, seen, faults = page.evaluate(_CONTROLS), [], []
    for _ in range(count):
        page.keyboard.press("Tab")
        focused = page.evaluate(_FOCUS)
        if not focused:
            break
        seen.append(focused["order"])
        if not focused["isSeen"]:
            faults.append(f"the focus doesn't show on {focused['name']}")
    if seen != sorted(seen) or len(set(seen)) < count:
        faults.append(f"the tab key reaches {len(set(seen))} of {count} controls, in the order {seen}")
    return faults


def overflow(page):
    """Returns by how many pixels the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
