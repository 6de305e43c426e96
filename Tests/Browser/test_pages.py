# SPDX-License-Identifier: Apache-2.0
"""How the pages look, what they cost, and whether everyone can use them."""

from accessibility import faults_of, faults_of_focus, overflow
from cases import nightly
from codes import CodeCase
from gallery import Gallery
from gallery_codes import CodeGallery
from gallery_device_keys import DeviceKeyGallery
from looks import LANGUAGES, LookingCase


class Pages(LookingCase, CodeCase):
    def test_the_sign_in_page_takes_at_most_four_requests_and_50_kilobytes(self):
        self.user.set_present(False)
        self.user.protocol.send("Network.enable")
        sizes, urls = [], []
        self.user.protocol.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        self.user.protocol.on("Network.responseReceived", lambda event: urls.append(event["response"]["url"]))
        with self.page.expect_response("**/login/challenge"):
            self.open(self.attempt())
        self.page.wait_for_timeout(500)
        # The icon is in the page.
        self.assertLessEqual(len([url for url in urls if not url.startswith("data:")]), 4, urls)
        self.assertLessEqual(sum(sizes), 50_000, sizes)
        print(f"the sign-in page: {len(urls)} requests, {sum(sizes):.0f} bytes on the wire")

    def walk(self, language, look, gallery=Gallery):
        """Walks through all pages. `look` returns what is wrong with one."""
        self.expected_complaints = ("status of 400", "status of 403", "status of 404", "status of 409")
        user = self.new_looking_user(language)
        faults, names = [], []

        def note(name):
            names.append(name)
            # Programs for mail show mails within pages of their own.
            one = self.look if name.startswith("mail-") else look
            faults.extend(f"{name}: {fault}" for fault in one(user, name))

        gallery(self, user, note).walk()
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(faults, [], "\n".join(faults))

    def test_every_page_in_english_can_be_used_by_everyone(self):
        self.walk(LANGUAGES[0], self.look_closely)

    def test_every_page_of_codes_can_be_used_by_everyone(self):
        self.walk(LANGUAGES[0], self.look_closely, CodeGallery)

    def test_every_page_of_device_keys_can_be_used_by_everyone(self):
        self.walk(LANGUAGES[0], self.look_closely, DeviceKeyGallery)

    @nightly
    def test_every_page_in_german_fits(self):
        self.walk(LANGUAGES[1], self.look)
        self.walk(LANGUAGES[1], self.look, CodeGallery)
        self.walk(LANGUAGES[1], self.look, DeviceKeyGallery)

    def test_the_checks_find_what_is_wrong(self):
        self.expected_complaints = ("status of 404",)
        self.open_site(
            """<html lang=en><title>Faults</title><main style="width: 2000px"><h1>One</h1><h1>Two</h1>
            <p style="color: #999">Pale</p><button style="width: 9px; padding: 0; outline: none">x</button>
            <input style="border: 1px solid #ddd"><a href=/ tabindex=1 style="outline: none">First</a></main>"""
        )
        faults = "\n".join(faults_of(self.page) + faults_of_focus(self.page))
        expected = ("color-contrast", "label:", "smaller than 24 px", "2 main headings", "an edge")
        for part in (*expected, "doesn't show", "in the order"):
            self.assertIn(part, faults)
        self.assertGreater(overflow(self.page), 0)

    def test_a_page_in_another_direction_of_writing_is_a_mirror_image(self):
        self.user.set_present(False)
        self.open(self.attempt())
        arrow = self.page.locator(".chevron").first
        left = self.page.evaluate("document.dir = 'rtl'") and arrow.bounding_box()["x"]
        self.assertLess(left, self.page.get_by_text("Use another device").bounding_box()["x"])

    def test_nothing_moves_for_users_who_prefer_that(self):
        for preference, count in (("reduce", 0), ("no-preference", 1)):
            self.page.emulate_media(reduced_motion=preference)
            self.user.set_present(False)
            self.open_and_wait(self.attempt())
            self.user.set_present(False)
            self.user.press("Sign in with a passkey")
            self.page.locator("[data-busy]").wait_for()
            moving = "document.getAnimations().filter((one) => one instanceof CSSAnimation).length"
            self.assertEqual(self.page.evaluate(moving), count, preference)

    def test_messages_are_announced(self):
        self.open(self.attempt())
        self.user.press("Sign in with a passkey")
        self.user.notice()
        self.assertEqual(self.page.locator("#notice").get_attribute("role"), "alert")
        self.assertEqual(self.page.locator("#status").get_attribute("role"), "status")
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "notice")

    def test_a_sign_in_needs_no_pointer(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open_and_wait(self.attempt())
        for _ in range(10):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.matches('[data-ceremony]')"):
                break
        self.page.keyboard.press("Enter")
        attempt.finish(self.returned())
