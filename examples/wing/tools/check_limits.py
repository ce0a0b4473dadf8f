"""Compare every case with the limits in `inputs/limits.json`

Ends with code 1 when a case lies outside, and with code 2 when the limits
cannot be read.
"""

import json
import sys

from _matrix import read_matrix


def read_limits(fname="inputs/limits.json"):
    """Return the limits as a dictionary of [low, high]."""
    with open(fname) as fp:
        lines = [line for line in fp if not line.lstrip().startswith("//")]
    return json.loads("".join(lines))


def main():
    try:
        limits = read_limits()
    except ValueError as error:
        print(f"inputs/limits.json cannot be read: {error}")
        return 2

    outside = 0
    for number, case in enumerate(read_matrix(), start=1):
        for key, (low, high) in limits.items():
            if not low <= case[key] <= high:
                outside += 1
                print(f"case {number}: {key} = {case[key]:g} is outside {low:g} to {high:g}")
    print(f"{outside} values outside the limits")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
