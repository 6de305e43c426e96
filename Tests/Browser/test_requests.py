# SPDX-License-Identifier: Apache-2.0
"""Authorization requests of other sites, and the ways in which the response reaches them."""

from cases import HOST, BrowserCase
from client import parameters_of

FRAME = """
<script>
  const received = new Promise((resolve) => addEventListener("message", (event) => {
    if (event.data?.type === "authorization_response") resolve({ origin: event.origin, ...event.data.response });
  }));
</script>
<iframe src="%s" width="300" height="200"></iframe>
"""


class Requests(BrowserCase):
    def test_a_frame_of_a_client_of_the_same_site_gets_a_code_without_a_page(self):
        self.expect_code_in_frame("app.example.test")

    def test_a_frame_of_a_client_of_another_site_gets_no_session_where_the_browser_blocks_its_cookie(self):
        self.user.block_third_party_cookies()
        self.signed_up()
        attempt = self.attempt(prompt="none", response_mode="web_message")
        self.assertEqual(self.received_in_frame(attempt, "app.client.test")["error"], "login_required")
        # At the top the session counts.
        self.open(self.attempt(prompt="none")).finish(self.returned())

    def expect_code_in_frame(self, host):
        signed_up, _ = self.signed_up()
        cookie = self.user.cookies()["__Host-thumbturn-session"]
        self.assertEqual((cookie["sameSite"], cookie["secure"], cookie["httpOnly"]), ("None", True, True))
        redirect_uri = f"https://{host}/callback"
        attempt = self.attempt(prompt="none", response_mode="web_message", redirect_uri=redirect_uri)
        received = self.received_in_frame(attempt, host)
        self.assertEqual(received.pop("origin"), f"https://{HOST}")
        self.assertEqual(attempt.finish(received)[0]["sub"], signed_up["sub"])

    def test_a_frame_without_a_session_gets_an_error(self):
        received = self.received_in_frame(self.attempt(prompt="none", response_mode="web_message"), "app.client.test")
        self.assertEqual((received["error"], received["state"]), ("login_required", "a state+with ü"))

    def test_a_frame_of_another_site_gets_nothing(self):
        self.expected_complaints = ("frame-ancestors", "violates", "refused to connect")
        self.signed_up()
        attempt = self.attempt(prompt="none", response_mode="web_message")
        self.site.pages["/frame"] = FRAME % attempt.url.replace("&", "&amp;")
        self.page.goto("https://elsewhere.test/frame")
        self.page.wait_for_timeout(1000)
        self.assertEqual(self.page.evaluate("Promise.race([received, 'nothing'])"), "nothing")

    def test_no_page_can_be_framed(self):
        self.expected_complaints = ("frame-ancestors", "X-Frame-Options", "violates", "refused to connect", "status of 400")
        self.site.pages["/frame"] = FRAME % self.attempt().url.replace("&", "&amp;")
        self.page.goto("https://app.client.test/frame")
        self.page.wait_for_timeout(1000)
        self.assertEqual([frame.url for frame in self.page.frames[1:]], ["chrome-error://chromewebdata/"])

    def received_in_frame(self, attempt, host):
        self.site.pages["/frame"] = FRAME % attempt.url.replace("&", "&amp;")
        self.page.goto(f"https://{host}/frame")
        return self.page.evaluate("received")

    def test_a_response_is_posted_to_the_client(self):
        signed_up, _ = self.signed_up()
        attempt = self.open(self.attempt(response_mode="form_post"))
        self.page.get_by_text("Posted").wait_for()
        self.assertEqual(attempt.finish(self.site.posts.get(timeout=5))[0]["sub"], signed_up["sub"])

    def test_a_posted_response_may_be_forwarded_to_another_site(self):
        self.signed_up()
        attempt = self.attempt(response_mode="form_post", redirect_uri="https://app.client.test/forwarding")
        self.open(attempt)
        self.page.wait_for_url("https://home.client.test/callback?**")
        attempt.finish(self.site.posts.get(timeout=5))

    def test_an_error_is_posted_to_the_client(self):
        self.open(self.attempt(response_mode="form_post", prompt="none"))
        self.page.get_by_text("Posted").wait_for()
        self.assertEqual(self.site.posts.get(timeout=5)["error"], "login_required")

    def test_a_sign_in_ends_with_a_posted_response(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open(self.attempt(response_mode="form_post"))
        self.page.get_by_text("Posted").wait_for()
        attempt.finish(self.site.posts.get(timeout=5))

    def test_a_response_in_the_fragment_reaches_the_client(self):
        self.signed_up()
        attempt = self.open(self.attempt(response_mode="fragment"))
        self.page.wait_for_url("https://app.client.test/callback#**")
        attempt.finish(parameters_of(self.page.url))

    def test_a_request_that_another_site_posts_uses_the_session(self):
        signed_up, _ = self.signed_up()
        attempt = self.attempt()
        fields = "".join(f"<input name='{name}' value='{value}'>" for name, value in attempt.parameters.items())
        form = f"<form method=post action='https://{HOST}/authorize'>{fields}<button>Sign in</button></form>"
        self.site.pages["/posting"] = form
        self.page.goto("https://elsewhere.test/posting")
        self.user.press("Sign in")
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], signed_up["sub"])

    def test_a_pushed_request_is_continued(self):
        self.signed_up()
        attempt = self.attempt()
        status, pushed = self.server.post_form("/oauth/par", attempt.parameters)
        self.assertEqual(status, 201, pushed)
        self.page.goto(f"https://{HOST}/authorize?client_id=web&request_uri={pushed['request_uri']}")
        attempt.finish(self.returned())

    def test_another_site_can_t_post_the_pages_forms(self):
        self.expected_complaints = ("status of 4",)
        state = parameters_of(self.open(self.attempt(screen_hint="signup")) and self.page.url)["state"]
        for path in ("/signup", "/signup/profile", "/consent", "/login/select"):
            fields = f"<input name=state value='{state}'><input name=email value='a@example.org'><button>Go</button>"
            self.site.pages["/posting"] = f"<form method=post action='https://{HOST}{path}'>{fields}</form>"
            self.page.goto("https://elsewhere.test/posting")
            with self.page.expect_response(f"https://{HOST}{path}") as response:
                self.user.press("Go")
            self.assertIn(response.value.status, (400, 403), path)
            self.assertIn("text/html", response.value.headers["content-type"], path)

    def test_a_request_of_another_browser_can_t_be_continued(self):
        self.expected_complaints = ("status of 400",)
        self.open(self.attempt())
        victim = self.new_user()
        victim.page.goto(self.page.url)
        self.assertEqual(victim.heading(), "This sign-in has expired.")
        self.open(self.attempt())
        victim.page.goto(self.attempt().url)
        victim.page.goto(self.page.url)
        self.assertEqual(victim.heading(), "This sign-in has expired.")

    def test_a_redirect_uri_that_is_not_registered_gets_nothing(self):
        self.expected_complaints = ("status of 400",)
        for uri in ("https://elsewhere.test/callback", "https://app.client.test/callback/", "javascript:alert(1)"):
            self.open(self.attempt(redirect_uri=uri))
            self.assertTrue(self.page.url.startswith(f"https://{HOST}/authorize"), self.page.url)
            self.assertIn("hasn’t registered", self.page.locator("main").inner_text())

    def test_a_code_that_is_used_twice_ends_the_grant(self):
        attempt = self.sign_up()
        code = self.returned()["code"]
        _, tokens = attempt.exchange(code)
        self.assertEqual(self.server.user_info(tokens["access_token"])[0], 200)
        status, error = attempt.exchange(code)
        self.assertEqual((status, error["error"]), (400, "invalid_grant"), error)
        self.assertEqual(self.server.user_info(tokens["access_token"])[0], 401)
