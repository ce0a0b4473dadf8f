"""A stand-in for CAPE in tests. It is not CAPE, and has nothing of it but the form of its tables."""

raise RuntimeError("the package itself must not be imported")
