import numpy as np


class Merging(type):
    """Puts the tables of the bases into a class when it is made, all but the list of names."""

    def __new__(mcs, name, bases, space):
        cls = type.__new__(mcs, name, bases, space)
        for table in ("_optmap", "_opttypes", "_rc"):
            rows = {}
            for base in bases:
                rows.update(getattr(base, table, {}))
            rows.update(space.get(table, {}))
            setattr(cls, table, rows)
        return cls


class OptionsDict(dict, metaclass=Merging):
    _optlist = ()
    _optmap = {}
    _opttypes = {}
    _optvals = {}
    _optlistdepth = {}
    _rc = {}
    _rst_descriptions = {}
    _sec_cls = {}
    _sec_parent = {}
    _sec_cls_opt = None
    _sec_cls_optmap = {}
    _xoptkey = None


INT_TYPES = (int, np.integer)
FLOAT_TYPES = (float, np.floating)
USE_PARENT = -1
