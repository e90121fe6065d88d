"""One folder a game, all of the same shape."""

ORDER = ["machi-koro", "mint-works", "little-town", "minecart-town", "mine-carts"]
"""The order in which games are listed; a game that is not named here comes after them."""
