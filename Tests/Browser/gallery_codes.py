# SPDX-License-Identifier: Apache-2.0
"""Every page and every mail of codes and proven addresses, in one walk."""

import email
import email.policy
import json

from cases import HOST, new_address
from client import parameters_of
from codes import CONNECTION, code_in, link_in, wrong
from gallery import Gallery
from test_passwords import PASSWORD


class CodeGallery(Gallery):
    def walk(self):
        self._sign_in_with_code()
        self._prove_strangers_account()
        self._prove_account_with_passkey()
        self._sign_up_with_code()
        self._sign_up_with_link()
        self._change_address()

    def _new_reader(self, connection=CONNECTION, is_verified=True):
        return self._case.new_reader(connection, is_verified)

    def _ask(self, address, **more):
        self._attempt(connection=CONNECTION, **more)
        self._page.locator("input[name=identifier]").fill(address)
        self._click("button[formaction^='/login/code/send']")
        self._page.locator("input[name=code]").wait_for()

    def _mail(self, address, count=0):
        return self._case.server.next_mail(address, count)

    def _enter(self, code):
        self._page.locator("input[name=code]").fill(code)
        self._click("button.primary")

    def _look_at_mail(self, name, address, count=0):
        """Shows a mail as a program for mail does."""
        message = email.message_from_bytes(self._mail(address, count)["file"].read_bytes(), policy=email.policy.default)
        self._page.goto("about:blank")
        self._page.set_content(message.get_body(("html",)).get_content())
        self._look(name)

    def _look_at_faults(self, name):
        self._page.locator("[aria-invalid=true]").wait_for()
        self._look(name)

    def _sign_in_with_code(self):
        address = self._new_reader()
        self._user.set_present(False)
        self._attempt(connection=CONNECTION)
        self._look("sign-in-or-code")
        self._click("button[formaction^='/login/password']")
        self._page.locator("input[name=password]").wait_for()
        self._look("password-or-code")
        self._attempt(connection=CONNECTION)
        self._click("button[formaction^='/login/code/send']")
        self._page.locator("input[name=identifier]").wait_for()
        self._look("code-ask")
        self._ask(address)
        self._look("code")
        mail = self._mail(address)
        self._enter(wrong(code_in(mail)))
        self._look_at_faults("code-wrong")
        link = link_in(mail)
        self._page.goto(link)
        self._look("link-sign-in")
        self._click("button.primary")
        self._page.wait_for_url("**/login/add-passkey**")
        self._look("add-passkey-after-code")
        self._page.goto(link)
        self._look("link-of-code-unusable")
        other = self._new_reader()
        self._user.forget_session()
        self._ask(other)
        self._user.forget_session()
        self._page.goto(link_in(self._mail(other)))
        self._look("link-code")
        self._look_at_mail("mail-code-sign-in", other)

    def _plant(self, address):
        thief = self._case.new_user()
        thief.page.goto(self._case.attempt(connection=CONNECTION).url)
        thief.page.get_by_label("Email address").fill(address)
        thief.press("Use your password")
        thief.page.get_by_label("Password").fill(PASSWORD)
        thief.press("Sign in")
        thief.press("Add a passkey here")
        thief.page.wait_for_url("https://app.client.test/callback?**")
        fields = {"client_id": "sdk-passwords", "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
                  "realm": CONNECTION, "username": address, "password": PASSWORD, "scope": "openid offline_access"}
        self._case.server.post_form("/oauth/token", fields)

    def _prove_strangers_account(self):
        address = self._new_reader(is_verified=False)
        self._plant(address)
        self._user.forget_session()
        self._ask(address)
        self._enter(code_in(self._mail(address)))
        self._page.wait_for_url("**/login/code/review**")
        self._look("review")

    def _prove_account_with_passkey(self):
        address, owner = new_address(), self._case.new_user()
        owner.page.goto(self._case.attempt(connection=CONNECTION, screen_hint="signup").url)
        owner.page.get_by_label("Email address").fill(address)
        owner.press("Continue")
        owner.press("Continue")
        owner.wait_for_heading("What should we call you?")
        self._user.forget_session()
        self._ask(address)
        self._enter(code_in(self._mail(address)))
        self._page.wait_for_url("**/login/code/review**")
        self._look("review-passkey")

    def _sign_up_with_code(self):
        address = new_address()
        self._user.forget_session()
        attempt = self._attempt(connection="Patients", screen_hint="signup")
        self._page.locator("input[name=email]").fill(address)
        self._click("button[type=submit]")
        self._page.locator("input[name=code]").wait_for()
        self._look("sign-up-code")
        self._enter(wrong(code_in(self._mail(address))))
        self._look_at_faults("sign-up-code-wrong")
        self._enter(code_in(self._mail(address)))
        self._user.set_present(True)
        self._click("[data-ceremony]")
        self._page.wait_for_url(f"https://{HOST}/signup/profile**")
        self._click("button.primary")
        self._returned()
        attempt.finish(parameters_of(self._page.url))
        self._look_at_mail("mail-code-sign-up", address)
        self._user.forget_session()
        self._attempt(connection="Patients", screen_hint="signup")
        self._page.locator("input[name=email]").fill(address)
        self._click("button[type=submit]")
        self._look_at_mail("mail-account-exists", address, 1)

    def _sign_up_with_link(self):
        address = new_address()
        fields = {"client_id": "web", "connection": "Patients", "email": address, "password": PASSWORD}
        headers = {"Content-Type": "application/json", "Accept-Language": self._user.language}
        self._case.server.request("POST", "/dbconnections/signup", body=json.dumps(fields), headers=headers)
        self._look_at_mail("mail-sign-up-confirmation", address)
        self._page.goto(link_in(self._mail(address)))
        self._look("link-sign-up")
        for password in ("a wrong one", PASSWORD):
            self._page.locator("input[name=password]").fill(password)
            self._click("button.primary")
            if password != PASSWORD:
                self._look_at_faults("link-sign-up-wrong")
        self._page.locator(".success-mark").wait_for()
        self._look("link-sign-up-done")

    def _change_address(self):
        address, new = new_address(), new_address()
        self._user.use_device()
        self._attempt(connection=CONNECTION, screen_hint="signup")
        self._page.locator("input[name=email]").fill(address)
        self._click("button[type=submit]")
        self._click("[data-ceremony]")
        self._page.wait_for_url(f"https://{HOST}/signup/profile**")
        self._click("button.primary")
        self._returned()
        self._open("/account")
        self._look("account-address-unconfirmed")
        self._click("section[aria-labelledby=email] form button")
        self._page.locator("input[name=code]").wait_for()
        self._look("address-code")
        self._page.goto(link_in(self._mail(address)))
        self._look("link-address")
        self._click("button.primary")
        self._page.locator(".notice.success").wait_for()
        self._look("account-address-confirmed")
        self._click("section[aria-labelledby=email] a")
        self._look("address-change")
        self._page.locator("input[name=identifier]").fill("ada@")
        self._page.evaluate("document.querySelector('form[data-flow]').noValidate = true")
        self._click("[data-ceremony]")
        self._user.notice()
        self._look("address-change-malformed")
        self._page.locator("input[name=identifier]").fill(new)
        self._click("[data-ceremony]")
        self._page.locator("input[name=code]").wait_for()
        self._look("address-change-code")
        self._enter(code_in(self._mail(new)))
        self._page.locator(".notice.success").wait_for()
        self._look("account-address-changed")
        self._look_at_mail("mail-code-address", address)
        self._look_at_mail("mail-address-changed", address, 1)
        self._look_at_mail("mail-code-new-address", new)
        taken = self._new_reader()
        self._open("/account/address?kind=email")
        self._page.locator("input[name=identifier]").fill(taken)
        self._click("[data-ceremony]")
        self._page.locator("input[name=code]").wait_for()
        self._look_at_mail("mail-address-in-use", taken)
