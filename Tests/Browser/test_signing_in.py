# SPDX-License-Identifier: Apache-2.0
"""Signing up and in on the hosted pages."""

from cases import BRAND, HOST, BrowserCase, new_address


class SigningIn(BrowserCase):
    def test_a_new_user_signs_up_with_a_passkey(self):
        email = new_address()
        claims, tokens = self.signed_up(email=email, name="Ada Lovelace")
        self.assertEqual((claims["email"], claims["name"]), (email, "Ada Lovelace"))
        self.assertEqual(self.server.user_info(tokens["access_token"])[1]["sub"], claims["sub"])
        self.assertEqual([made["rpId"] for made in self.user.passkeys()], ["auth.example.test"])
        self.assertIn("refresh_token", tokens)

    def test_a_user_signs_in_by_the_button(self):
        signed_up, _ = self.signed_up()
        self.user.forget_session()
        attempt = self.open_and_wait(self.attempt())
        self.assertEqual(self.user.heading(), "Sign in")
        self.user.press("Sign in with a passkey")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual(claims["sub"], signed_up["sub"])

    def test_a_user_signs_in_from_the_suggestions_of_the_field(self):
        signed_up, _ = self.signed_up()
        self.user.forget_session()
        claims, _ = self.open(self.attempt()).finish(self.returned())
        self.assertEqual(claims["sub"], signed_up["sub"])

    def test_the_button_signs_in_to_the_account_that_was_entered_and_to_no_other(self):
        self.expected_complaints = ("status of 403",)
        email = new_address()
        self.signed_up(email=email)
        self.user.forget_session()
        # The request for autofill, which begins again, would be responded to at once.
        self.page.add_init_script("delete PublicKeyCredential.isConditionalMediationAvailable")
        attempt = self.open(self.attempt())
        self.page.get_by_label("Email address").fill("bob@example.org")
        self.user.press("Sign in with a passkey")
        self.assertIn("This passkey is for another account.", self.user.notice())
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Sign in with a passkey")
        attempt.finish(self.returned())

    def test_a_user_without_scripts_is_offered_nothing_that_needs_them(self):
        user = self.new_user(java_script_enabled=False)
        user.page.goto(self.attempt().url)
        self.assertEqual(user.heading(), "Sign in")
        self.assertTrue(user.page.locator("noscript").is_visible())
        self.assertIn("JavaScript is turned off.", user.page.locator("noscript").inner_text())
        for useless in ("input", "button", ".hint"):
            self.assertEqual(user.page.locator(f"{useless}:visible").count(), 0, useless)
        self.assertEqual(user.page.get_by_role("link", name="Get help").get_attribute("href"), "mailto:help@example.test")

    def test_a_user_signs_in_with_another_device(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open_and_wait(self.attempt())
        self.page.get_by_role("button", name="Use another device").click()
        attempt.finish(self.returned())

    def test_a_user_with_a_session_sees_no_page(self):
        signed_up, _ = self.signed_up()
        claims, _ = self.open(self.attempt()).finish(self.returned())
        self.assertEqual((claims["sub"], claims["sid"]), (signed_up["sub"], signed_up["sid"]))

    def test_every_sign_in_begins_a_new_session(self):
        signed_up, _ = self.signed_up()
        before = self.user.cookies()["__Host-thumbturn-session"]["value"]
        claims, _ = self.open(self.attempt(prompt="login")).finish(self.returned())
        self.assertNotEqual(claims["sid"], signed_up["sid"])
        self.assertNotEqual(self.user.cookies()["__Host-thumbturn-session"]["value"], before)

    def test_a_device_without_a_passkey_is_told_so(self):
        self.open(self.attempt())
        self.user.press("Sign in with a passkey")
        self.assertIn("No passkey was used.", self.user.notice())
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "notice")
        self.user.screenshot("sign-in-no-passkey")

    def test_a_canceled_sign_in_can_be_tried_again(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open_and_wait(self.attempt())
        self.user.command("setUserVerified", isUserVerified=False)
        self.user.press("Sign in with a passkey")
        self.assertIn("No passkey was used.", self.user.notice())
        # The request for autofill, which begins again, must not sign the user in by itself.
        self.user.set_present(False)
        self.user.command("setUserVerified", isUserVerified=True)
        self.page.wait_for_timeout(500)
        self.user.set_present(True)
        self.user.press("Sign in with a passkey")
        attempt.finish(self.returned())

    def expect_explanation(self, notice):
        """The server's log explains the reference that a page shows."""
        reference = notice.split()[-1]
        for _ in range(400):
            reports = [one for one in self.server.notices("passkey.failed-on-device") if one["reference"] == reference]
            if reports:
                break
            self.page.wait_for_timeout(50)
        self.assertEqual([(one["reason"], one["error"]) for one in reports], [("canceled", "NotAllowedError")])
        self.assertIn("The user closed the dialog", self.server.explain(reference))

    def test_an_invitation_that_the_device_refuses_shows_a_reference(self):
        claims, _ = self.signed_up()
        self.user.use_device(isUserVerified=False)
        self.page.goto(self.server.run("users", "invite", "--host", HOST, claims["sub"]))
        self.page.locator("#existing li").first.wait_for()
        self.page.locator("main button").first.click()
        self.expect_explanation(self.user.notice())

    def test_a_canceled_creation_can_be_tried_again(self):
        self.user.command("setUserVerified", isUserVerified=False)
        attempt = self.open(self.attempt(screen_hint="signup"))
        self.page.get_by_label("Email address").fill(new_address())
        self.user.press("Continue")
        self.user.wait_for_heading("Create a passkey?")
        self.user.press("Continue")
        notice = self.user.notice()
        self.assertIn("No passkey was created.", notice)
        self.expect_explanation(notice)
        # The address can be corrected, and the passkey is for the new one.
        self.page.get_by_role("link", name="Change this").click()
        self.page.get_by_label("Email address").fill(address := new_address())
        self.user.press("Continue")
        self.page.get_by_text(f"For {address}").wait_for()
        self.user.command("setUserVerified", isUserVerified=True)
        self.user.press("Continue")
        self.user.wait_for_heading("What should we call you?")
        self.user.press("Save and continue")
        attempt.finish(self.returned())

    def test_an_invalid_signature_is_not_accepted(self):
        self.expected_complaints = ("status of 403",)
        self.signed_up()
        self.user.forget_session()
        self.user.command("setResponseOverrideBits", isBogusSignature=True)
        self.open(self.attempt())
        self.assertIn("This passkey was not accepted.", self.user.notice())
        self.assertNotIn("__Host-thumbturn-session", self.user.cookies())

    def test_an_address_with_an_account_can_t_sign_up_again(self):
        self.expected_complaints = ("status of 400",)
        email = new_address()
        self.signed_up(email=email)
        self.user.forget_session()
        self.open(self.attempt(screen_hint="signup"))
        self.page.get_by_label("Email address").fill(email.upper())
        self.user.press("Continue")
        self.page.get_by_text("There is already an account with this.").wait_for()
        self.assertEqual(self.page.get_by_label("Email address").input_value(), email.upper())

    def test_a_page_leads_to_the_other_page(self):
        self.open(self.attempt())
        self.page.get_by_role("link", name="Create an account").click()
        self.user.wait_for_heading("Create your account")
        self.page.get_by_role("link", name="Sign in").click()
        self.user.wait_for_heading("Sign in")

    def test_a_login_hint_is_filled_in(self):
        self.open(self.attempt(login_hint="ada@example.org"))
        self.assertEqual(self.page.locator("input[name=identifier]").input_value(), "ada@example.org")
        self.open(self.attempt(login_hint="ada@example.org", screen_hint="signup"))
        self.assertEqual(self.page.get_by_label("Email address").input_value(), "ada@example.org")

    def test_a_passkey_of_a_parent_domain_signs_in(self):
        attempt = self.sign_up(self.attempt(host=BRAND, screen_hint="signup"))
        signed_up, _ = attempt.finish(self.returned())
        self.assertEqual([made["rpId"] for made in self.user.passkeys()], ["brand.test"])
        self.user.forget_session()
        claims, _ = self.open(self.attempt(host=BRAND)).finish(self.returned())
        self.assertEqual(claims["sub"], signed_up["sub"])

    def test_a_session_of_one_host_is_none_at_another(self):
        self.signed_up()
        self.open(self.attempt(host=BRAND, prompt="none"))
        self.assertEqual(self.returned()["error"], "login_required")

    def test_options_for_another_domain_are_explained(self):
        self.page.add_init_script(
            """
            const parse = PublicKeyCredential.parseRequestOptionsFromJSON.bind(PublicKeyCredential);
            PublicKeyCredential.parseRequestOptionsFromJSON = (options) =>
                ({ ...parse(options), rpId: "elsewhere.test" });
            """
        )
        self.open(self.attempt())
        self.user.press("Sign in with a passkey")
        self.assertIn("Passkeys don’t work at this address.", self.user.notice())

    def test_a_request_in_two_tabs_succeeds_in_both(self):
        self.signed_up()
        self.user.forget_session()
        first = self.open_and_wait(self.attempt())
        second = self.attempt()
        other = self.page.context.new_page()
        other.goto(second.url)
        other.close()
        self.user.press("Sign in with a passkey")
        first.finish(self.returned())
        second.finish(self.open(second) and self.returned())

    def test_the_page_works_again_after_the_back_button(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open_and_wait(self.attempt())
        self.user.press("Sign in with a passkey")
        attempt.finish(self.returned())
        self.user.set_present(False)
        self.page.go_back()
        self.user.wait_for_heading("Sign in")
        self.page.wait_for_timeout(500)
        self.user.set_present(True)
        self.user.press("Sign in with a passkey")
        attempt.finish(self.returned())
