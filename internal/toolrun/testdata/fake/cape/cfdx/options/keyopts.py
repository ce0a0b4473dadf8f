from ...optdict import OptionsDict

KEY_TYPEMAP = {"Mach": "mach", "M": "mach"}


class KeyOpts(OptionsDict):
    _optlist = ("Group",)


class KeyCollectionOpts(OptionsDict):
    _sec_cls_opt = "Type"
    _sec_cls_optmap = {"mach": KeyOpts}
    _opttypes = {"_default_": dict}

    def preprocess_dict(self, a):
        pass
