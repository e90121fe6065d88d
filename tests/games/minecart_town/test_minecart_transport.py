"""Networks, transport sessions, the Stockpile and the expert variant."""

import itertools
import random

import pytest
from minecart_towns import (
    cubes,
    final_round,
    fresh,
    index,
    linked,
    load,
    phase,
    play,
    put,
    same_network,
    show,
    texts,
    town,
    transport,
)

from tabletown.core.rule import interpreted_loader
from tabletown.games.minecart_town import rules, state
from tabletown.games.minecart_town.components import RESOURCES, SLOTS, TILES, TYPES
from tabletown.games.minecart_town.moves import END_PICK, MAX_LEGAL
from tabletown.games.minecart_town.rules.town import building_cubes, homes_of, kind_of, map_networks

CAFE = (("EW", 0, 2), ("cafe", 0, 3))
LINE = (*CAFE, ("EW", 0, 4), ("harvesting_center", 0, 5))


def at(m, name):
    return f"at {index(m, name)}"


@pytest.mark.rule("MT-101", "MT-102", "MT-105", "MT-230")
def test_cubes_move_over_rails_as_the_player_likes():
    m = town(*LINE)
    load(m, "forest", wood=4)
    transport(m)
    assert texts(m) == ["end_pick", "cube 1 wood"]
    play(m, "cube 1 wood", "cube 1 wood", at(m, "cafe"), at(m, "harvesting_center"))
    assert cubes(m, "forest") == {"wood": 2}
    assert cubes(m, "cafe") == {"wood": 1}
    assert phase(m) == "pick"
    m.push("end_pick")
    assert phase(m) != "pick"


WHEAT_AND_COAL = (
    ("wheat_field", 0, 3),
    ("EW", 0, 4),
    ("bakery", 0, 5),
    ("EW", 0, 6),
    ("bog", 0, 7),
)


@pytest.mark.rule("MT-230")
def test_cubes_are_lifted_in_any_order_and_nothing_ends_before_the_player_says_so():
    m = town(*WHEAT_AND_COAL, waiting=True)
    load(m, "wheat_field", wheat=1)
    load(m, "bog", coal=1)
    transport(m)
    w, c = f"cube {index(m, 'wheat_field')} wheat", f"cube {index(m, 'bog')} coal"
    assert texts(m) == ["end_pick", w, c]
    m.push(c)  # the later building first
    assert w in texts(m)
    assert "end_pick" not in texts(m)  # a cube is in the cart
    m.push(w)
    play(m, at(m, "bakery"), at(m, "bakery"))
    assert (phase(m), m.actor) == ("pick", 0)
    assert m.can_undo(0)
    for _ in range(4):
        assert m.can_undo(0)
        m.pop()
    assert texts(m) == ["end_pick", w, c]
    play(m, c, at(m, "bakery"), w, at(m, "bakery"), "end_pick")  # one by one does as well
    assert m.actor == 1
    m.push("end_pick")
    assert m.position.vp[0] == 6


@pytest.mark.rule("MT-230", "MT-236")
def test_a_cube_may_be_lifted_again_but_not_for_ever():
    m = town(*WHEAT_AND_COAL, waiting=True)
    load(m, "wheat_field", wheat=1)
    transport(m)
    w, b = index(m, "wheat_field"), index(m, "bakery")
    assert m.position.lifts == 2
    play(m, f"cube {w} wheat", f"at {b}", f"cube {b} wheat", f"at {w}")
    assert (phase(m), m.actor, texts(m)) == ("pick", 0, ["end_pick"])  # asked although it is the only move


@pytest.mark.rule("MT-223", "MT-230")
def test_a_session_without_anything_to_lift_is_not_asked_for():
    m = town(*WHEAT_AND_COAL, waiting=True)
    transport(m)
    assert m.actor == 1


@pytest.mark.rule("MT-175", "MT-230")
def test_the_final_round_ends_only_by_being_done():
    m = town(*WHEAT_AND_COAL)
    load(m, "bakery", wheat=1, coal=1)
    final_round(m)
    m.push(at(m, "bakery"))
    assert (m.over, texts(m)) == (False, ["done"])
    assert m.can_undo(0)
    m.push("done")
    assert m.over


@pytest.mark.rule("MT-237")
def test_a_conversion_allows_lifting_again():
    m = town(*WHEAT_AND_COAL)
    load(m, "bakery", wheat=2, coal=2)
    final_round(m)
    b = index(m, "bakery")
    m.position.lifts = 0
    assert texts(m) == ["done", f"at {b}"]
    m.push(f"at {b}")
    assert m.position.lifts == 8
    assert f"cube {b} coal" in texts(m)


@pytest.mark.rule("MT-101", "MT-230")
def test_transport_is_optional():
    m = town(*LINE, waiting=True)
    load(m, "forest", wood=4)
    transport(m)
    before = cubes(m, "forest")
    m.push("end_pick")
    assert cubes(m, "forest") == before


@pytest.mark.rule("MT-102", "MT-42")
def test_unlinked_neighbours_exchange_nothing():
    m = town(("cafe", 0, 2))
    assert not linked(m, "forest", "cafe", "wood")
    load(m, "forest", wood=3)
    transport(m)
    assert phase(m) == "action"  # nothing to ask: the next round has begun
    assert m.position.round == 2


@pytest.mark.rule("MT-104", "MT-103")
def test_base_cubes_pass_any_building():
    m = town(("EW", 0, 2), ("hot_spring", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("EW", 0, 6), ("cafe", 0, 7))
    load(m, "bakery", wheat=6)
    assert linked(m, "forest", "cafe", "wood")
    assert linked(m, "bakery", "cafe", "wheat")


@pytest.mark.rule("MT-105", "MT-106", "MT-109", "MT-229")
def test_only_depicted_types_may_stop():
    m = town(
        ("EW", 0, 2), ("flour_mill", 0, 3), ("EW", 0, 4), ("hot_spring", 0, 5), ("EW", 0, 6), ("wheat_field", 0, 7)
    )
    s = m.position
    map_networks(s, 0)
    wheat_homes = homes_of(s, index(m, "wheat_field"), RESOURCES.index("wheat"))
    assert wheat_homes == 1 << index(m, "flour_mill") | 1 << index(m, "wheat_field")
    assert homes_of(s, 0, RESOURCES.index("stone")) == 1  # the Flour Mill costs stone, but does not depict it


@pytest.mark.rule("MT-107")
def test_any_icons_accept_all_types():
    m = town(("EW", 0, 2), ("stockpile", 0, 3))
    assert linked(m, "forest", "stockpile", "wood")
    assert all(linked(m, "stockpile", "stockpile", r) for r in RESOURCES)


@pytest.mark.rule("MT-110", "MT-232")
def test_a_full_building_receives_nothing():
    m = town(*LINE, players=2)
    load(m, "forest", wood=2)
    load(m, "cafe", wood=1, wheat=3)
    load(m, "harvesting_center", wood=1)
    transport(m)
    play(m, "cube 1 wood")
    assert [text for text in texts(m) if text.startswith("at")] == ["at 1", at(m, "harvesting_center")]


@pytest.mark.rule("MT-112", "MT-235")
def test_two_full_buildings_swap():
    m = town(("bakery", 0, 3), ("EW", 0, 4), ("marshlands", 0, 5), ("distillery", 0, 7), ("EW", 0, 6), waiting=True)
    load(m, "marshlands", wheat=4)
    load(m, "distillery", coal=6)
    load(m, "bakery", coal=6)
    transport(m)
    a, b = index(m, "marshlands"), index(m, "distillery")
    play(m, *[f"cube {b} coal"] * 4, *[f"cube {a} wheat"] * 4)
    play(m, *[f"at {b}"] * 4, *[f"at {a}"] * 4)
    assert cubes(m, "marshlands") == {"coal": 4}
    assert cubes(m, "distillery") == {"wheat": 4, "coal": 2}


@pytest.mark.rule("MT-231")
def test_cubes_are_set_down_by_type_then_network():
    m = town(("EW", 0, 2), ("stockpile", 0, 3), ("EW", 0, 4), ("trading_company", 0, 5), players=2)
    load(m, "forest", wood=1)
    load(m, "stockpile", coal=1, wheat=1)
    load(m, "trading_company", stone=1)
    transport(m)  # the owner may clear the Stockpile first
    sp, tc = index(m, "stockpile"), index(m, "trading_company")
    play(m, "cube 1 wood", f"cube {sp} wheat", f"cube {sp} coal", f"cube {tc} stone")
    order = []
    while m.position.held:
        order.append(m.view(0)["position"]["work"]["next"])
        m.push(next(text for text in texts(m) if text.startswith("at")))
    assert order == ["wood", "stone", "wheat", "coal"]


@pytest.mark.rule("MT-113", "MT-115", "MT-114", "MT-116")
def test_a_blocked_stockpile_is_cleared_before_it_acts():
    m = town(("EW", 0, 2), ("stockpile", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("volcano", 5, 5), players=2)
    load(m, "stockpile", wheat=4)
    load(m, "volcano", coal=4)
    transport(m)
    assert phase(m) == "pick"
    sp = index(m, "stockpile")
    assert m.position.back == state.PULLS
    play(m, *[f"cube {sp} wheat"] * 2, at(m, "bakery"), at(m, "bakery"), "end_pick")
    assert phase(m) == "pull"
    v = index(m, "volcano")
    play(m, f"cube {v} coal", f"cube {v} coal")
    assert (phase(m), texts(m)) == ("pull", ["end_pull"])  # full, and still to be taken back
    m.push("end_pull")
    assert cubes(m, "stockpile") == {"wheat": 2, "coal": 2}
    assert phase(m) == "pick"  # full; now the session of the phase itself
    assert m.position.back == state.LEAVE


@pytest.mark.rule("MT-115")
@pytest.mark.parametrize(
    ("load_it", "setting", "first"),
    [(0, "stockpile_only", "pull"), (2, "stockpile_only", "pick"), (2, "off", "pull"), (2, "free", "pull")],
)
def test_only_a_blocked_stockpile_is_asked(load_it, setting, first):
    m = town(
        ("EW", 0, 2), ("stockpile", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), players=2, construction_transport=setting
    )
    load(m, "stockpile", wheat=load_it)
    load(m, "forest", wood=2)
    transport(m)
    assert phase(m) == first


@pytest.mark.rule("MT-117", "MT-118")
def test_stockpile_takes_up_to_four_from_anywhere():
    m = town(("stockpile", -1, 0), ("meadow", 3, 3), ("bakery", 5, 5), players=2)
    load(m, "forest", wood=5)
    load(m, "meadow", sheep=2)
    load(m, "bakery", coal=1, wheat=1)
    load(m, "stockpile", stone=1)
    transport(m)
    assert phase(m) == "pull"
    me, be = index(m, "meadow"), index(m, "bakery")
    assert texts(m) == ["end_pull", "cube 1 wood", f"cube {me} sheep", f"cube {be} wheat", f"cube {be} coal"]
    m.push(f"cube {be} coal")
    assert texts(m) == ["end_pull", "cube 1 wood", f"cube {me} sheep", f"cube {be} wheat"]  # in any order
    play(m, f"cube {be} wheat", f"cube {me} sheep")
    assert cubes(m, "stockpile") == {"stone": 1, "sheep": 1, "wheat": 1, "coal": 1}
    assert texts(m) == ["end_pull"]  # no free slot is left
    assert m.can_undo(0)
    m.push("end_pull")
    assert phase(m) != "pull"


@pytest.mark.rule("MT-117")
def test_a_stockpile_takes_four_and_no_more():
    m = town(("stockpile", -1, 0), ("meadow", 3, 3), players=2)
    load(m, "forest", wood=5)
    transport(m)
    play(m, *["cube 1 wood"] * 4)
    assert texts(m) == ["end_pull"]


@pytest.mark.rule("MT-117", "MT-223")
def test_a_stockpile_that_can_take_nothing_is_passed_over():
    m = town(("stockpile", -1, 0), ("EW", 0, 2), ("cafe", 0, 3), players=2)
    load(m, "stockpile", wheat=4)
    load(m, "forest", wood=1)
    transport(m)
    assert phase(m) == "pick"


@pytest.mark.rule("MT-117")
def test_stockpile_may_take_nothing():
    m = town(("stockpile", -1, 0), players=2)
    load(m, "forest", wood=5)
    transport(m)
    m.push("end_pull")
    assert cubes(m, "stockpile") == {}


@pytest.mark.rule("MT-118", "MT-196")
def test_stockpile_ignores_the_expert_limit():
    m = town(("stockpile", -1, 0), players=2, expert=[0])
    load(m, "forest", wood=5)
    transport(m)
    play(m, *["cube 1 wood"] * 4)
    assert cubes(m, "stockpile") == {"wood": 4}


@pytest.mark.rule("MT-119", "MT-116")
def test_stockpile_acts_in_the_round_it_is_built_and_not_in_construction():
    m = fresh(2)
    show(m, 0, "stockpile")
    play(m, "buy 0", "cell 0 N")
    m.play_chance()
    play(m, "pass")
    assert phase(m) == "action"
    play(m, "pass")
    assert phase(m) == "pull"
    assert m.actor == 0


@pytest.mark.rule("MT-120", "MT-121", "MT-224")
def test_stockpile_acts_once_in_round_four():
    m = town(("EW", 0, 2), ("stockpile", 0, 3), ("EW", 0, 4), ("dairy", 0, 5), ("meadow", 5, 5))
    load(m, "meadow", sheep=4)
    final_round(m)
    assert phase(m) == "pull"
    me, sp = index(m, "meadow"), index(m, "stockpile")
    play(m, *[f"cube {me} sheep"] * 3, "end_pull")
    assert phase(m) == "loop"
    play(m, f"cube {sp} sheep", at(m, "dairy"), at(m, "dairy"))
    assert m.position.vp[0] == 3
    assert cubes(m, "stockpile") == {"sheep": 2}
    while phase(m) == "loop":
        assert phase(m) != "pull"
        m.push("done")


# ------------------------------------------------------------------ experts


PASSING = (("EW", 0, 2), ("bakery", 0, 3), ("EW", 0, 4), ("cafe", 0, 5))


@pytest.mark.rule("MT-191", "MT-192", "MT-193")
def test_an_experts_cubes_pass_only_where_they_are_accepted():
    assert linked(town(*PASSING), "forest", "cafe", "wood")
    expert = town(*PASSING, expert=[0])
    assert not linked(expert, "forest", "cafe", "wood")
    assert linked(expert, "bakery", "cafe", "wheat")
    mixed = town(*PASSING, players=2, expert=[1])
    assert linked(mixed, "forest", "cafe", "wood")


@pytest.mark.rule("MT-193")
def test_rail_never_blocks_an_expert():
    m = town(("EW", 0, 2), ("railroad_junction", 0, 3), ("ESW", 0, 4), ("cafe", 0, 5), expert=[0])
    assert linked(m, "forest", "cafe", "wood")


@pytest.mark.rule("MT-194")
def test_a_full_building_lets_an_expert_pass():
    m = town(*LINE, expert=[0])
    load(m, "cafe", wheat=4)
    assert linked(m, "forest", "harvesting_center", "wood")


@pytest.mark.rule("MT-195")
@pytest.mark.parametrize("name", ["town_square", "hot_spring", "inn"])
def test_buildings_without_slots_block_experts(name):
    tiles = (("EW", 0, 2), (name, 0, 3), ("EW", 0, 4), ("cafe", 0, 5))
    assert linked(town(*tiles), "forest", "cafe", "wood")
    m = town(*tiles, expert=[0])
    assert not any(same_network(m, "forest", "cafe", r) for r in RESOURCES)


@pytest.mark.rule("MT-196")
def test_nothing_else_changes_for_experts():
    def trace(**options):
        m = fresh(2, seed=11, **options)
        seen = []
        while not m.over and m.position.round == 1:
            seen.append((phase(m), m.legal_ids))
            if phase(m) in ("pick", "pull", "loop"):
                break
            m.push(m.random_move())
        return seen

    assert trace() == trace(expert=[0, 1])


# ------------------------------------------------------------------ every layout, and only legal ones


def layout(s):
    return tuple(tuple(s.cubes[0, b, t] for t in range(TYPES)) for b in range(s.building_count[0]))


def random_town(rng, expert):
    """A small random town with cubes and rails, in its transport session."""
    names = rng.sample(["cafe", "harvesting_center", "bakery", "marshlands", "trading_company", "sheepfold", "pond"], 4)
    m = town(players=2, expert=[0] if expert else [])
    for n, name in enumerate(names):
        put(m, "EW", 0, 2 + 2 * n) if rng.random() < 0.8 else put(m, "NS", 0, 2 + 2 * n)
        put(m, name, 0, 3 + 2 * n)
    s = m.position
    for _ in range(rng.randint(2, 4)):
        b = rng.randrange(s.building_count[0])
        kind = kind_of(s, 0, b)
        types = [
            t for t in range(TYPES) if TILES[kind] in ("trading_company", "pond") or RESOURCES[t] in _accepts(kind)
        ]
        if types and sum(s.cubes[0, b, t] for t in range(TYPES)) < SLOTS[kind]:
            s.cubes[0, b, rng.choice(types)] += 1
    s.auto_forced = 0
    transport(m)
    s.lifts = 1000  # the order of the search does not matter then
    return m


def _accepts(kind):
    from tabletown.games.minecart_town.components import BY_ID

    return BY_ID[TILES[kind]]["accepts"]


PLAY, LEGAL = (interpreted_loader({}).load(rule) for rule in (rules.play, rules.legal))


def reachable(m):
    """All layouts at the end of the session, by playing every sequence of decisions."""
    found, seen, pending = set(), set(), [m.position]
    moves = [0] * MAX_LEGAL
    while pending:
        s = pending.pop()
        key = s.array["cubes"].tobytes() + s.array["hand"].tobytes()
        if key in seen:
            continue
        seen.add(key)
        count = LEGAL(s, moves)
        assert count
        for move in moves[:count]:
            if move == END_PICK:
                found.add(layout(s))
                continue
            after = s.copy()
            PLAY(after, move)
            pending.append(after)
    return found


def legal_layouts(m):
    """All layouts that keep the cubes of every type in every network, slots and acceptance. MT-111"""
    s = m.position
    count = s.building_count[0]
    groups = []
    for t in range(TYPES):
        nets = {}
        for b in range(count):
            nets.setdefault(s.network[t, b], []).append(b)
        for members in nets.values():
            total = sum(s.cubes[0, b, t] for b in members)
            homes = [b for b in members if RESOURCES[t] in _accepts(kind_of(s, 0, b))]
            if total:
                groups.append((t, total, homes))
    found = set()
    for choice in itertools.product(
        *[itertools.combinations_with_replacement(homes, total) for _, total, homes in groups]
    ):
        cells = [[0] * TYPES for _ in range(count)]
        for (t, _, _), picked in zip(groups, choice, strict=True):
            for b in picked:
                cells[b][t] += 1
        if all(sum(cells[b]) <= SLOTS[kind_of(s, 0, b)] for b in range(count)):
            found.add(tuple(tuple(row) for row in cells))
    return found


@pytest.mark.rule("MT-111", "MT-232", "MT-233", "MT-234")
@pytest.mark.parametrize("expert", [False, True])
def test_sessions_reach_exactly_the_legal_layouts(expert):
    rng = random.Random(7 + expert)
    reached = 0
    for _ in range(14):
        m = random_town(rng, expert)
        if phase(m) != "pick":
            continue
        expected = legal_layouts(m)
        assert reachable(m) == expected
        reached += len(expected)
    assert reached > 60


@pytest.mark.rule("MT-232", "MT-233", "MT-112")
def test_a_drop_that_would_strand_another_cube_is_not_offered():
    m = town(
        ("marketplace", 0, 3),
        ("EW", 0, 4),
        ("grocer", 0, 5),
        ("EW", 0, 6),
        ("wheat_field", 0, 7),
        players=2,
        auto_forced=False,
    )
    load(m, "wheat_field", wheat=1)
    load(m, "marketplace", coal=2, sheep=1)
    load(m, "grocer", wheat=4)
    transport(m)
    g, w, k = index(m, "grocer"), index(m, "wheat_field"), index(m, "marketplace")
    play(m, f"cube {w} wheat", *[f"cube {g} wheat"] * 2)
    assert f"at {k}" not in texts(m)
    assert f"at {g}" in texts(m)


@pytest.mark.rule("MT-236", "MT-230", "MT-12", "MT-11")
def test_sessions_are_short_and_keep_every_cube():
    for seed in range(6):
        m = fresh(2, seed, construction_transport="free")
        steps, before = 0, None
        while not m.over:
            s = m.position
            who = s.turn
            held = [
                sum(s.cubes[who, b, t] for b in range(s.building_count[who])) + sum(s.hand[b, t] for b in range(40))
                for t in range(TYPES)
            ]
            if phase(m) == "pick":
                if before is not None:
                    assert held == before
                before = held
                steps += 1
                assert steps <= 4 * sum(held) + 1
            else:
                steps, before = 0, None
            for seat in range(2):
                for b in range(s.building_count[seat]):
                    kind = kind_of(s, seat, b)
                    lying = [s.cubes[seat, b, t] for t in range(TYPES)]
                    assert sum(lying) <= SLOTS[kind]
                    assert all(not n or RESOURCES[t] in _accepts(kind) for t, n in enumerate(lying))
            m.push(m.random_move())


@pytest.mark.rule("MT-239")
def test_a_layout_becomes_the_decisions_that_make_it():
    from tabletown.games.minecart_town.bot.advice import moves_to

    m = town(
        ("EW", 0, 2),
        ("stockpile", 0, 3),
        ("EW", 0, 4),
        ("trading_company", 0, 5),
        waiting=True,
        construction_transport="off",
    )
    load(m, "forest", wood=4)
    load(m, "stockpile", wheat=2)
    transport(m)
    m.push("end_pull")
    tc, sp = index(m, "trading_company"), index(m, "stockpile")
    wish = {(1, "wood"): 2, (tc, "wood"): 1, (sp, "wood"): 1, (tc, "wheat"): 2}
    for move in moves_to(m.position, wish):
        m.push(move)
    m.push("end_pick")
    assert cubes(m, "forest") == {"wood": 2}
    assert cubes(m, "trading_company") == {"wood": 1, "wheat": 2}
    assert cubes(m, "stockpile") == {"wood": 1}
    transport(m)
    m.push("end_pull")
    with pytest.raises(ValueError, match="layout"):
        moves_to(m.position, {(1, "wood"): 99})


@pytest.mark.rule("MT-114")
def test_payment_ignores_where_cubes_lie():
    m = town(*LINE)
    load(m, "forest", wood=2)
    load(m, "harvesting_center", wood=3)
    assert building_cubes(m.position, 0) == 5
    show(m, 0, "quarry")
    assert "buy 0" in texts(m)


@pytest.mark.rule("MT-231", "MT-232")
def test_kept_slots_move_on_along_a_chain_against_the_order_of_construction():
    """Wheat goes to the Bakery because its coal can go to the Butcher, whose sheep can go to the Dairy."""
    m = town(
        ("bakery", 0, 3),
        ("EW", 0, 4),
        ("butcher", 0, 5),
        ("EW", 0, 6),
        ("dairy", 0, 7),
        ("EW", 0, 8),
        ("wheat_field", 0, 9),
        waiting=True,
    )
    load(m, "bakery", wheat=5, coal=1)
    load(m, "butcher", coal=3, sheep=1)
    load(m, "wheat_field", wheat=1)
    transport(m)
    b, u, d, w = (index(m, name) for name in ("bakery", "butcher", "dairy", "wheat_field"))
    play(m, f"cube {w} wheat", f"cube {b} coal")
    assert f"at {b}" not in texts(m)  # the coal has nowhere to go yet
    m.push(f"cube {u} sheep")
    assert f"at {b}" in texts(m)
    play(m, f"at {b}", f"at {u}", f"at {d}")
    assert cubes(m, "bakery") == {"wheat": 6}
    assert cubes(m, "butcher") == {"coal": 4}
    assert cubes(m, "dairy") == {"sheep": 1}


@pytest.mark.rule("MT-242", "MT-234")
def test_a_session_has_a_lift_for_every_cube_of_the_fullest_town():
    m = town(*WHEAT_AND_COAL, waiting=True)
    load(m, "wheat_field", wheat=2)
    load(m, "bog", coal=1)
    load(m, "mine", stone=3)
    transport(m)
    assert m.position.lifts == 2 * 6
