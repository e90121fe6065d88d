"""What bots know about Machi Koro: the evaluation of positions."""
