"""The rules of Machi Koro, as the rulebook says them. Numbers in docstrings are those of docs/rules/machi_koro.md."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from tabletown.core.move import CHANCE, OVER
from tabletown.core.rule import rule

from ..components import (
    AFFORDABLE,
    CARD_KINDS,
    COPIES,
    COST,
    DEAREST,
    FACES,
    IS_MAJOR,
    LANDMARK_COST,
    LANDMARK_KINDS,
    NO_CARD,
    RADIO_TOWER,
    STARTING_COINS,
    STARTING_COPIES,
    TRAIN_STATION,
)
from ..moves import (
    BEGIN,
    BUILD_CARD,
    CHARGE,
    DECLINE,
    DICE,
    ERECT,
    GIVE_CARD,
    KEEP,
    PASS,
    REROLL_DICE,
    REVEAL,
    ROLLED,
    ROLLED_TWO,
    TAKE_CARD,
)
from ..state import (
    BUILD,
    BUILT,
    BY_CHANCE,
    CHOOSE_DICE,
    CONSTRUCT,
    DEAL,
    EARN,
    FINISHED,
    GIVE,
    LEFT_OUT,
    LOWEST_SEAT,
    NAMED_SEAT,
    NEW,
    NEXT,
    REROLL,
    ROLL,
    START,
    TAKE,
    TOTAL,
    TV,
    UNBUILT,
    YOUNGEST,
)
from .income import charge_player, earn_income, exchange_cards, offer_card, pay_from_bank
from .market import in_row, refill_market, reveal_card, row_to_refill
from .seats import clockwise, other_player, players_left

# ------------------------------------------------------------------ set-up


@rule
def setup(s):
    """Coins, starting cards and stacks for each player; then chance names who begins. MK-02..09, MK-13, MK-14"""
    for seat in range(s.players):
        s.coins[seat] = STARTING_COINS
        for card in range(CARD_KINDS):
            s.cities[seat, card] = STARTING_COPIES[card]
    for card in range(CARD_KINDS):
        fill_stack(s, card)
    s.given = NO_CARD
    if s.starting_player == BY_CHANCE:
        s.phase = START
    else:
        name_first_player(s, conventional_starter(s))
        carry_on(s)


@rule
def fill_stack(s, card):
    """All copies lie open, or are shuffled into the face-down deck. MK-06, MK-08, MK-V01, MK-V02"""
    copies = COPIES[card]
    if s.market == TOTAL:
        s.stacks[card] = copies
        return
    if IS_MAJOR[card] == 1 and s.dead_majors == LEFT_OUT and copies > s.players:
        s.removed[card] = copies - s.players
        copies = s.players
    s.deck[card] = copies


@rule
def conventional_starter(s):
    """Lowest seat, youngest player, or the seat that the host named. MK-13, MK-V11"""
    if s.starting_player == LOWEST_SEAT:
        return 0
    if s.starting_player == YOUNGEST:
        youngest = 0
        for seat in range(1, s.players):
            if s.ages[seat] < s.ages[youngest]:
                youngest = seat
        return youngest
    return s.starting_player - NAMED_SEAT


@rule
def name_first_player(s, seat):
    s.first = seat
    s.turn = seat
    s.phase = DEAL if row_to_refill(s) >= 0 else NEXT


# ------------------------------------------------------------------ whose turn, and what may be done


@rule
def actor(s):
    """Chance speaks for dice and decks; all else is the active player's. MK-20"""
    if s.phase == FINISHED:
        return OVER
    if s.phase == ROLL or s.phase == START or s.phase == DEAL:
        return CHANCE
    return s.turn


@rule
def legal(s, moves):
    """Write the ids of all legal moves and return their number. MK-22"""
    phase = s.phase
    if phase == BUILD:
        return legal_builds(s, moves)
    if phase == ROLL:
        return possible_rolls(s, moves)
    if phase == CHOOSE_DICE:
        moves[0] = DICE
        moves[1] = DICE + 1
        return 2
    if phase == REROLL:
        moves[0] = KEEP
        moves[1] = REROLL_DICE
        return 2
    if phase == TV:
        return players_to_charge(s, moves)
    if phase == GIVE:
        return cards_to_give(s, moves)
    if phase == TAKE:
        return cards_to_take(s, moves)
    if phase == START:
        for seat in range(s.players):
            moves[seat] = BEGIN + seat
        return s.players
    if phase == DEAL:
        return cards_to_reveal(s, moves)
    return 0


@rule
def possible_rolls(s, moves):
    """Each die is even on 1 to 6, and independent. MK-27"""
    if s.dice_thrown == 1:
        for face in range(FACES):
            moves[face] = ROLLED + face
        return FACES
    for faces in range(FACES * FACES):
        moves[faces] = ROLLED_TWO + faces
    return FACES * FACES


@rule
def legal_builds(s, moves):
    """Stacks with a card left, affordable and no second major; own unbuilt affordable landmarks; or nothing. MK-82"""
    moves[0] = PASS
    count = 1
    wanted = AFFORDABLE[min(s.coins[s.turn], DEAREST)]
    for card in range(CARD_KINDS):
        if wanted >> card & 1 and s.stacks[card] > 0 and not (IS_MAJOR[card] == 1 and s.cities[s.turn, card] > 0):
            moves[count] = BUILD_CARD + card
            count += 1
    for landmark in range(LANDMARK_KINDS):
        if wanted >> (CARD_KINDS + landmark) & 1 and s.landmarks[s.turn, landmark] == UNBUILT:
            moves[count] = ERECT + landmark
            count += 1
    return count


@rule
def players_to_charge(s, moves):
    """Any other player may be named, also one without coins. MK-66"""
    count = 0
    for seat in range(s.players):
        if seat != s.turn and s.places[seat] == 0:
            moves[count] = CHARGE + seat
            count += 1
    return count


@rule
def cards_to_give(s, moves):
    """Any own card but a major; the exchange may be declined unless the option makes it compulsory. MK-58, MK-59, MK-V08"""
    count = 0
    if s.business_center_optional == 1:
        moves[0] = DECLINE
        count = 1
    for card in range(CARD_KINDS):
        if s.cities[s.turn, card] > 0 and IS_MAJOR[card] == 0:
            moves[count] = GIVE_CARD + card
            count += 1
    return count


@rule
def cards_to_take(s, moves):
    """Any card but a major of one other player. MK-59"""
    count = 0
    for seat in range(s.players):
        if seat != s.turn and s.places[seat] == 0:
            for card in range(CARD_KINDS):
                if s.cities[seat, card] > 0 and IS_MAJOR[card] == 0:
                    moves[count] = TAKE_CARD + seat * CARD_KINDS + card
                    count += 1
    return count


@rule
def cards_to_reveal(s, moves):
    """Every kind of card that may lie on top of the deck whose row is refilled now. MK-V01, MK-V02, MK-V05"""
    row = row_to_refill(s)
    count = 0
    for card in range(CARD_KINDS):
        if s.deck[card] > 0 and in_row(card, row):
            moves[count] = REVEAL + card
            count += 1
    return count


# ------------------------------------------------------------------ chance


@rule
def chance_total(s):
    """The sum of the weights of all chance moves."""
    if s.phase == DEAL:
        row = row_to_refill(s)
        total = 0
        for card in range(CARD_KINDS):
            if in_row(card, row):
                total += s.deck[card]
        return total
    if s.phase == START:
        return s.players
    return FACES if s.dice_thrown == 1 else FACES * FACES


@rule
def chance_weight(s, move):
    """A card comes up as often as it lies in the deck; seats and dice are even. MK-13, MK-27"""
    if s.phase == DEAL:
        return s.deck[move - REVEAL]
    return 1


@rule
def chance_move(s, number, moves):
    """The outcome that a number below the total falls on."""
    if s.phase == ROLL:
        return ROLLED + number if s.dice_thrown == 1 else ROLLED_TWO + number
    if s.phase == START:
        return BEGIN + number
    row = row_to_refill(s)
    card = 0
    while not in_row(card, row) or number >= s.deck[card]:
        if in_row(card, row):
            number -= s.deck[card]
        card += 1
    return REVEAL + card


# ------------------------------------------------------------------ playing a move


@rule
def play(s, move):
    """Carry out a legal move and all that follows from it without a decision."""
    if s.phase == BUILD:
        construct(s, move)
    elif s.phase == ROLL:
        throw_dice(s, move)
    elif s.phase == CHOOSE_DICE:
        s.dice_thrown = move - DICE + 1
        s.phase = ROLL
    elif s.phase == REROLL:
        answer_reroll(s, move)
    elif s.phase == TV:
        charge_player(s, move - CHARGE)
    elif s.phase == GIVE:
        offer_card(s, move)
    elif s.phase == TAKE:
        exchange_cards(s, (move - TAKE_CARD) // CARD_KINDS, (move - TAKE_CARD) % CARD_KINDS)
    elif s.phase == DEAL:
        reveal_card(s, move - REVEAL)
    else:
        name_first_player(s, move - BEGIN)
    carry_on(s)


@rule
def carry_on(s):
    """Income, the opening of construction and the next turn follow by themselves. MK-17"""
    if s.phase == EARN:
        earn_income(s)
    if s.phase == CONSTRUCT:
        begin_construction(s)
    if s.phase == NEXT:
        end_turn(s)


# ------------------------------------------------------------------ the turn


@rule
def begin_turn(s):
    """A turn opens with the roll; with a Train Station the player first chooses one or two dice. MK-17, MK-23..25"""
    if s.turn == s.first and s.extra_turn == 0:
        s.round += 1
    if s.landmark_active_at_once == 0:
        put_landmarks_to_work(s)
    s.rerolled = 0
    s.extra_turn_due = 0
    s.dice[0] = 0
    s.dice[1] = 0
    prepare_roll(s)


@rule
def put_landmarks_to_work(s):
    """What was built in the last turn works from now on. MK-V06"""
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[s.turn, landmark] == NEW:
            s.landmarks[s.turn, landmark] = BUILT


@rule
def prepare_roll(s):
    if s.landmarks[s.turn, TRAIN_STATION] == BUILT:
        s.phase = CHOOSE_DICE
    else:
        s.dice_thrown = 1
        s.phase = ROLL


@rule
def throw_dice(s, move):
    """The roll is known; a Radio Tower may still have it thrown again before any income. MK-26, MK-98, MK-101"""
    if move >= ROLLED_TWO:
        s.dice[0] = (move - ROLLED_TWO) // FACES + 1
        s.dice[1] = (move - ROLLED_TWO) % FACES + 1
    else:
        s.dice[0] = move - ROLLED + 1
        s.dice[1] = 0
    if s.landmarks[s.turn, RADIO_TOWER] == BUILT and s.rerolled == 0:
        s.phase = REROLL
    else:
        s.phase = EARN


@rule
def answer_reroll(s, move):
    """All dice again, with a new choice of their number unless the option is strict; the second roll stands. MK-99, MK-100, MK-V03"""
    if move == KEEP:
        s.phase = EARN
        return
    s.rerolled = 1
    if s.reroll_may_change_dice == 1:
        prepare_roll(s)
    else:
        s.phase = ROLL


@rule
def end_turn(s):
    """The next player clockwise, unless doubles brought another turn or the game just begins. MK-16, MK-92, MK-95"""
    s.extra_turn = s.extra_turn_due
    if s.extra_turn_due == 0 and s.round > 0:
        pass_turn(s)
    begin_turn(s)


@rule
def pass_turn(s):
    s.turn = clockwise(s, s.turn, 1)
    while s.places[s.turn] > 0:
        s.turn = clockwise(s, s.turn, 1)


# ------------------------------------------------------------------ construction


@rule
def begin_construction(s):
    """Construction is offered in every turn; a City Hall helps who has nothing. MK-19, MK-V10"""
    if s.city_hall == 1 and s.coins[s.turn] == 0:
        pay_from_bank(s, s.turn, 1)
    s.phase = BUILD


@rule
def construct(s, move):
    """One establishment, one landmark or nothing. MK-74, MK-75"""
    s.phase = NEXT
    if move >= ERECT and move != PASS:
        erect_landmark(s, move - ERECT)
    elif move != PASS:
        build_establishment(s, move - BUILD_CARD)


@rule
def build_establishment(s, card):
    """The cost goes to the bank, the card from its stack into the city. MK-74, MK-76, MK-78"""
    s.coins[s.turn] -= COST[card]
    s.stacks[card] -= 1
    s.cities[s.turn, card] += 1
    refill_market(s)


@rule
def erect_landmark(s, landmark):
    """Turn a landmark over; with the fourth the player has won at once. MK-84, MK-86, MK-87, MK-102, MK-103, MK-V06"""
    s.coins[s.turn] -= LANDMARK_COST[landmark]
    s.landmarks[s.turn, landmark] = BUILT if s.landmark_active_at_once == 1 else NEW
    if landmarks_built(s, s.turn) == LANDMARK_KINDS:
        win(s)


@rule
def landmarks_built(s, seat):
    built = 0
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[seat, landmark] != UNBUILT:
            built += 1
    return built


@rule
def win(s):
    """The game is over, or the winner leaves with everything and the rest play on until one is left. MK-102, MK-V09"""
    s.places[s.turn] = s.players - players_left(s) + 1
    left = players_left(s)
    if s.play_on_for_places == 0:
        s.phase = FINISHED
    elif left == 1:
        s.places[other_player(s)] = s.players
        s.phase = FINISHED
    else:
        s.extra_turn_due = 0
        refill_market(s)


# ------------------------------------------------------------------ the end


@rule
def score(s, seat):
    """The landmarks built. MK-105"""
    return landmarks_built(s, seat)


@rule
def standing(s, seat):
    """One number that orders the players who have not finished: landmarks, then their cost, then coins. MK-108"""
    value = 0
    for landmark in range(LANDMARK_KINDS):
        if s.landmarks[seat, landmark] != UNBUILT:
            value += LANDMARK_COST[landmark]
    return (landmarks_built(s, seat) * 64 + value) * (1 << 32) + s.coins[seat]


@rule
def place(s, seat):
    """The place of a player, from 1; equal for players who share it. MK-104, MK-108"""
    if s.places[seat] > 0:
        return s.places[seat]
    ahead = 0
    for other in range(s.players):
        if s.places[other] > 0 or standing(s, other) > standing(s, seat):
            ahead += 1
    return ahead + 1
