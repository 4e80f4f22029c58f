"""Where something broke, for the log: without what its message says, which could hold a secret."""

LAST_STEPS = 6


def place_of(error: BaseException) -> str:
    """Return only file, line and function of the last steps to the place that raised an exception."""
    steps, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " > ".join(steps[-LAST_STEPS:])
