from ...optdict import OptionsDict, USE_PARENT


class PartOpts(OptionsDict):
    _optlist = ("Type", "Inside")
    _opttypes = {"Type": str}


class ForceOpts(PartOpts):
    _optlist = ("NStats",)
    _opttypes = {"NStats": int}


# Two classes may have one name.
First = PartOpts


class PartOpts(OptionsDict):
    _optlist = ("Other",)
    _opttypes = {"_default_": (str, First)}


class BookOpts(OptionsDict):
    _optlist = ("Parts", "Type")
    _optlistdepth = {"Parts": 1}
    _optvals = {"Type": ("FM",)}
    _rc = {"Type": "FM"}
    _sec_parent = {"_default_": USE_PARENT}
    _sec_cls_opt = "Type"
    _sec_cls_optmap = {"_default_": PartOpts, "FM": ForceOpts}
    _xoptkey = "Parts"
