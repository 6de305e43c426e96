# SPDX-License-Identifier: Apache-2.0
"""How a page looks: its pictures, and what is wrong with what they show."""

import itertools

from accessibility import faults_of, faults_of_focus, overflow
from cases import BrowserCase
from chromium import SCREENSHOTS

SCHEMES, WIDTHS, LANGUAGES = ("light", "dark"), (390, 1280), ("en", "de")
HEIGHT = 844


class LookingCase(BrowserCase):
    def new_looking_user(self, language):
        user = self.new_user(locale=language, viewport={"width": WIDTHS[0], "height": HEIGHT}, reduced_motion="reduce")
        user.language = language
        return user

    def look(self, user, name):
        """Takes the pictures, and checks the language and the width."""
        page = user.page
        language = page.locator("html").get_attribute("lang")
        if language != user.language:
            yield f"in the language {language}"
        for scheme, width in itertools.product(SCHEMES, WIDTHS) if SCREENSHOTS else ():
            self.show(user, scheme, width)
            user.screenshot(f"{name}.{language}.{scheme}.{width}")
        yield from self.squeeze(page)

    def show(self, user, scheme, width):
        user.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        user.page.set_viewport_size({"width": width, "height": HEIGHT})

    def squeeze(self, page):
        """The smallest window (WCAG 1.4.10), text of twice the size (1.4.4) and the other direction of writing."""
        change = "([size, dir]) => { document.documentElement.style.fontSize = size; document.dir = dir }"
        for width, size, direction in ((320, "", "ltr"), (640, "200%", "ltr"), (320, "", "rtl"), (1280, "", "rtl")):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.evaluate(change, [size, direction])
            if (excess := overflow(page)) > 0:
                yield f"{excess} px too wide at {width} px, {size} {direction}"
        page.evaluate(change, ["", "ltr"])

    def look_closely(self, user, name):
        yield from self.look(user, name)
        self.show(user, "dark", 1280)
        yield from faults_of(user.page, only="color-contrast")
        self.show(user, "light", 390)
        yield from faults_of(user.page)
        yield from faults_of_focus(user.page)
