"""One folder a game, all of the same shape."""

ORDER = ["machi-koro", "mint-works", "little-town", "minecart-town", "mine-carts"]
"""The order on the shelf; a game not named here stands behind them."""
