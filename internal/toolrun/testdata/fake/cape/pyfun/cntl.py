class Cntl(object):
    _fjson_default: str
    _fjson_default = "pyFun.json"
