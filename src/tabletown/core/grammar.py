"""Small helps for sentences: names that may be "you", verbs that follow them, articles, plurals and lists.

A game writes each sentence once, with the verb formatted by its subject:

    f"{ana} {ana:gains} {count(2, 'coin')}."      "Ana gains 2 coins." or, read by Ana, "You gain 2 coins."
    f"{bram} {bram:pays} {ana:'s} Café 1 coin."   "Bram pays your Café 1 coin."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FIRST_PERSON = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn't": "aren't"} | {
    "hasn't": "haven't",
    "doesn't": "don't",
    "wasn't": "weren't",
}


class Name(str):
    """A player as a sentence names it: "you" for the reader, a name for everybody else.

    Formatting gives what depends on that: `{name:gains}` is the verb, `{name:'s}` the possessive.
    """

    is_reader: bool

    def __new__(cls, name: str, is_reader: bool = False) -> Name:
        found = super().__new__(cls, "you" if is_reader else name)
        found.is_reader = is_reader
        return found

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if spec == "'s":
            return possessive(self)
        return bare_verb(spec) if self.is_reader else spec


def possessive(name: str) -> str:
    """Whose: "Ana’s", or "your" for the reader."""
    return "your" if isinstance(name, Name) and name.is_reader else f"{name}’s"


def bare_verb(verb: str) -> str:
    """The form of a verb that goes with "you", from the one that goes with a name: gains, gain."""
    if verb in _FIRST_PERSON:
        return _FIRST_PERSON[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if re.search(r"(?:ss|sh|ch|x|zz|o)es$", verb):
        return verb[:-2]
    return verb.removesuffix("s")


def named(names: Sequence[str], reader: int | None = None) -> list[Name]:
    """The players of a match as one of them reads of them; without a reader everybody has a name."""
    return [Name(name, seat == reader) for seat, name in enumerate(names)]


def sentence(text: str) -> str:
    """A text whose sentences begin with a capital where they begin with "you"."""
    return re.sub(r"(^|[.!?] )you", r"\1You", text)


def an(noun: str) -> str:
    """A noun with its article: "an Apple Orchard", "a Bakery"."""
    return f"{article(noun)} {noun}"


def article(noun: str) -> str:
    """ "a" or "an", whichever goes before this noun."""
    vowel = noun[:1].lower() in "aeiou" and not re.match(r"(?:uni|one|use|eu)", noun, re.IGNORECASE)
    return "an" if vowel or noun.lower().startswith(("hour", "honest")) else "a"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 coin", "3 coins", "2 cubes of coal"."""
    return f"{number} {noun if abs(number) == 1 else plural or noun + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: "wood, stone and fish"."""
    return " ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def faults(text: str) -> list[str]:
    """What is plainly wrong with the grammar of a sentence; an empty list for a sound one."""
    found = []
    for pattern, sound in _PATTERNS:
        found += [hit.group() for hit in re.finditer(pattern, text) if not re.fullmatch(sound, hit.group())]
    return found


_PATTERNS = (
    (r"(?:\ba|(?:^|(?<=[.!?] ))A) [aeiouAEIOU]\w*", r"[Aa] (?:[Uu]ni\w*|[Oo]ne\w*|[Uu]se\w*|[Ee]u\w*)"),
    (r"\b[Aa]n [^aeiouAEIOU\W]\w*", r"[Aa]n (?:hour|honest)\w*"),
    (
        r"(?<![\d.,+×-])(?<![Aa] )(?<![Tt]he )\b1 [a-z]+s\b",
        r"1 (?:[a-z]+ss|is|was|has|less|plus|[a-z]+(?:ays|ets|ets))",
    ),
    (r"\b[Yy]ou [a-z]+s\b(?!['’])", r"[Yy]ou (?:[a-z]+ss|always|as|thus|perhaps|besides|sometimes)"),
    (r"\b[Yy]ou(?:'s|’s)", r"$^"),
    (r"(?:^|[.!?] )[a-z]\w*", r"$^"),
    (r"  +|\.\.(?!\.)| [.,:;!?](?!\.)", r"$^"),
)
"""What to look for, and which of the hits are right all the same."""
