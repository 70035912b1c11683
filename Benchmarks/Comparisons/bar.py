"""Prints figures in the format of the benchmarks in Swift."""


def print_bar(name, value, bound, is_at_least=True):
    is_met = value >= bound if is_at_least else value <= bound
    rule = "at least" if is_at_least else "at most"
    print(f"{'ok  ' if is_met else 'MISS'} {name:62}{value:10.2f}  ({rule} {bound:.2f})", flush=True)
