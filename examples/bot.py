"""A complete bot for Tabletown's tables: python examples/bot.py http://127.0.0.1:8321 machi-koro

Without an invite it sets up a table with one of the server's bots in every other seat and plays it to the end.
With one (the link that a host sends) it sits down there: python examples/bot.py http://127.0.0.1:8321/join/TABLE/SEAT/INVITE
"""

import random
import sys
import uuid

import httpx


def choose(view):
    """Your idea goes here: `view` is all that your seat may know, `view["moves"]` are its legal moves."""
    return random.choice(view["moves"])


def play(server, table, token):
    server.headers["authorization"] = f"Bearer {token}"
    path, version = f"/api/tables/{table}", 0
    while True:
        news = server.get(f"{path}/events", params={"since": version, "wait": 25}).raise_for_status().json()
        version = news["version"]
        if news["status"] == "over":
            break
        if news["your_turn"]:
            seen = server.get(path).raise_for_status().json()
            move = choose(seen["view"])
            body = {"move": move["id"], "version": seen["version"], "key": str(uuid.uuid4())}
            answer = server.post(f"{path}/moves", json=body)
            if answer.status_code != 409:  # 409: the table moved on while we were thinking; look again
                version = answer.raise_for_status().json()["version"] - 1
                print(move["label"])
    for player in server.get(path).json()["view"]["players"]:
        print(player["place"], player["name"], player["score"])


def main(address, game=None):
    server = httpx.Client(base_url=address.split("/join/")[0], timeout=60)
    if game:
        made = server.post("/api/tables", json={"game": game}).raise_for_status().json()
        play(server, made["id"], made["seats"][0]["token"])
    else:
        table, seat, invite = address.split("/join/")[1].split("/")
        body = {"seat": int(seat), "invite": invite, "name": "Example bot"}
        claimed = server.post(f"/api/tables/{table}/claim", json=body).raise_for_status().json()
        play(server, table, claimed["token"])


if __name__ == "__main__":
    main(*sys.argv[1:])
