from ...optdict import OptionsDict


class ExecOpts(OptionsDict):
    _optlist = ("run",)
    _opttypes = {"run": bool}
    _rc = {"run": False}


class MPIOpts(ExecOpts):
    _optlist = ("np",)
