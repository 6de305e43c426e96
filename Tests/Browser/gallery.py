# SPDX-License-Identifier: Apache-2.0
"""Every page that users can get to, in one walk."""

from cases import HOST, new_address
from client import parameters_of

CODE = "input[name=user_code]"


class Gallery:
    """Walks through all pages, and calls `look` with the name of each. The steps don't depend on the language."""

    def __init__(self, case, user, look):
        self._case, self._user, self._page = case, user, user.page
        self._look = lambda name: (self._page.wait_for_load_state(), look(name))

    def walk(self):
        self._sign_up()
        self._choices()
        self._account()
        self._devices()
        self._sign_in()
        self._errors()
        self._sign_out()
        self._password()

    def _open(self, path):
        self._page.goto(f"https://{HOST}{path}")

    def _attempt(self, client="web", **more):
        attempt = self._case.attempt(client, **more)
        self._page.goto(attempt.url)
        return attempt

    def _click(self, selector):
        self._page.locator(selector).first.click()

    def _returned(self):
        self._page.wait_for_url("https://app.client.test/callback**")

    def _sign_up(self):
        self._user.set_present(False)
        self._attempt()
        self._look("sign-in")
        self._attempt("colored")
        self._look("sign-in-colored")
        self._attempt(screen_hint="signup")
        self._look("sign-up")
        self._page.locator("input[name=email]").fill("ada@")
        self._page.evaluate("document.querySelector('form').noValidate = true")
        self._click("button[type=submit]")
        self._page.locator("[aria-invalid=true]").wait_for()
        self._look("sign-up-malformed")
        self._page.locator("input[name=email]").fill(new_address())
        self._click("button[type=submit]")
        self._page.locator("[data-ceremony]").wait_for()
        self._look("create-passkey")
        self._user.command("setUserVerified", isUserVerified=False)
        self._user.set_present(True)
        self._click("[data-ceremony]")
        self._user.notice()
        self._look("create-passkey-canceled")
        self._user.command("setUserVerified", isUserVerified=True)
        self._click("[data-ceremony]")
        self._page.wait_for_url(f"https://{HOST}/signup/profile**")
        self._look("profile")
        self._page.locator("input[name=name]").fill("Ada Lovelace")
        self._click("button.primary")
        self._returned()

    def _choices(self):
        self._attempt("third")
        self._look("consent")
        self._click("button[value=allow]")
        self._returned()
        self._attempt(prompt="select_account")
        self._look("select-account")
        self._attempt(redirect_uri="http://127.0.0.1:49152/callback")
        self._look("confirm-account")

    def _account(self):
        self._open("/account/delete")
        self._look("account-delete")
        self._click("[data-ceremony]")
        self._page.wait_for_url(f"https://{HOST}/account/keep**")
        self._look("account-keep")
        self._click("[data-ceremony]")
        self._page.locator(".notice.success").wait_for()
        self._look("account-kept")
        self._user.use_device(defaultBackupState=False, defaultBackupEligibility=False)
        other = self._case.user_of(self._case.run_.new_context())
        self._open("/account")
        self._look("account")
        with self._page.expect_response("**/account/passkeys"):
            self._click("section[aria-labelledby=passkeys] [data-ceremony]")
        self._page.locator("section[aria-labelledby=passkeys] > ul > li").nth(1).wait_for()
        self._user.lend_passkeys(other)
        other.page.goto(self._case.attempt().url)
        other.page.wait_for_url("https://app.client.test/callback**")
        self._open("/account")
        self._look("account-young")
        self._case.server.settle_passkeys()
        self._open("/account")
        self._look("account-several")
        self._click(".actions details:nth-of-type(1) summary")
        self._look("account-rename")
        self._page.locator(".actions details:nth-of-type(2) summary").nth(1).click()
        self._look("account-remove")

    def _devices(self):
        fields = {"client_id": "television", "scope": "openid profile email offline_access"}
        _, started = self._case.server.post_form("/oauth/device/code", fields)
        self._open("/activate")
        self._look("device-code")
        self._page.locator(CODE).fill("BBBB-BBBB")
        self._click("button.primary")
        self._page.locator(".notice").wait_for()
        self._look("device-code-unknown")
        self._page.locator(CODE).fill(started["user_code"])
        self._click("button.primary")
        self._page.locator("button[value=allow]").wait_for()
        self._look("device-confirm")
        self._click("button[value=allow]")
        self._page.locator(".success-mark").wait_for()
        self._look("device-done")
        _, started = self._case.server.post_form("/oauth/device/code", fields)
        self._page.goto(started["verification_uri_complete"])
        self._click("button.primary")
        self._click("button[value=deny]")
        self._page.locator("button[value=deny]").wait_for(state="detached")
        self._look("device-denied")

    def _sign_in(self):
        self._user.use_device()
        self._user.forget_session()
        self._open("/activate")
        self._look("sign-in-device")
        self._click("a[href^='/signup']")
        self._look("sign-up-device")
        self._user.use_device(transport="hybrid")
        self._attempt(prompt="login")
        self._click("[data-ceremony]")
        self._user.notice()
        self._look("sign-in-no-passkey")
        attempt = self._attempt(prompt="create")
        self._page.locator("input[name=email]").fill(new_address())
        self._click("button[type=submit]")
        self._click("[data-ceremony]")
        self._page.wait_for_url(f"https://{HOST}/signup/profile**")
        self._click("button.primary")
        self._returned()
        user = attempt.finish(parameters_of(self._page.url))[0]["sub"]
        self._attempt(prompt="login")
        self._click("[data-hints]")
        self._page.wait_for_url("**/login/add-passkey**")
        self._look("add-passkey")
        self._page.goto(self._case.server.run("users", "invite", "--host", HOST, user))
        self._page.locator("#existing li").first.wait_for()
        self._look("invitation")
        self._page.goto("about:blank")
        self._page.goto(f"https://{HOST}/invitation#nothing")
        self._user.notice()
        self._look("invitation-invalid")

    def _password(self):
        self._user.forget_session()
        self._user.set_present(False)
        self._attempt(connection="Members")
        self._look("sign-in-or-password")
        self._page.locator("input[name=identifier]").fill("ada@example.org")
        self._click("button[formaction]")
        self._page.locator("input[name=password]").wait_for()
        self._look("password")
        self._page.locator("input[name=password]").fill("a wrong one")
        self._click("button.primary")
        self._page.locator(".notice").wait_for()
        self._look("password-wrong")
        email = new_address()
        fields = {"client_id": "web", "connection": "Members", "email": email, "password": "a long enough one"}
        self._case.server.post_form("/dbconnections/signup", fields)
        self._case.server.run("users", "verify", email)
        self._click("a[href^='/password/forgotten']")
        self._page.locator("input[name=identifier]").fill(email)
        self._look("forgotten-password")
        self._click("button.primary")
        self._page.locator("input").wait_for(state="detached")
        self._look("reset-mail")
        text = self._case.server.next_mail(email)["text"]
        self._page.goto(next(line for line in text.splitlines() if line.startswith("https://")))
        self._look("reset-password")
        self._page.locator("input[name=password]").fill("quite another long one")
        self._click("button.primary")
        self._page.locator("input").wait_for(state="detached")
        self._look("reset-password-done")
        self._page.go_back()
        self._page.reload()
        self._look("link-unusable")
        self._notice(email)
        self._user.set_present(True)
        self._new_password()

    def _notice(self, email):
        text = self._case.server.next_mail(email, 1)["text"]
        links = [line for line in text.splitlines() if line.startswith("https://")]
        stop, own = (next(link for link in links if path in link) for path in ("/notice/stop", "/notice/own"))
        self._page.goto(own)
        self._look("own-change")
        self._page.goto(stop)
        self._look("stop-password")
        self._click("button")
        self._page.locator("button").wait_for(state="detached")
        self._look("stopped")
        self._page.goto(stop)
        self._look("nothing-to-stop")
        self._page.goto(stop[:-1])
        self._look("notice-unusable")

    def _new_password(self):
        # Cookies of the sign-in before would end at its session.
        self._attempt(connection="Members", prompt="create")
        self._page.locator("input[name=email]").fill(new_address())
        self._click("button[type=submit]")
        self._page.locator("[data-ceremony]").wait_for()
        self._look("create-passkey-or-password")
        self._click("a[href^='/signup/password']")
        self._look("sign-up-password")
        self._page.locator("input[name=password]").fill("password1234")
        self._click("button.primary")
        self._page.locator("[aria-invalid=true]").wait_for()
        self._look("sign-up-password-common")
        self._page.locator("input[name=password]").fill("a long enough one")
        self._click("button.primary")
        self._page.locator("input[name=name]").wait_for()
        self._click("button.primary")
        self._page.wait_for_url("**/login/add-passkey**")
        self._look("add-passkey-after-password")
        self._open("/account")
        self._look("account-password-alone")
        self._open("/account/password")
        self._look("account-password-by-current")
        self._open("/account")
        for count in (1, 2):
            self._user.use_device()
            with self._page.expect_response("**/account/passkeys"):
                self._click("section[aria-labelledby=passkeys] [data-ceremony]")
            self._page.locator("section[aria-labelledby=passkeys] > ul > li").nth(count - 1).wait_for()
            self._look(("account-password-young", "account-password-younger")[count - 1])
            self._case.server.settle_passkeys()
            # A session that a password has opened adds nothing beside a passkey.
            self._attempt(connection="Members", prompt="login")
            self._returned()
            self._open("/account")
        self._look("account-password")
        self._open("/account/password")
        self._look("account-password-by-passkey")
        for act, name in (("disable", "enable"), ("enable", "disable"), ("remove", "restore")):
            self._open(f"/account/password/{act}")
            self._look(f"account-password-{act}")
            self._click("[data-ceremony]")
            self._page.locator(".notice.success").wait_for()
            self._look(f"account-password-{act}d")
            self._open(f"/account/password/{name}")
        self._look("account-password-restore")

    def _errors(self):
        self._open("/authorize?client_id=unknown")
        self._look("error-unknown-client")
        self._attempt(redirect_uri="https://elsewhere.test/callback")
        self._look("error-redirect-uri")
        self._open("/login?state=nothing")
        self._look("error-state")
        self._open("/no/such/page")
        self._look("error-not-found")

    def _sign_out(self):
        self._open("/oidc/logout")
        self._look("sign-out")
        self._click("button.primary")
        self._page.locator(".success-mark").wait_for()
        self._look("signed-out")
        self._attempt(screen_hint="signup", connection="Guests")
        self._page.locator("input[name=email]").fill(new_address())
        self._click("button[type=submit]")
        self._click("form[action='/signup/skip'] button")
        self._page.wait_for_url(f"https://{HOST}/signup/profile**")
        self._click("button.primary")
        self._returned()
        self._open("/v2/logout")
        self._look("sign-out-without-passkey")
