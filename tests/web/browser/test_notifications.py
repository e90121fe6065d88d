"""Notifications: the switch in the table's menu, and the service worker that shows them and opens the table."""

from __future__ import annotations

import json

from browsing import GAMES, sit, table

KEYS = """{
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
}"""
SUBSCRIBED = f"""
let known = null;
PushManager.prototype.getSubscription = async () => known;
PushManager.prototype.subscribe = async (options) => (known = {{
  options, unsubscribe: async () => (known = null, true),
  toJSON: () => ({{ endpoint: "https://fcm.googleapis.com/fcm/send/test", keys: {KEYS} }}),
}});
"""
"""What a browser's own push service would answer; there is none here."""


def menu(page):
    page.evaluate("document.getElementById('leaving').showPopover()")
    return page.locator("#push-choice")


def test_the_switch_is_off_until_it_is_turned_on_and_off_again(visitor):
    page = visitor(fresh=True, permissions=["notifications"])
    page.add_init_script(SUBSCRIBED)
    sit(page, table(page, GAMES[0]))
    switch = menu(page)
    switch.wait_for()
    box = switch.locator("input")
    assert not box.is_checked()
    with page.expect_response(
        lambda answer: answer.url.endswith("/api/push") and answer.request.method == "POST"
    ) as said:
        switch.click()
    assert said.value.status == 201
    page.wait_for_function("localStorage.getItem('tabletown-push')")
    assert box.is_checked()
    name = said.value.json()["id"]
    page.wait_for_function("!document.querySelector('#push-choice input').disabled")
    with page.expect_response(lambda answer: answer.url.endswith(f"/api/push/{name}")) as said:
        switch.click()
    assert said.value.status == 204
    assert not box.is_checked()


def test_the_service_worker_shows_a_notice_and_opens_its_table(visitor, server):
    page = visitor(fresh=True, permissions=["notifications"])
    made = table(page, GAMES[0])
    page.goto("/")
    page.evaluate("navigator.serviceWorker.register('/sw.js')")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    devtools = page.context.new_cdp_session(page)
    known = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    notice = {"title": "A game", "body": "It is your turn.", "url": made["url"], "table": made["id"]}
    push = {"origin": server, "registrationId": known[0]["registrationId"], "data": json.dumps(notice)}
    devtools.send("ServiceWorker.deliverPushMessage", push)
    notices = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
    shown = f"{notices}.then((all) => all.map((one) => [one.title, one.body, one.tag]))"
    page.wait_for_function(f"{shown}.then((all) => all.length)")
    assert page.evaluate(shown) == [["A game", "It is your turn.", made["id"]]]

    page.evaluate(f"{notices}.then((all) => all.forEach((one) => one.close()))")
    sit(page, made)
    devtools.send("ServiceWorker.deliverPushMessage", push)
    page.wait_for_timeout(300)
    assert page.evaluate(shown) == [], "whoever looks at the table sees it there"
