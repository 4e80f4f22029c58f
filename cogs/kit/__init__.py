"""Tools that all of Discord needs: limits, messages, ids, times, rights."""
