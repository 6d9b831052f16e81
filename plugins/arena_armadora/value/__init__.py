"""What a position is worth: its numbers, and a trained network that reads them. The estimate and the bots use it."""
