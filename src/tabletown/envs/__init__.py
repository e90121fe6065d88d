"""The same games for learners: Gymnasium, PettingZoo, OpenSpiel, and batches on all cores or on a GPU."""
