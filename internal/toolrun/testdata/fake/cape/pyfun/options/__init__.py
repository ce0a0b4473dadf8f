import yaml
import some_library_that_nobody_has.part as part

from ...cfdx import options

print("hello from the import")


class Options(options.Options):
    _optlist = ("Namelist",)
    _optmap = {"nml": "Namelist"}
    _opttypes = {"Namelist": (str, yaml.Node, part.Thing)}
