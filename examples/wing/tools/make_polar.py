"""Write the matrix rows of one polar to the terminal

The rows have the columns of `inputs/matrix.csv` and can be pasted there.

Example: run with the arguments `0.82 0 4 0.5` for Mach 0.82 and angles of
attack from 0 to 4 degrees in steps of half a degree.
"""

import argparse


def polar(mach, first, last, step):
    """Yield one matrix row for each angle of attack."""
    count = int(round((last - first) / step)) + 1
    for i in range(count):
        yield f"  {mach:.2f}, {first + i * step:5.1f}, 8.0e6, 520.0, cruise"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mach", type=float)
    parser.add_argument("first", type=float, help="first angle of attack")
    parser.add_argument("last", type=float, help="last angle of attack")
    parser.add_argument("step", type=float, nargs="?", default=1.0)
    args = parser.parse_args()
    if args.step <= 0.0 or args.last < args.first:
        parser.error("the angles must go up")

    for row in polar(args.mach, args.first, args.last, args.step):
        print(row)


if __name__ == "__main__":
    main()
