"""The rules of Machi Koro, as the rulebook says them. Numbers in docstrings are those of docs/rules/machi_koro.md."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from ...core.move import CHANCE, OVER
from ...core.rule import rule
from .components import (
    ACTIVE_ON,
    AFFORDABLE,
    AMOUNT,
    AMUSEMENT_PARK,
    BLUE,
    BOX_COINS,
    BUSINESS_CENTER,
    COLOUR,
    COPIES,
    COST,
    COUNTS_ICON,
    DEAREST,
    EFFECT,
    ESTABLISHMENTS,
    FLAT,
    GREEN,
    HAS_MALL_BONUS,
    IS_MAJOR,
    LANDMARK_COST,
    LANDMARKS,
    MOST_ACTIVE,
    NEEDS_TWO_DICE,
    NO_CARD,
    RADIO_TOWER,
    RED,
    RED_ON,
    SHOPPING_MALL,
    STADIUM,
    STARTING_COINS,
    STARTING_COPIES,
    TRAIN_STATION,
    TV_STATION,
)
from .moves import (
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
from .state import (
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
    REPLACED,
    REROLL,
    ROLL,
    SPLIT,
    START,
    TAKE,
    TEN_STACKS,
    TOTAL,
    TV,
    UNBUILT,
    YOUNGEST,
)

CARD_KINDS = len(ESTABLISHMENTS)
LANDMARK_KINDS = len(LANDMARKS)
FACES = 6

# The rows of the split market: activation 1-6, 7-12 and the majors, with the number of types that lie open (MK-V05).
LOW_ROW, HIGH_ROW, MAJOR_ROW, ONE_ROW = range(4)
ROW_SIZES = (5, 5, 2, 10)


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


@rule
def clockwise(s, seat, steps):
    """The seat so many steps on; fewer steps than players. MK-16"""
    seat += steps
    return seat - s.players if seat >= s.players else seat


# ------------------------------------------------------------------ income


@rule
def earn_income(s):
    """Red first, then green and blue together, then purple; then construction. MK-18, MK-28, MK-36, MK-37"""
    note_doubles(s)
    roll = s.dice[0] + s.dice[1]
    pay_restaurants(s, roll)
    collect_from_bank(s, roll)
    if roll == FACES:
        fill_stadium(s)
        turn_on_tv(s)
    else:
        s.phase = CONSTRUCT


@rule
def note_doubles(s):
    """Doubles of the final roll earn the owner of an Amusement Park another turn. MK-29, MK-92, MK-94, MK-96, MK-V04"""
    doubles = s.dice[0] == s.dice[1]
    allowed = s.extra_turn == 0 or s.extra_turn_chains == 1
    s.extra_turn_due = 1 if doubles and allowed and s.landmarks[s.turn, AMUSEMENT_PARK] == BUILT else 0


@rule
def pay_restaurants(s, roll):
    """The roller pays each owner counter-clockwise, as far as the coins go. MK-34, MK-43, MK-45, MK-46"""
    if RED_ON[roll] == 0:
        return
    for step in range(1, s.players):
        owner = clockwise(s, s.turn, s.players - step)
        if s.places[owner] == 0:
            transfer(s, s.turn, owner, restaurant_claim(s, owner, roll))


@rule
def restaurant_claim(s, owner, roll):
    """What all red cards of one owner ask for this roll. MK-39, MK-91"""
    claim = 0
    for index in range(MOST_ACTIVE):
        card = ACTIVE_ON[roll, index]
        if card == NO_CARD:
            break
        if COLOUR[card] == RED:
            claim += card_income(s, owner, card)
    return claim


@rule
def transfer(s, payer, receiver, due):
    """A player who owes more than he has pays all he has; the rest is cancelled. MK-43, MK-44, MK-47, MK-48"""
    paid = min(due, s.coins[payer])
    s.coins[payer] -= paid
    s.coins[receiver] += paid


@rule
def collect_from_bank(s, roll):
    """Green cards pay the roller, blue cards everybody, the active player first. MK-32, MK-33, MK-38"""
    for step in range(s.players):
        seat = clockwise(s, s.turn, step)
        if s.places[seat] == 0:
            pay_from_bank(s, seat, bank_income(s, seat, roll))


@rule
def bank_income(s, seat, roll):
    """What the bank owes one player for this roll. MK-30, MK-39"""
    income = 0
    for index in range(MOST_ACTIVE):
        card = ACTIVE_ON[roll, index]
        if card == NO_CARD:
            break
        if COLOUR[card] == BLUE or (COLOUR[card] == GREEN and seat == s.turn):
            income += card_income(s, seat, card)
    return income


@rule
def card_income(s, owner, card):
    """What all copies of one card bring: so much each, times icons, one more each with a Mall. MK-39, MK-67, MK-73, MK-89, MK-90"""
    copies = s.cities[owner, card]
    if copies == 0:
        return 0
    each = AMOUNT[card] if EFFECT[card] == FLAT else AMOUNT[card] * icons(s, owner, card)
    if HAS_MALL_BONUS[card] == 1 and s.landmarks[owner, SHOPPING_MALL] == BUILT:
        each += 1
    return copies * each


@rule
def icons(s, owner, card):
    """How many own establishments carry an icon that this card counts. MK-73"""
    count = 0
    for other in range(CARD_KINDS):
        count += COUNTS_ICON[card, other] * s.cities[owner, other]
    return count


@rule
def pay_from_bank(s, seat, income):
    """The bank pays in full, unless the option limits it to the coins of the box. MK-12, MK-V07"""
    if s.limited_bank == 1:
        income = min(income, bank(s))
    s.coins[seat] += income


@rule
def bank(s):
    """What lies in the bank; below 0 when more is in circulation than the box holds. MK-10, MK-12"""
    rest = BOX_COINS
    for seat in range(s.players):
        rest -= s.coins[seat]
    return rest


@rule
def fill_stadium(s):
    """Each other player pays 2 to the owner who rolled. MK-51, MK-64"""
    if s.cities[s.turn, STADIUM] > 0:
        for seat in range(s.players):
            if seat != s.turn and s.places[seat] == 0:
                transfer(s, seat, s.turn, AMOUNT[STADIUM])


@rule
def turn_on_tv(s):
    """The owner names a player, who pays 5; with a single other player there is nothing to ask. MK-21, MK-40, MK-65"""
    if s.cities[s.turn, TV_STATION] == 0:
        open_business_center(s)
    elif players_left(s) == 2:
        charge_player(s, other_player(s))
    else:
        s.phase = TV


@rule
def charge_player(s, seat):
    transfer(s, seat, s.turn, AMOUNT[TV_STATION])
    open_business_center(s)


@rule
def players_left(s):
    left = 0
    for seat in range(s.players):
        if s.places[seat] == 0:
            left += 1
    return left


@rule
def other_player(s):
    """The only other player still in the game."""
    found = 0
    for seat in range(s.players):
        if seat != s.turn and s.places[seat] == 0:
            found = seat
    return found


@rule
def open_business_center(s):
    """The owner may exchange one card. MK-58"""
    if s.cities[s.turn, BUSINESS_CENTER] > 0:
        s.phase = GIVE
    else:
        s.phase = CONSTRUCT


@rule
def offer_card(s, move):
    if move == DECLINE:
        s.phase = CONSTRUCT
    else:
        s.given = move - GIVE_CARD
        s.phase = TAKE


@rule
def exchange_cards(s, seat, card):
    """Both cards change places at the same moment; equal kinds may be exchanged. MK-61, MK-62"""
    s.cities[s.turn, s.given] -= 1
    s.cities[seat, s.given] += 1
    s.cities[seat, card] -= 1
    s.cities[s.turn, card] += 1
    s.given = NO_CARD
    s.phase = CONSTRUCT


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


# ------------------------------------------------------------------ the market that is dealt from decks


@rule
def row_of(card):
    if IS_MAJOR[card] == 1:
        return MAJOR_ROW
    return HIGH_ROW if NEEDS_TWO_DICE[card] == 1 else LOW_ROW


@rule
def in_row(card, row):
    return row == ONE_ROW or row_of(card) == row


@rule
def wants_card(s, row):
    """Fewer kinds lie open in this row than should, and its deck is not empty. MK-V02, MK-V05"""
    kinds = 0
    cards = 0
    for card in range(CARD_KINDS):
        if in_row(card, row):
            cards += s.deck[card]
            if s.stacks[card] > 0:
                kinds += 1
    return cards > 0 and kinds < ROW_SIZES[row]


@rule
def row_to_refill(s):
    """The row that a card must be revealed for, or -1. MK-V01, MK-V02, MK-V05"""
    if s.market == TEN_STACKS and wants_card(s, ONE_ROW):
        return ONE_ROW
    if s.market == SPLIT:
        for row in range(ONE_ROW):
            if wants_card(s, row):
                return row
    return -1


@rule
def reveal_card(s, card):
    """A card comes up: a new stack, or onto the stack of its kind. MK-V01"""
    s.deck[card] -= 1
    s.stacks[card] += 1
    s.phase = NEXT
    refill_market(s)


@rule
def refill_market(s):
    """A dealt market is refilled before the turn passes on. MK-V02, MK-V05"""
    if s.market != TOTAL:
        if s.dead_majors == REPLACED:
            remove_dead_majors(s)
        if row_to_refill(s) >= 0:
            s.phase = DEAL


@rule
def remove_dead_majors(s):
    """A stack of majors that nobody can buy any more makes room for another kind. MK-V02"""
    for card in range(CARD_KINDS):
        if IS_MAJOR[card] == 1 and s.stacks[card] > 0 and everybody_has(s, card):
            s.removed[card] += s.stacks[card]
            s.stacks[card] = 0


@rule
def everybody_has(s, card):
    for seat in range(s.players):
        if s.places[seat] == 0 and s.cities[seat, card] == 0:
            return False
    return True


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
