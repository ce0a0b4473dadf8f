from ...cfdx.options import Options as Base
from ...optdict import OptionsDict


class OddOpts(OptionsDict):
    """Its tables have a form that nobody has foreseen."""

    _optlist = ("a",)
    _optvals = {"a": [[1], [2]]}


class PyvulOpts(Base):
    _sec_cls = {"Odd": OddOpts}
