"""The turn: driving, fighting, wrecks, the setup before and the score after it."""
