"""Work on a square, by a worker or a residence: terrain, neighbouring buildings, rent and conversions."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    ACTIVATABLE,
    ALL_GIVE,
    AROUND,
    CUBE_KINDS,
    DIRECTION_COUNT,
    DIRECTION_OF,
    FISH,
    INPUT_COINS,
    INPUT_FISH,
    INPUT_STONE,
    INPUT_WHEAT,
    INPUT_WOOD,
    MAY_GIVE,
    MIX_COUNT,
    MIX_CUBES,
    MIX_SIZE,
    NO_SQUARE,
    NO_TILE,
    OUTPUT,
    OUTPUT_ANY,
    OUTPUT_COINS,
    OUTPUT_POINTS,
    PAYABLE_INPUTS,
    RENT,
    STEP,
    STEP_ZERO,
    STONE,
    TAKES,
    TERRAIN_AROUND,
    WHEAT,
    WOOD,
)
from ..moves import COLLECT, DONE, GAIN_MIX, RENT_OF, USE
from ..state import ACTIVATE, ARRIVING, GAIN, LEAVING, NEXT_TURN, PAY_INPUT, ROUND_END, WORKING
from .goals import look_at_activations, look_at_coins, look_at_harvest, look_at_payment
from .paying import SEVERAL

NO_MIX = -2


@rule
def place_worker(s, square):
    """A worker goes from the hand to an empty grass square and works there. LT-47, LT-54"""
    s.workers[s.active] -= 1
    s.standing[square] = s.active
    s.square = square
    s.phase = ARRIVING


@rule
def open_residence(s, square):
    """The owner uses a residence like a worker on its square. LT-143, LT-148, LT-150, LT-151"""
    s.active = s.owners[square]
    s.residence_works = 1
    s.square = square
    s.phase = ARRIVING


@rule
def begin_work(s):
    """Terrain is collected at once, except cubes for which the order matters. LT-55, LT-56, LT-57"""
    s.phase = WORKING
    for cube in range(CUBE_KINDS):
        around = TERRAIN_AROUND[s.board, s.square, cube]
        if around > 0:
            if contested(s, cube, around):
                s.pending[cube] = around
            else:
                receive(s, cube, around)
    look_at_harvest(s)


@rule
def contested(s, cube, around):
    """Whether the player chooses the order: the stock may run short, and a neighbour takes this cube. LT-55"""
    if s.stock[cube] >= around + ALL_GIVE[cube]:
        return False
    wanted = around
    taken = 0
    for direction in range(DIRECTION_COUNT):
        kind = tile_beside(s, direction)
        if kind != NO_TILE and ACTIVATABLE >> kind & 1 == 1:
            wanted += MAY_GIVE[kind, cube]
            taken += TAKES[kind, cube]
    return taken > 0 and s.stock[cube] < wanted


@rule
def tile_beside(s, direction):
    """The tile on the neighbour in that direction, or NO_TILE. LT-27"""
    return s.tiles[s.square + STEP[direction]] if AROUND[s.square] >> direction & 1 == 1 else NO_TILE


@rule
def receive(s, cube, due):
    """Cubes from the stock, as far as it reaches; the rest is lost. LT-53, LT-56, LT-235, LT-236"""
    given = min(due, s.stock[cube])
    s.stock[cube] -= given
    s.cubes[s.active, cube] += given
    if s.residence_works == 0:
        s.received[cube] += given


# ------------------------------------------------------------------ the choice among neighbours


@rule
def payable_inputs(s, seat, coins):
    """Bits of the activatable tiles whose input a seat can pay with its cubes and `coins`. LT-80, LT-85"""
    if coins < 0:
        return 0
    return (
        ACTIVATABLE
        & PAYABLE_INPUTS[
            min(s.cubes[seat, WOOD], INPUT_WOOD),
            min(s.cubes[seat, STONE], INPUT_STONE),
            min(s.cubes[seat, FISH], INPUT_FISH),
            min(s.cubes[seat, WHEAT], INPUT_WHEAT),
            min(coins, INPUT_COINS),
        ]
    )


@rule
def usable_neighbours(s):
    """Bits of the directions where an unused building's rent and input can both be paid. LT-58, LT-62, LT-71, LT-78"""
    owned = payable_inputs(s, s.active, s.coins[s.active])
    rented = payable_inputs(s, s.active, s.coins[s.active] - RENT)
    usable = 0
    for direction in range(DIRECTION_COUNT):
        kind = tile_beside(s, direction)
        if kind != NO_TILE and s.used[direction] == 0:
            payable = owned if s.owners[s.square + STEP[direction]] == s.active else rented
            usable |= (payable >> kind & 1) << direction
    return usable


@rule
def collectable(s, cube):
    """Whether a contested terrain square can still give a cube. LT-58"""
    return s.pending[cube] > 0 and s.stock[cube] > 0


@rule
def has_choice(s):
    """Whether a building can be used or a contested cube collected. LT-59, LT-60"""
    for cube in range(CUBE_KINDS):
        if collectable(s, cube):
            return True
    return usable_neighbours(s) != 0


@rule
def choices(s, moves):
    """Write the moves: use a building, collect a contested cube, or stop. LT-58, LT-68, LT-69"""
    count = 0
    usable = usable_neighbours(s)
    for direction in range(DIRECTION_COUNT):
        if usable >> direction & 1 == 1:
            neighbour = s.square + STEP[direction]
            moves[count] = (USE if s.owners[neighbour] == s.active else RENT_OF) + neighbour
            count += 1
    for cube in range(CUBE_KINDS):
        if collectable(s, cube):
            moves[count] = COLLECT + cube
            count += 1
    moves[count] = DONE
    return count + 1


@rule
def keep_working(s):
    """The player chooses as long as there is something to choose. LT-59"""
    s.phase = ACTIVATE if has_choice(s) else LEAVING


@rule
def collect(s, cube):
    """One cube from one contested terrain square. LT-58"""
    s.pending[cube] -= 1
    receive(s, cube, 1)
    look_at_harvest(s)
    s.phase = WORKING


@rule
def finish_work(s):
    """Pending cubes are collected as far as the stock reaches, and the work is over. LT-63, LT-64"""
    for cube in range(CUBE_KINDS):
        if s.pending[cube] > 0:
            receive(s, cube, s.pending[cube])
            s.pending[cube] = 0
            look_at_harvest(s)
    for cube in range(CUBE_KINDS):
        s.received[cube] = 0
    for direction in range(DIRECTION_COUNT):
        s.used[direction] = 0
    s.activated = 0
    s.scored_from = 0
    s.square = NO_SQUARE
    s.phase = ROUND_END if s.residence_works == 1 else NEXT_TURN
    s.residence_works = 0


# ------------------------------------------------------------------ using a building


@rule
def enter_building(s, square):
    """Rent to the owner first, then the input is due. LT-61, LT-76, LT-79, LT-82, LT-88"""
    s.used[DIRECTION_OF[square - s.square + STEP_ZERO]] = 1
    s.kind = s.tiles[square]
    owner = s.owners[square]
    if owner != s.active:
        pay_rent(s, owner)
    s.phase = PAY_INPUT


@rule
def pay_rent(s, owner):
    """A coin goes to the owner at once. LT-74, LT-75, LT-77, LT-78, LT-84"""
    s.coins[s.active] -= RENT
    s.coins[owner] += RENT
    look_at_coins(s, s.active)
    look_at_coins(s, owner)


@rule
def convert(s, way):
    """The input is in the stock; now the output is taken from it. LT-87, LT-90, LT-191"""
    look_at_payment(s, way)
    if OUTPUT_ANY[s.kind] == 0:
        take_output(s)
        return
    mix = only_mix(s)
    if mix == SEVERAL:
        s.phase = GAIN
    else:
        take_mix(s, mix)


@rule
def take_output(s):
    """The building gives what is printed, and its activation is complete. LT-61, LT-87"""
    give_output(s)
    close_activation(s)


@rule
def give_output(s):
    """The printed output, cubes and coins as far as the stock reaches. LT-86, LT-237, LT-238, LT-241"""
    for cube in range(CUBE_KINDS):
        if OUTPUT[s.kind, cube] > 0:
            receive(s, cube, OUTPUT[s.kind, cube])
    coins = min(OUTPUT_COINS[s.kind], s.bank)
    s.bank -= coins
    s.coins[s.active] += coins
    s.points[s.active] += OUTPUT_POINTS[s.kind]


@rule
def close_activation(s):
    """Goals are checked; only a worker's activations count for them. LT-190, LT-199"""
    look_at_coins(s, s.active)
    look_at_harvest(s)
    if s.residence_works == 0:
        s.activated += 1
        if OUTPUT_POINTS[s.kind] > 0:
            s.scored_from += 1
        look_at_activations(s)
    s.kind = NO_TILE
    s.phase = WORKING


# ------------------------------------------------------------------ the trading shop


@rule
def cubes_due(s):
    """As many cubes as printed, or as the stock has. LT-92"""
    return min(OUTPUT_ANY[s.kind], s.stock[0] + s.stock[1] + s.stock[2] + s.stock[3])


@rule
def stock_has(s, mix):
    """Whether the stock has all cubes of a mix. LT-92"""
    for cube in range(CUBE_KINDS):
        if MIX_CUBES[mix, cube] > s.stock[cube]:
            return False
    return True


@rule
def possible_mixes(s, moves):
    """Write a move for every mix that the stock can give. LT-91, LT-92"""
    due = cubes_due(s)
    count = 0
    for mix in range(MIX_COUNT):
        if MIX_SIZE[mix] == due and stock_has(s, mix):
            moves[count] = GAIN_MIX + mix
            count += 1
    return count


@rule
def only_mix(s):
    """The mix if the stock allows just one, NO_MIX if the stock is empty, or SEVERAL. LT-61"""
    due = cubes_due(s)
    found = NO_MIX
    for mix in range(MIX_COUNT):
        if MIX_SIZE[mix] == due and stock_has(s, mix):
            if found != NO_MIX:
                return SEVERAL
            found = mix
    return found


@rule
def take_mix(s, mix):
    """The cubes of the mix come from the stock. LT-91, LT-92"""
    if mix != NO_MIX:
        for cube in range(CUBE_KINDS):
            receive(s, cube, MIX_CUBES[mix, cube])
    close_activation(s)
