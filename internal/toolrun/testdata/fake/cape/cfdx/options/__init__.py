from ...optdict import OptionsDict, FLOAT_TYPES, INT_TYPES, USE_PARENT
from .archiveopts import OLD_OPTMAP
from .bookopts import BookOpts
from .execopts import MPIOpts
from .keyopts import KeyCollectionOpts


class ConfigOpts(OptionsDict):
    _name = "reference values"
    _optlist = ("RefArea", "Points", "Names")
    _optmap = {"Area": "RefArea", "ref_area": "RefArea", "Lost": "Nowhere"}
    _opttypes = {"RefArea": FLOAT_TYPES, "Points": dict, "Names": str}
    _optlistdepth = {"Names": 1}
    _rc = {"RefArea": 1.0, "Names": ("a", "b"), "Points": {"cg": [0.0, 1.0]}}
    _rst_descriptions = {"RefArea": "area for ``CA``"}


class WideConfigOpts(ConfigOpts):
    """Adds a name; the rest comes from the base."""

    _optlist = ("Limit",)
    _rc = {"Limit": float("inf")}
    _opttypes = {"Limit": INT_TYPES}


class ArchiveOpts(OptionsDict):
    _optlist = ("CopyFiles",)
    _sec_parent = {"_default_": USE_PARENT}


class Options(OptionsDict):
    _name = "all options"
    _optlist = ("Mode", "Book", "Config", "mpi", "Keys", "Archive", "Free")
    _optvals = {"Mode": {"fast", "slow", 3}}
    _rc = {"Mode": "slow", "Free": lambda: None}
    _sec_cls = {"Book": BookOpts, "Config": WideConfigOpts, "mpi": MPIOpts, "Keys": KeyCollectionOpts, "Archive": ArchiveOpts}
    _sec_parent = {"Archive": "Config"}
