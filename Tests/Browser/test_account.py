# SPDX-License-Identifier: Apache-2.0
"""The account page: what users see and change there, and what their devices learn of it."""

import datetime

from cases import HOST, BrowserCase

ACCOUNT = f"https://{HOST}/account"


class Account(BrowserCase):
    def open_account(self, user=None):
        page = (user or self.user).page
        page.goto(ACCOUNT)
        (user or self.user).wait_for_heading("Your account")
        return page

    def rows(self, section):
        return self.page.locator(f"section[aria-labelledby={section}] > ul > li")

    def signed_in_elsewhere(self):
        """Another browser of the user, with the same passkeys and a session of its own."""
        other = self.new_user()
        self.user.lend_passkeys(other)
        other.page.goto(self.attempt().url)
        other.page.wait_for_url("https://app.client.test/callback?**")
        return other

    def expect_signed_out(self, user):
        user.page.goto(self.attempt(prompt="none").url)
        self.assertIn("error=login_required", user.page.url)

    def expect_signed_in(self, user):
        user.page.goto(self.attempt(prompt="none").url)
        self.assertIn("code=", user.page.url)

    def add_passkey(self):
        """Adds a passkey on a second device."""
        self.user.use_device()
        self.open_account()
        with self.page.expect_response("**/account/passkeys"):
            self.user.press("Add a passkey")
        self.rows("passkeys").nth(1).wait_for()

    def submit_in(self, row, summary, button, name=None):
        row.locator("summary", has_text=summary).click()
        if name is not None:
            row.get_by_label("New name").fill(name)
        panel = row.locator("details[open]")
        with self.page.expect_navigation():
            panel.locator("button", has_text=button).click()

    def test_a_user_without_a_session_signs_in_and_returns_to_the_account(self):
        self.signed_up(name="Ada Lovelace")
        self.user.forget_session()
        self.page.goto(ACCOUNT)
        self.page.wait_for_url(ACCOUNT)
        self.user.wait_for_heading("Your account")
        self.assertEqual(self.page.get_by_label("Name", exact=True).input_value(), "Ada Lovelace")

    def test_the_account_shows_its_passkey_and_its_session(self):
        self.signed_up()
        self.open_account()
        self.assertIn("Signed in with this", self.rows("passkeys").inner_text())
        self.assertIn("Synced", self.rows("passkeys").inner_text())
        self.assertIn("This browser", self.rows("sessions").inner_text())
        self.assertIn("Chrome · Linux", self.rows("sessions").inner_text())

    def test_a_passkey_is_added_on_another_device(self):
        self.signed_up()
        self.add_passkey()
        self.assertEqual(self.rows("passkeys").count(), 2)
        self.assertEqual(len(self.user.passkeys()), 1)

    def test_a_device_that_has_a_passkey_gets_no_second_one(self):
        self.signed_up()
        self.open_account()
        self.user.press("Add a passkey")
        self.assertIn("This device already has your passkey.", self.user.notice())
        self.assertEqual(len(self.user.passkeys()), 1)

    def test_a_passkey_is_renamed(self):
        self.signed_up()
        self.open_account()
        self.submit_in(self.rows("passkeys"), "Rename", "Save", name="My laptop")
        self.assertIn("My laptop", self.rows("passkeys").locator(".row-title").inner_text())

    def test_the_page_says_how_long_ago_a_session_was_used(self):
        self.signed_up()
        self.open_account()
        facts = self.rows("sessions").locator(".facts").inner_text()
        self.assertEqual(facts.split("\n"), ["Signed in this minute", "Active this minute"])
        self.page.clock.install(time=datetime.datetime.now() + datetime.timedelta(hours=3))
        self.page.reload()
        self.assertIn("Signed in 3 hours ago", self.rows("sessions").locator(".facts").inner_text())
        self.assertRegex(self.rows("sessions").locator("time").first.get_attribute("title"), r"20\d\d")

    def test_a_new_passkey_gets_its_name_at_once(self):
        self.signed_up()
        self.add_passkey()
        new = self.rows("passkeys").filter(has_not_text="Signed in with this")
        self.assertEqual(new.get_by_label("New name").input_value(), "Chrome on Linux")
        with self.page.expect_navigation():
            new.get_by_role("button", name="Save").click()
        self.assertEqual(new.locator(".row-title").inner_text(), "Chrome on Linux")

    def test_what_a_button_opens_moves_no_other_button(self):
        self.signed_up()
        self.add_passkey()
        self.server.settle_passkeys()
        self.open_account()
        buttons = self.rows("passkeys").nth(0).locator("summary")
        before = [buttons.nth(index).bounding_box() for index in range(2)]
        for index in range(2):
            buttons.nth(index).click()
            self.rows("passkeys").nth(0).locator("details[open] .panel").nth(index).wait_for()
            self.assertEqual([buttons.nth(number).bounding_box() for number in range(2)], before)

    def test_a_removed_passkey_disappears_from_its_device(self):
        self.signed_up()
        self.add_passkey()
        here = self.rows("passkeys").filter(has_not_text="Signed in with this")
        self.submit_in(here, "Remove", "Remove")
        self.assertEqual(self.rows("passkeys").count(), 1)
        self.assertTrue(self.user.expect_passkeys(0))

    def test_a_passkey_that_was_removed_elsewhere_disappears_when_it_is_used(self):
        self.expected_complaints = ("status of 403",)
        self.signed_up()
        other = self.signed_in_elsewhere()
        self.add_passkey()
        self.server.settle_passkeys()
        self.open_account()
        self.submit_in(self.rows("passkeys").filter(has_text="Signed in with this"), "Remove", "Remove")
        other.forget_session()
        other.page.goto(self.attempt().url)
        self.assertIn("This passkey isn’t known here.", other.notice())
        self.assertTrue(other.expect_passkeys(0))

    def test_the_last_passkey_can_t_be_removed(self):
        self.signed_up()
        self.open_account()
        self.page.get_by_text("Only this one opens your account.").wait_for()
        self.assertEqual(self.rows("passkeys").locator("summary").all_inner_texts(), ["Rename"])

    def test_an_older_passkey_stays_until_a_new_one_can_replace_it(self):
        self.signed_up()
        self.add_passkey()
        self.page.get_by_text("can’t replace an older one yet").wait_for()
        older, newer = (self.rows("passkeys").filter(**which) for which in (
            {"has_text": "Signed in with this"}, {"has_not_text": "Signed in with this"}))
        self.assertEqual(older.locator("summary").all_inner_texts(), ["Rename"])
        self.assertEqual(newer.locator("summary").all_inner_texts(), ["Rename", "Remove"])
        self.submit_in(newer, "Remove", "Remove")
        self.assertEqual(self.rows("passkeys").count(), 1)

    def test_a_new_name_reaches_the_device(self):
        self.signed_up(name="Ada Lovelace")
        self.open_account()
        self.page.get_by_label("Name", exact=True).fill("Countess Lovelace")
        with self.page.expect_navigation():
            self.page.locator("section[aria-labelledby=profile] button").click()
        self.assertEqual(self.page.get_by_label("Name", exact=True).input_value(), "Countess Lovelace")
        for _ in range(200):
            if [made.get("userDisplayName") for made in self.user.passkeys()] == ["Countess Lovelace"]:
                break
            self.page.wait_for_timeout(25)
        else:
            self.fail(str([made.get("userDisplayName") for made in self.user.passkeys()]))

    def test_a_session_is_ended_from_another_browser(self):
        self.signed_up()
        other = self.signed_in_elsewhere()
        self.open_account()
        with self.page.expect_navigation():
            self.rows("sessions").filter(has_not_text="This browser").get_by_role("button").click()
        self.assertEqual(self.rows("sessions").count(), 1)
        self.expect_signed_out(other)

    def test_a_user_signs_out_everywhere(self):
        self.signed_up()
        others = [self.signed_in_elsewhere(), self.signed_in_elsewhere()]
        self.open_account()
        with self.page.expect_navigation():
            self.user.press("Sign out everywhere else")
        for other in others:
            self.expect_signed_out(other)
        self.expect_signed_in(self.user)
        self.open_account()
        with self.page.expect_navigation():
            self.page.locator(".heading").get_by_role("button", name="Sign out").click()
        self.user.wait_for_heading("You are signed out")
        self.assertNotIn("__Host-thumbturn-session", self.user.cookies())
        self.expect_signed_out(self.user)

    def test_sessions_that_a_removed_passkey_opened_end(self):
        self.signed_up()
        other = self.signed_in_elsewhere()
        self.add_passkey()
        self.page.goto(self.attempt(prompt="login").url)
        self.page.wait_for_url("https://app.client.test/callback?**")
        # A new passkey changes no others.
        self.open_account()
        self.page.get_by_text("You signed in with a passkey that was added in the last three days.").wait_for()
        self.assertEqual(set(self.rows("passkeys").locator("summary").all_inner_texts()), {"Rename"})
        self.server.settle_passkeys()
        self.open_account()
        self.submit_in(self.rows("passkeys").filter(has_not_text="Signed in with this"), "Remove", "Remove")
        self.expect_signed_out(other)
        self.expect_signed_in(self.user)

    def test_a_client_that_is_disconnected_has_to_ask_again(self):
        self.signed_up()
        self.open(self.attempt("third"))
        self.user.press("Allow")
        self.returned()
        self.open_account()
        third = self.rows("applications").filter(has_text="Acme <b>Prints</b>")
        with self.page.expect_navigation():
            third.get_by_role("button").click()
        self.assertEqual(third.count(), 0)
        self.open(self.attempt("third"))
        self.user.wait_for_heading("Allow Acme")

    def test_an_account_that_is_deleted_is_kept_by_its_passkey(self):
        """The user changes their mind twice: on the page that says so, and days later at the sign-in of an application."""
        self.expected_complaints = ("status of 403",)
        self.signed_up()
        for _ in range(2):
            self.open_account()
            self.page.get_by_role("link", name="Delete account").click()
            self.user.wait_for_heading("Delete your account?")
            self.user.press("Delete account")
            self.user.wait_for_heading("Your account will be deleted")
            self.expect_signed_out(self.user)
            self.page.goto(ACCOUNT)
            self.user.wait_for_heading("This account is about to be deleted")
            self.assertIn("It is erased on", self.page.locator(".lead").inner_text())
            self.user.press("Keep account")
            self.user.wait_for_heading("Your account")
        self.open_account()

    def test_a_canceled_deletion_deletes_nothing(self):
        self.signed_up()
        self.page.goto(f"{ACCOUNT}/delete")
        self.user.command("setUserVerified", isUserVerified=False)
        self.user.press("Delete account")
        self.assertIn("No passkey was used", self.user.notice())
        self.page.get_by_role("link", name="Keep account").click()
        self.user.wait_for_heading("Your account")
