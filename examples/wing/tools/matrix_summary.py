"""Count the cases of the run matrix for each Mach number

Prints one line for each Mach number with the angles of attack it has.
Takes the name of another matrix file as its only argument.
"""

import argparse

from _matrix import read_matrix


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("matrix", nargs="?", default="inputs/matrix.csv")
    args = parser.parse_args()

    angles = {}
    for case in read_matrix(args.matrix):
        angles.setdefault(case["mach"], []).append(case["alpha"])
    for mach in sorted(angles):
        listed = ", ".join(f"{alpha:g}" for alpha in sorted(angles[mach]))
        print(f"mach {mach:.2f}: {len(angles[mach])} cases, alpha {listed}")


if __name__ == "__main__":
    main()
