"""What commands do, declared a file for each subject; which command does it, `cogs.kit.ways` says."""
