import matplotlib


class Cntl(object):
    _fjson_default = "cape.json"
