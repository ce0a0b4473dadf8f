"""Reading of the run matrix, shared by the scripts in this folder."""

import csv

KEYS = ("mach", "alpha", "Re", "T", "config")


def read_matrix(fname="inputs/matrix.csv"):
    """Return the cases of *fname* as a list of dictionaries."""
    cases = []
    with open(fname, newline="") as fp:
        for row in csv.reader(fp, skipinitialspace=True):
            if not row or row[0].lstrip().startswith("#"):
                continue
            case = dict(zip(KEYS, (value.strip() for value in row)))
            for key in KEYS[:-1]:
                case[key] = float(case[key])
            cases.append(case)
    return cases
