"""Positions from outside: each thing that can't come up is refused in one sentence."""

import copy

import pytest
from minecart_towns import final_round, fresh, index, load, play, put, show, texts, town, transport

import tabletown as tt
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.rules import flow

LINE = (("NS", 0, 2), ("wheat_field", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("EW", 0, 6), ("bog", 0, 7))


def refused(m, says=None, **changes):
    """The position with some fields changed is refused; as it stands it is accepted."""
    words = m.dump()
    assert tt.Match(m.game, position=copy.deepcopy(words)).legal_ids == m.legal_ids
    with pytest.raises(tt.BadPosition, match=says) as error:
        tt.Match(m.game, position=words | changes)
    assert "\n" not in str(error.value)


def session(**options):
    m = town(*LINE, waiting=True, **options)
    load(m, "wheat_field", wheat=2)
    load(m, "bog", coal=1)
    transport(m)
    return m


def payment():
    m = fresh(2)
    m.push("tracks")
    play(m, "cell 1 E", "shape EW")
    return m


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phase": "pick", "back": "pick"}, "can't follow"),
        ({"phase": "shape", "cell": 999}, "between -1 and 255"),
        ({"phase": "shape", "cell": 99}, "no empty cell"),
        ({"phase": "shape", "upgrading": 1}, "can't be upgraded"),
        ({"phase": "shape"}, "goes into a cell or is upgraded"),
        ({"phase": None}, "phase can't be None"),
        ({"phase": "produce"}, "phase can't be 'produce'"),
        ({"phase": "deal", "back": "action"}, "go on by themselves"),
        ({"phase": "start"}, "nothing has happened"),
        ({"phase": "place"}, "no tile to place"),
        ({"phase": "over"}, "ends after round 4"),
        ({"phase": "loop"}, "round 4 only"),
        ({"phase": "pull"}, "Only a Stockpile"),
        ({"phase": "set", "back": "loop"}, "converts no set"),
        ({"phase": "gain", "back": "arrive"}, "gives nothing now"),
        ({"phase": "keep", "back": "produce"}, "gives nothing now"),
        ({"phase": "pick", "back": "action"}, "not moved during construction"),
        ({"phase": "pick", "back": "pulls"}, "no Stockpile"),
        ({"back": "deal"}, "can't follow"),
        ({"steps": 1}, "finished the present phase"),
        ({"passed": 1}, "has passed"),
        ({"passed": 4}, "can have passed"),
        ({"lifts": 1}, "nothing to do with lifts"),
        ({"moved": 1}, "nothing to do with moved"),
        ({"buying": "bog"}, "tiles Bog"),
        ({"space": 3}, "nothing to do with space"),
        ({"due": {"wood": 1}}, "nothing to do with due"),
        ({"pieces": 1}, "nothing to do with pieces"),
        ({"cell": 3}, "nothing to do with cell"),
        ({"upgrading": 1}, "nothing to do with upgrading"),
        ({"shape": 1}, "nothing to do with shape"),
        ({"site": 1}, "nothing to do with site"),
        ({"cursor": 1}, "nothing to do with cursor"),
        ({"pending": {"wood": 1}}, "nothing to do with pending"),
        ({"free_gain": 1}, "nothing to do with free_gain"),
        ({"pulled": 1}, "nothing to do with pulled"),
        ({"chosen": {"wood": 1}}, "nothing to do with chosen"),
        ({"vp": [-1, 0]}, "below 0"),
    ],
)
def test_a_choice_has_what_it_needs_and_nothing_else(changes, says):
    m = fresh(2, vp_floor="zero")
    refused(m, says, **changes)


def test_a_towns_tiles_are_sound():
    m = fresh(2)
    tiles = m.dump()["tiles"]
    refused(m, "without gaps", tiles=[[*tiles[0][:2], None, "EW", *tiles[0][4:]], tiles[1]])
    refused(m, "only Mine", tiles=[[*tiles[0][:2], "mine", *tiles[0][3:]], tiles[1]])
    refused(m, "no other places", rows=[[0, 0, 1, *[0] * 61], [0] * 64])
    refused(m, "Two tiles", tiles=[[*tiles[0][:2], "EW", *tiles[0][3:]], tiles[1]])
    refused(
        m,
        "touches no earlier",
        tiles=[[*tiles[0][:2], "EW", *tiles[0][3:]], tiles[1]],
        rows=[[0, 0, 5] + [0] * 61, [0] * 64],
    )


def test_the_market_is_sound():
    m = fresh(2)
    words = m.dump()
    display, bag = words["display"], words["bag"]
    shown = display[0]
    refused(
        m,
        "exactly if tiles lie there",
        stacks=[0, *words["stacks"][1:]],
        bag=bag | {shown: bag.get(shown, 0) + words["stacks"][0]},
    )
    moved = [None, *display[1:6], shown, *display[7:]]
    refused(
        m,
        "not used by 2 players",
        display=moved,
        stacks=[0, *words["stacks"][1:6], words["stacks"][0], *words["stacks"][7:]],
    )
    empty = [None, *display[1:]]
    refused(
        m,
        "empty although its bag",
        display=empty,
        stacks=[0, *words["stacks"][1:]],
        bag=bag | {shown: bag.get(shown, 0) + words["stacks"][0]},
    )
    refused(m, "out of this game", removed={"pond": 1}, bag=bag | {"pond": 1})


def test_a_session_is_sound():
    m = session()
    refused(m, "between 0 and", lifts=-1)
    refused(m, "can't be lifted in this session", lifts=7)
    refused(m, "another seat", turn=1)
    refused(m, "Only players who build", passed=1)
    m.push(f"cube {index(m, 'wheat_field')} wheat")
    hand = m.dump()["hand"]
    refused(m, "has moved some", moved=0)
    refused(m, "can't hold", hand=[{"wheat": 1}, *hand[1:]])
    refused(m, "no building 30", hand=[*hand[:30], {"wheat": 1}, *hand[31:]])
    refused(m, "4 slots", hand=[*hand[:2], {"wheat": 4}, *hand[3:]])
    m = session()
    refused(m, "no other home", hand=[{"stone": 1}, *m.dump()["hand"][1:]], moved=1)


def test_round_four_is_sound():
    m = town(*LINE)
    load(m, "bakery", wheat=1, coal=1)
    play_round_three(m)
    final_round(m)
    refused(m, "round 4 only", round=3)
    play(m, f"cube {index(m, 'bakery')} coal")
    refused(m, "mixed with processing", back="leave")
    refused(m, "only as long as there are cubes in the hand", hand=[{}] * 40)


def test_a_payment_is_sound():
    m = payment()
    assert texts(m)
    refused(m, "more than the track costs", due={"either": 2})
    refused(m, "more than the track costs", due={"either": 1, "wood": 1})
    refused(m, "go on by themselves", due={})
    refused(m, "no 1 tracks", pieces=1)


def test_a_purchase_is_sound():
    m = fresh(2)
    show(m, 8, "restaurant")
    play(m, "buy 8")
    words = m.dump()
    assert words["phase"] in ("pay", "place")
    refused(m, "although its bag has tiles", space=0)
    refused(m, "more than the Restaurant costs", phase="pay", due={"wood": 9})
    refused(m, "can't pay|more than", phase="pay", due={"stone": 1}, cubes=[[{}] * 40, words["cubes"][1]])


def test_a_stockpile_is_sound():
    m = town(("stockpile", -1, 0), waiting=True)
    load(m, "forest", wood=3)
    transport(m)
    refused(m, "in the order of construction", cursor=1)
    refused(m, "can't have taken 1", pulled=1)
    refused(m, "Only a Stockpile", site=1)


def test_a_free_gain_is_sound():
    m = town(players=2)
    s = m.position
    s.round = 3
    play_round_three(m)
    put(m, "pond", 0, 2)
    s.phase, s.site, s.cursor, s.space = state.ARRIVE, index(m, "pond"), 0, 0
    s.bag[s.display[0]] += 1
    s.display[0], s.stacks[0] = -1, 0
    flow.settle(s)
    assert state.PHASES[s.phase] == "gain"
    refused(m, "gives no 3 cubes", free_gain=3)
    refused(m, "gives no 0 cubes", free_gain=0)
    refused(m, "gives nothing now", cursor=2)
    refused(m, "gives nothing now", site=1)


def play_round_three(m):
    """Show B tiles, as in round 3."""
    s = m.position
    for space in range(6):
        s.bag[s.display[space]] += s.stacks[space]
        s.display[space], s.stacks[space] = -1, 0
    from tabletown.games.minecart_town.components import FIRST_OF_LETTER

    kinds = [kind for kind in range(int(FIRST_OF_LETTER[1]), int(FIRST_OF_LETTER[2])) if s.bag[kind]]
    for space, kind in zip(range(6), kinds[-6:], strict=True):
        s.display[space], s.stacks[space] = kind, 1
        s.bag[kind] -= 1


def test_a_set_is_sound():
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", wood=2, coal=1)
    s = m.position
    s.round = 3
    play_round_three(m)
    final_round(m)
    m.push("at 2")
    refused(m, "can't be chosen", chosen={"coal": 2})
    refused(m, "can't be chosen", chosen={"coal": 1, "wood": 1})
    refused(m, "converts no set", site=1)
    refused(m, "no building 9", site=9)


@pytest.mark.parametrize("odd", [[1], "x", 5, None])
def test_a_position_is_a_dict(odd):
    game = tt.game("minecart-town", players=2)
    if odd is None:
        assert tt.Match(game, position=None)
        return
    with pytest.raises(tt.BadPosition):
        tt.Match(game, position=odd)


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (2, {"auto_forced": False}), (3, {"construction_transport": "free"})]
)
def test_the_positions_of_a_game_are_accepted(players, options):
    m = tt.Match(tt.game("minecart-town", players=players, **options), seed=11)
    while not m.over:
        if m.ply % 4 == 0:
            again = tt.Match(m.game, position=m.dump())
            assert again.position.array.tobytes() == m.position.array.tobytes()
        m.push(m.random_move())
    assert tt.Match(m.game, position=m.dump()).over
