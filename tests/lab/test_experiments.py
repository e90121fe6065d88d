"""Experiments: the same file gives the same numbers everywhere, and what is known comes out."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, lab
from tabletown.cli import main
from tabletown.core.errors import BadOption
from tabletown.core.values import values_of
from tabletown.lab import game_loop, players, words
from tabletown.lab.driver import Order, Player, play_order
from tabletown.lab.experiment import parse
from tabletown.lab.metrics import plans
from tabletown.lab.plans import plan, written_plans
from tabletown.lab.sample import Sample

CHEESE = {"cheese_factory.cost": 6}
FILE = """
game = "machi-koro"
players = 2
who = "league"
plans = ["shops", "cheese", "mine"]
games = 600
ask = ["plans", "seats", "length", "cards"]
[change]
cheese_factory.cost = 6
"""


@pytest.fixture(scope="module")
def league() -> lab.Result:
    return parse(FILE, "cheese-6.toml", "cheese-6").run(cores=1)


@pytest.mark.parametrize("cores", [2, 7])
def test_the_same_bytes_on_any_number_of_cores(league: lab.Result, cores: int) -> None:
    assert league.experiment.run(cores=cores).to_json() == league.to_json()


def test_the_same_bytes_stopped_and_continued(league: lab.Result) -> None:
    """An experiment that is looked at on the way, and one that another process ends, come to the same."""
    steps = list(replace(league.experiment, games=None, precision=2.0).steps(cores=1))
    assert len(steps) > 1
    whole = replace(league.experiment, games=steps[-1].played[0].count).run(cores=2)
    for looked_at, at_once in zip(steps[-1].played, whole.played, strict=True):
        assert np.array_equal(looked_at.rows.rows, at_once.rows.rows)
    spans = [order(league, first, 30) for first in range(0, 120, 30)]
    apart = np.concatenate([play_order(span).rows for span in spans])
    assert np.array_equal(apart, league.played[0].rows.rows[:120])


def order(result: lab.Result, first: int, count: int) -> Order:
    """A span of the printed games of a league."""
    players = result.experiment.lineup
    return Order("machi-koro", 2, {}, {}, 1, first, count, players.players, players.seating(2))


def test_a_run_is_the_beginning_of_a_longer_one(league: lab.Result) -> None:
    longer = replace(league.experiment, games=1200).run(cores=1)
    for short, long in zip(league.played, longer.played, strict=True):
        assert np.array_equal(short.rows.rows, long.rows.rows[: short.count])
        assert np.array_equal(short.rows.things, long.rows.things[: short.count])


def test_a_league_by_numbers(league: lab.Result) -> None:
    """The golden result of a small file: it changes only when rules, players or seeds do."""
    assert league.plan("cheese").wins.games == 400
    won = {name: round(league.plan(name).wins.value * 400, 2) for name in ("shops", "cheese", "mine")}
    assert won == GOLDEN
    assert sum(won.values()) == 600
    paired = league.against_printed.plan("cheese").wins
    assert paired.value < 0
    assert paired.saved > 1.5
    matrix = league.arms["printed"].found["plans"]["matrix"]
    for one in matrix:
        for other in matrix[one]:
            assert matrix[one][other].value + matrix[other][one].value == pytest.approx(1)


GOLDEN = {"shops": 335.0, "cheese": 184.0, "mine": 81.0}


EXAMPLES = Path(__file__).parents[2] / "examples" / "lab"
GOLDEN_FILES = {"cheese-6": "9c9b04cb0d410b0d", "gallery": "ebf29fb58ba57ea0"}


@pytest.mark.parametrize("name", GOLDEN_FILES)
def test_the_examples_give_what_they_gave(name: str) -> None:
    """Whole numbers only, so that every machine counts the same."""
    question = replace(lab.load(EXAMPLES / f"{name}.toml"), games=112, precision=None)
    sums = json.dumps(question.run().to_json()["sums"], sort_keys=True)
    assert hashlib.sha256(sums.encode()).hexdigest()[:16] == GOLDEN_FILES[name]


def test_an_example_finds_plans_and_evens_them_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (EXAMPLES / "even-town.toml").read_text()
    file = tmp_path / "even-town.toml"
    less = text.replace('"every"\ngames = 100', '["mine", "bakery"]\nsteps = 3\ngames = 10').replace("20_000", "120")
    file.write_text(less)
    assert main(["lab", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tried"][0][0] == {}


def test_a_game_is_played_alike_interpreted_and_native(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "machi-koro"  # compiled for the other tests as well
    key, value = next((key, value) for key, value in values_of(tt.rulebook(name)).items() if value.low < value.printed)
    order = Order(
        name, 2, {}, {key: value.printed - 1}, 3, 5, 1, (Player("quick"), Player("random", players.RANDOM)), ((0, 1),),
        slip=6, watch=True, things=True, luck=True, thirds=(6, 12),
    )  # fmt: skip
    played = [play_order(order)]
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    played.append(play_order(order))
    assert np.array_equal(played[0].rows, played[1].rows)
    assert np.array_equal(played[0].things, played[1].things)
    assert np.array_equal(played[0].footing, played[1].footing)
    assert played[0].rows[0, game_loop.LUCK :].any()
    assert played[0].footing.any()
    assert played[0].rows[0, game_loop.FINISHED] == 1
    assert played[0].rows[0, game_loop.SHARES : game_loop.SHARES + 2].sum() == 12


def test_earlier_seats_win_more() -> None:
    result = lab.Experiment("machi-koro", players=4, games=2000, ask=["seats"]).run()
    shares = [round(100 * seat.value) for seat in result.seats]
    assert shares == sorted(shares, reverse=True)
    assert all(abs(found - known) <= 3 for found, known in zip(shares, [37, 28, 21, 14], strict=True))


def test_the_worth_of_a_card_is_what_it_costs_to_go_without() -> None:
    """A card that nobody buys is worth nothing; that buyers of wheat fields lose is no cause."""
    question = lab.Experiment("machi-koro", players=2, games=2048, ask=["seats", "cards"])
    result = replace(question, ban=["bakery", "wheat_field", "stadium"]).run()
    assert result.worth("stadium").value == 0 == result.worth("stadium").half_width
    assert abs(result.worth("wheat_field").value) < 0.03 < 0.18 < result.worth("bakery").value < 0.26
    assert result.thing("wheat_field")["buyers_win_more_by"].value < -0.2
    found = result.to_json()["arms"]["printed"]
    assert "bakery" in found["clear"]
    assert "wheat_field" not in found["clear"]


def test_a_card_that_does_nothing_is_worth_nothing() -> None:
    """Nobody can get a card of which there is none, so nothing changes without it: 0.0 exactly, also for a plan."""
    none = {"stadium.supply_copies": 0}
    for who in ("quick", "plan:tv"):
        question = lab.Experiment("machi-koro", players=2, who=who, change=none, printed=False, games=64, ban="stadium")
        worth = question.run().worth("stadium")
        assert (worth.value, worth.low, worth.high) == (0.0, 0.0, 0.0)


def test_an_exchange_of_seats_mirrors_the_matrix() -> None:
    """The same games with two plans exchanged, by name and by chair, are won by the same players."""
    book = tt.rulebook("machi-koro")
    shops, cheese = (plan(book, name, {}) for name in ("shops", "cheese"))
    arm = lab.Experiment("machi-koro", players=2).arms[0]
    matrices = []
    for who, seating in (((shops, cheese), ((0, 1), (1, 0))), ((cheese, shops), ((1, 0), (0, 1)))):
        rows = play_order(Order("machi-koro", 2, {}, {}, 4, 0, 200, who, seating))
        sample = Sample(arm, None, rows, seating, 2, tuple(player.name for player in who))
        matrices.append(plans.measure(sample)["matrix"])
    assert matrices[0] == matrices[1]
    assert matrices[0]["shops"]["cheese"].value + matrices[0]["cheese"]["shops"].value == pytest.approx(1)
    assert matrices[0]["shops"]["cheese"].value > 0.5


def test_luck_is_nothing_on_average_and_taking_it_out_saves_games() -> None:
    result = lab.Experiment("machi-koro", players=3, games=4096, ask=["seats", "luck"]).run()
    found = result.arms["printed"].found["luck"]
    assert found["mean_luck"].low <= 0 <= found["mean_luck"].high
    assert found["mean_luck"].half_width < 0.01
    assert found["explained"].low > 0.3
    for plain, adjusted in zip(result.seats, found["adjusted"].values(), strict=True):
        assert adjusted.half_width < plain.half_width
        assert abs(adjusted.value - plain.value) < 2 * plain.half_width
    assert result.played[0].luck.sum(axis=1) == pytest.approx(0, abs=1e-3), "one player's luck is another's loss"


def test_on_equal_footing_a_useless_card_is_no_gain() -> None:
    """Whoever could take a Radio Tower and did won more than who left it; nobody gains by a Cheese Factory for 30."""
    dear = {"cheese_factory.cost": 10, "cheese_factory.effect.amount": 0}
    question = lab.Experiment(
        "machi-koro", players=2, slip=8, games=4096, ask=["footing", "cards"], change=dear, printed=False
    )
    result = question.run(cores=2)
    found = result.arms[question.arms[-1].label].found["footing"]
    assert found["things"]["radio_tower"].low > 0
    assert found["things"]["cheese_factory"].high < 0
    assert {"radio_tower", "cheese_factory"} <= set(found["clear"])
    assert question.run(cores=1).to_json() == result.to_json()
    with pytest.raises(BadOption, match="needs slip"):
        lab.Experiment("machi-koro", ask=["footing"])


def test_a_card_that_is_worse_in_everything_is_named() -> None:
    change = {"ranch.cost": 2, "apple_orchard.cost": 2, "mine.effect.amount": 0}
    question = lab.Experiment("machi-koro", players=2, games=40, ask=["cards"], change=change)
    assert question.run().thing("mine")["dominated_by"] == []
    book = tt.game("mint-works", change={"statue.cost": 5, "gardens.cost": 1}).rulebook
    assert book.lab.covers("gardens", "statue")
    assert not book.lab.covers("statue", "gardens")
    assert not book.lab.covers("plant", "windmill")


def test_precision_decides_when_to_stop() -> None:
    result = lab.Experiment("machi-koro", players=2, precision=3, ask=["seats"]).run()
    assert result.widest <= 0.03 < result.widest * 2
    assert result.step.games == 2048


def test_arms_of_every_combination() -> None:
    text = 'game = "mint-works"\ngames = 4\n[vary]\nplayers = [2, 3]\nchange.gallery.cost = [3, 4, 5]\n'
    arms = [arm.label for arm in parse(text, "gallery.toml").arms]
    assert arms == [
        "2 players, printed",
        "2 players, gallery.cost = 3",
        "2 players, gallery.cost = 5",
        "3 players, printed",
        "3 players, gallery.cost = 3",
        "3 players, gallery.cost = 5",
    ]


def test_registered_bots_are_counted_too() -> None:
    ask = ["seats", "cards", "close", "luck"]
    result = lab.Experiment("machi-koro", players=2, who="greedy", games=2, ask=ask, slip=9).run(cores=1)
    assert not result.exact
    assert result.played[0].column(game_loop.LEAD_CHANGES).any()
    assert result.played[0].luck.sum(axis=1) == pytest.approx(0, abs=1e-3)
    assert result.played[0].luck.any()
    assert result.unfinished == 0
    assert sum(entry["bought"] for entry in result.arms["printed"].found["cards"].values()) > 0


def pyarrow_table(file: Path) -> Any:
    from pyarrow.parquet import read_table

    return read_table(file)


def test_files_of_an_answer(league: lab.Result, tmp_path: Path) -> None:
    text, page, rows = league.save(tmp_path / "cheese-6")
    answer = json.loads(text.read_text())
    html = page.read_text()
    assert "<script" not in html
    assert words.verdict(answer) in html
    for share in answer["arms"]["printed"]["plans"]["wins"].values():
        assert words.percent(share) in html
    parquet = importlib.util.find_spec("pyarrow") is not None
    assert rows.suffix == (".parquet" if parquet else ".npz")
    if parquet:
        read = pyarrow_table(rows)
        table = {name: column.to_numpy() for name, column in zip(read.column_names, read.columns, strict=True)}
    else:
        table = dict(np.load(rows))
    assert len(table["game"]) == 2 * 600 * 2
    assert table["share"].sum() == 1200
    assert set(table["player"]) == {"shops", "cheese", "mine"}
    again = lab.compare(answer, league)
    assert all(entry.value == 0 for entry in again.differences.values())
    again.report(tmp_path / "both.html")
    assert "What B has more than A" in (tmp_path / "both.html").read_text()


def test_two_answers_are_paired_by_their_dice(league: lab.Result) -> None:
    """The same games with another change: blocks of games tell the difference as pairs of games do."""
    question = replace(league.experiment, printed=False, games=2688)
    dear, dearer = (replace(question, change={"cheese_factory.cost": cost}).run() for cost in (6, 7))
    found = lab.compare(dear.to_json(), dearer).differences
    both = replace(question, change={}, vary={"change": {"cheese_factory": {"cost": [6, 7]}}}).run()
    samples = [next(s for s in both.played if s.arm.label.endswith(f"= {cost}")) for cost in (6, 7)]
    exact = plans.compare(*samples)["wins"]["cheese"]
    cheese = found["plans.wins.cheese"]
    assert cheese.paired
    assert cheese.saved > 2
    assert cheese.value == pytest.approx(exact.value)
    assert cheese.half_width == pytest.approx(exact.half_width, rel=0.25)
    assert found["length.rounds"].paired
    other = lab.compare(dear, replace(dearer.experiment, seed=2).run())
    assert not other.paired
    assert other.differences["plans.wins.cheese"].half_width > 1.3 * cheese.half_width


def test_sums_are_what_the_numbers_are_made_of() -> None:
    ask = ["seats", "length", "close", "scores", "cards", "luck"]
    answer = lab.Experiment("machi-koro", players=2, games=640, ask=ask, ban="bakery").run().to_json()
    arm = answer["arms"]["printed"]
    for name, sums in answer["sums"]["printed"].items():
        found: Any = arm
        for part in name.split("."):
            found = found[part]
        mean = sum(sums["totals"]) / sums["unit"] / sum(sums["counts"])
        assert mean == pytest.approx(found["value"], abs=2e-6), name
    assert {"seats.wins.first", "cards.bakery.seats", "worth.bakery"} <= set(answer["sums"]["printed"])


def test_quick_bots_can_play_every_game() -> None:
    """In Minecart Town a tile scores many decisions after it was bought."""
    found = lab.Experiment("minecart-town", players=2, games=100, ask=["scores", "cards"]).run().arms["printed"].found
    assert found["scores"]["best"].value > 25
    assert found["cards"]["bakery"]["bought"] > 0


def test_a_plan_that_takes_anything_does_not_save() -> None:
    """A list that ends so plays as quick where its wishes are done, and is found and written like any other."""
    games = {"players": 2, "games": 200, "ask": ["seats"]}
    quick, open_ = (lab.Experiment("minecart-town", who=who, **games).run() for who in ("quick", "plan:open"))
    assert quick.to_json()["arms"] == open_.to_json()["arms"]
    question = lab.Experiment("minecart-town", players=2, who="league", plans=["open", "coal"], games=60)
    found = lab.find(question, "bakery", steps=4, games=10)
    assert found.declaration["wish"][-1] == "anything"
    assert "bakery" in [wish.split()[0] for wish in found.declaration["wish"][:3]]
    book = tt.rulebook("minecart-town")
    assert plan(book, "again", {"again": found.declaration}).wishes == found.player.wishes
    assert lab.find(question, steps=2, games=10).declaration["wish"]


def test_what_chance_deals_is_compared_with_the_rest() -> None:
    """A tile that turns every cart round, or has no pickaxe, is worse to draw than others."""
    found = lab.Experiment("mine-carts", players=2, games=8192, ask=["cards"]).run().arms["printed"].found["cards"]
    worth = {name: entry["buyers_win_more_by"] for name, entry in found.items()}
    assert sum(entry.value for entry in worth.values()) == pytest.approx(0, abs=1e-9)
    assert worth["tile_1"].high < 0 < worth["tile_26"].low
    for given in ({"ban": "every"}, {"ask": ["footing"], "slip": 9}):
        with pytest.raises(BadOption, match="nobody can decline them"):
            lab.Experiment("mine-carts", **given)  # type: ignore[arg-type]


def test_bots_of_a_program_play_side_by_side_without_nets_that_know_one_of_two_games() -> None:
    """Levels do without nets where values differ, results come step by step, and own bots reach other processes."""
    bots.register("first", FirstMove)
    experiment = lab.Experiment(
        "machi-koro", players=2, who="normal,first", games=20, ask=["seats"], change={"mine.cost": 9}
    )
    steps = list(experiment.steps(cores=1))
    assert [step.played[0].count for step in steps] == [8, 16, 20]
    told = words.players(steps[-1].to_json())
    assert "normal, first, one in each seat, played 40 games" in told
    assert "without their nets" in told
    assert "without their nets" not in words.players(replace(experiment, change={}, games=1).run(cores=1).to_json())
    greedy = replace(experiment, who="greedy,first").run(cores=2)
    assert np.array_equal(greedy.played[0].rows.rows, steps[-1].played[0].rows.rows)


class FirstMove:
    """Takes the first legal move."""

    name = "first"

    def choose(self, game: tt.Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> int:
        return legal[0]


def test_a_plan_is_found_and_better_than_its_beginning() -> None:
    question = lab.Experiment("machi-koro", players=2, who="league", plans=["mine", "tv", "forest"], games=300)
    found = lab.find(question, "mine", steps=40, games=60)
    assert found.wins.value > question.run().plan("mine").wins.value
    assert "mine" in [wish.split()[0] for wish in found.declaration["wish"][:3]]
    assert lab.find(question, "mine", steps=40, games=60, cores=1).player == found.player


def test_where_a_plan_is_even() -> None:
    question = lab.Experiment("machi-koro", players=2, who="league", games=2240)
    found = lab.balance(question, "cheese_factory.cost", "cheese = 50", most_games=8192)
    assert found.value is not None
    assert 6.4 < found.value < 7.4
    assert str(found).startswith("cheese = 50: even at")
    curve = lab.sensitivity(question, "cheese_factory.cost", [2, 5, 9], "cheese = 50")
    values = [entry.value for entry in curve.points.values()]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"who": "league", "plans": ["shops"]}, "A league needs two plans or more."),
        ({"who": "league", "plans": ["shops", "tv", "shops"]}, "The plan 'shops' is named twice."),
        ({"who": "league", "plans": ["shops", "x"]}, "Machi Koro has no plan 'x'; its plans: shops, "),
        (
            {"who": "plan:bakers", "plan": {"bakers": {"wish": ["bakery 6", "train_station"]}}},
            "The plan 'bakers' never builds a shopping_mall, so it can't win.",
        ),
        ({"who": "plan:b", "plan": {"b": {"wish": ["baker"]}}}, "The plan 'b' wishes for 'baker', which Machi Koro"),
        ({"ask": ["weather"]}, "There is no question 'weather'; there are seats, "),
        ({"games": 0}, "games is a whole number from 1 to 100,000,000, not 0."),
        ({"games": 5, "precision": 1}, "Say how many games or which precision, not both."),
        ({"change": {"cheese": {"cost": 6}}}, "Machi Koro has no thing 'cheese'; did you mean cheese_factory?"),
        ({"who": "nobody"}, "There is no bot 'nobody'; there are "),
        ({"ban": ["cheese"]}, "Machi Koro has no thing 'cheese' that could be banned."),
        ({"vary": {"players": 3}}, "vary.players is a list of values, not 3."),
        ({"change": 3}, "change is a table, not 3."),
        ({"change": {"mine": 3}}, "Say which value of mine: mine.cost, mine.effect.amount, mine.supply_copies."),
        ({"who": 3}, "who is a text, not 3."),
        ({"ask": [3]}, "ask is a list of texts, not [3]."),
        ({"ban": 3}, "ban is a list of texts, not 3."),
        ({"who": "league", "plans": "shops"}, "A league needs two plans or more."),
        ({"who": "plan:x", "plan": {"x": 3}}, "plan.x is a table with a wish list, not 3."),
    ],
)
def test_bad_experiments_get_one_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises((BadOption, ValueError)) as caught:
        lab.Experiment("machi-koro", **given)  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cheese-6.toml"
    file.write_text(FILE.replace("games = 600", "games = 60"))
    assert main(["lab", str(file), "--json", "--save", str(tmp_path / "a")]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["games"] == 120
    assert answer["experiment"]["title"] == "cheese-6"
    assert main(["lab", "machi-koro", "--change", "cheese_factory.cost=6", "--games", "60"]) == 0
    assert "Against the printed game: cheese_factory.cost = 6" in capsys.readouterr().out
    assert main(["lab", "compare", str(tmp_path / "a.json"), str(tmp_path / "a.json")]) == 0
    assert main(["lab", "values", "machi-koro"]) == 0
    assert "cheese_factory.cost" in capsys.readouterr().out
    assert main(["lab", "ladder", "machi-koro", "--who", "random,greedy", "--games", "2", "--cores", "1"]) == 0
    assert "Skill ladder of Machi Koro" in capsys.readouterr().out
    few = ["--values", "cheese_factory.cost,ranch.cost", "--games", "112", "--who", "league", "--goal", "cheese = 50"]
    assert main(["lab", "tornado", "machi-koro", *few]) == 0
    assert "What one step does to the wins of cheese" in (told := capsys.readouterr().out)
    assert re.search(r"cheese_factory\.cost +[+−][\d.]+ ± [\d.]+", told)
    assert main(["lab", "tornado", "machi-koro", *few, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["ranch.cost"]) == {"-1", "1"}
    empty = tmp_path / "empty.json"
    empty.write_text('{"tabletown lab": 1}')
    other = tmp_path / "other.json"
    other.write_text(json.dumps(answer | {"experiment": {"game": "mint-works"}}))
    for bad, sentence in (
        (["lab", "nowhere.toml"], "nowhere.toml can't be read"),
        (["lab", "chess"], "There is no game 'chess'"),
        (["lab", "machi-koro", "-c", "cheese_factory.cost"], "A change is written like"),
        (["lab", "machi-koro", "-c", "cheese_factory.cost=many"], "is a whole number, not 'many'"),
        (["lab", "compare", "a"], "Name two answers"),
        (["lab", "compare", str(empty), str(empty)], "empty.json is no answer of the Lab."),
        (["lab", "machi-koro", "--games", "2", "--cluster", "localhost:1"], "There is no Ray cluster at 'localhost:1'"),
        (["lab", "compare", str(tmp_path / "a.json"), str(file)], "cheese-6.toml is no answer of the Lab."),
        (["lab", "compare", str(tmp_path / "a.json"), str(other)], "A and B are different games"),
        (["lab", "tornado", "machi-koro", "--goal", "cheese = 50"], "No plan 'cheese' plays in this experiment"),
        (["lab", "tornado", "machi-koro", "--values", "cheese.cost"], "did you mean cheese_factory?"),
        (["lab", "values"], "Name a game: tabletown lab values machi-koro."),
        (["lab", "find", "machi-koro", "--around", "cheese"], "Machi Koro has no thing 'cheese'"),
        (["lab", "find", "machi-koro", "--players", "3"], "Plans are found for two players."),
        (["lab", "find", "mine-carts"], "Mine Carts has no things that players choose to get"),
        (["lab", "mine-carts", "--ban", "tile_1"], "Chance deals the things of Mine Carts"),
        (["lab", "ladder", "machi-koro", "--who", "greedy"], "A ladder needs two bots or more."),
        (["lab", "machi-koro", "-c", "cheese_factory.activation=7"], "needs a compilation, which only the command"),
        (["lab", "machi-koro", "--device", "cuda", "--games", "2"], "run on the CPU"),
    ):
        assert main(bad) == 2
        assert sentence in capsys.readouterr().err


def test_luck_and_skill_are_parts_of_a_whole() -> None:
    """Plans that differ are part of a result; between two names of one plan only the dice decide."""
    found = lab.Experiment("machi-koro", players=2, who="league", games=4480, ask=["luck"]).run()
    parts = found.arms["printed"].found["luck"]
    assert sum(parts[part].value for part in ("who_plays", "dice_alone", "how_they_meet")) == pytest.approx(1)
    assert parts["who_plays"].low > 0.1
    wish = ["bakery 3", "convenience_store 3", "shopping_mall", "radio_tower", "amusement_park", "train_station"]
    twins = {"one": {"wish": wish}, "two": {"wish": wish}}
    alike = lab.Experiment(
        "machi-koro", players=2, who="league", plans=["one", "two"], plan=twins, games=1000, ask=["luck"]
    )
    parts = alike.run().arms["printed"].found["luck"]
    assert abs(parts["who_plays"].value) < 0.1 < 0.9 < parts["dice_alone"].value


@pytest.mark.parametrize("name", tt.games())
def test_the_plans_of_every_game_can_be_read(name: str) -> None:
    book = tt.rulebook(name)
    for title in written_plans(book):
        assert plan(book, title, {}).wishes


def test_tables_of_a_file_are_carried_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "even.toml"
    text = FILE.replace("games = 600", "games = 60").replace("[change]\ncheese_factory.cost = 6\n", "")
    file.write_text(text + '[balance]\nvalues = ["cheese_factory.cost"]\nwithin = 1\n')
    assert main(["lab", str(file)]) == 0
    assert "Spread of the league" in capsys.readouterr().out
    file.write_text(text + '[find]\naround = "forest"\nsteps = 2\ngames = 20\n')
    assert main(["lab", str(file), "--json"]) == 0
    assert "around_forest" in json.loads(capsys.readouterr().out)["who"]
    for table, sentence in (
        ("[find]\nwhere = 3\n", "[find] has the unknown entry 'where'"),
        ("[find]\nsteps = 'many'\n", "steps of [find] is a whole number from 1 to 10,000, not many."),
        ("[find]\naround = 'cheese'\n", "Machi Koro has no thing 'cheese' that a plan could be built around."),
        ("[balance]\nwithin = 2\n", "[balance] must name values"),
        ("[balance]\nvalues = ['cheese.cost']\n", "Machi Koro has no thing 'cheese'; did you mean cheese_factory?"),
        ("[balance]\nvalues = ['mine.cost']\ngoal = 'even'\n", "A goal is written like"),
    ):
        file.write_text(text + table)
        assert main(["lab", str(file)]) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("name", tt.games())
def test_games_of_the_labs_players_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where everybody might wait for ever; at an experiment's end every game counts."""
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    for who in ("quick", "league") if len(written_plans(tt.rulebook(name))) > 1 else ("quick",):
        result = lab.Experiment(name, players=2, who=who, games=1, ask=["seats"]).run()
        assert result.unfinished == 0
        assert sum(seat.value for seat in result.seats) == pytest.approx(1)
