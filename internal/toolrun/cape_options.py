"""Write what the installed CAPE knows of its options to standard output, as JSON.

    cape_options.py [--cape FOLDER] [--probe]

FOLDER is the folder that holds the package cape, or that package; without it the Python that
runs this script must find cape. With --probe only the version and the
fingerprint of the option files are written, which takes a moment.

Python 3.6 or later, standard library only. The options of CAPE are classes
with tables in their attributes. They are imported without the packages around
them, since those need plotting and CFD libraries. Whatever CAPE prints
meanwhile goes to standard error. Exit codes: 0; 3: there is no cape here;
4: there is one, and its options cannot be read.
"""

import ast
import glob
import hashlib
import importlib
import importlib.util
import json
import os
import sys
import types

FORMAT = 1
NO_CAPE, NO_OPTIONS = 3, 4
EVERYTHING_ELSE = "_default_"
# One for each library that is not installed here, and no end in sight.
MAX_ABSENT = 20


# ---- which CAPE is it

def package_folder(parent):
    if parent and os.path.isdir(os.path.join(parent, "optdict")):
        return os.path.abspath(parent)  # it is the package itself
    if parent:
        sys.path.insert(0, parent)
    spec = importlib.util.find_spec("cape")
    places = spec and spec.submodule_search_locations
    for place in places or ():
        if os.path.isdir(os.path.join(place, "optdict")) or not parent:
            return os.path.abspath(place)
    return None


def text_of(node):
    value = node.value if hasattr(node, "value") else getattr(node, "s", None)  # .s: Python 3.7
    return value if isinstance(value, str) else None


def constants(path, *names):
    """Texts given to a name in a file, or as an argument, without running it."""
    try:
        with open(path, "rb") as f:
            tree = ast.parse(f.read())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in names:
            yield text_of(node.value)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id in names:
                    yield text_of(node.value)


def installed_version(folder):
    beside = os.path.join(os.path.dirname(folder), "cape-*.dist-info", "METADATA")
    for path in sorted(glob.glob(beside)):
        with open(path, encoding="utf-8", errors="replace") as f:
            for line in f:
                if line.startswith("Version:"):
                    yield line[len("Version:"):].strip()
    # What cape.__version__ says is often years old.
    for names in (("setup_py", "__init__.py"), ("__init__.py",)):
        for text in constants(os.path.join(folder, *names), "version", "__version__"):
            yield text


def python_packages(folder):
    """Names of the packages that have options, sorted."""
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name, "options", "__init__.py")):
            yield name


def fingerprint(folder):
    digest = hashlib.sha256()
    places = [os.path.join(folder, "optdict")]
    places += [os.path.join(folder, p, "options") for p in python_packages(folder)]
    places += [os.path.join(folder, p) for p in python_packages(folder)]
    for place in places:
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            if name.endswith(".py"):
                s = os.stat(os.path.join(place, name))
                row = (os.path.relpath(place, folder), name, s.st_size, s.st_mtime_ns)
                digest.update(repr(row).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()[:16]


def identity(folder):
    version = next((v for v in installed_version(folder) if v), "")
    return {"version": version, "path": folder, "fingerprint": fingerprint(folder)}


# ---- importing no more than the options

def hollow(name, folder):
    """A package without its own code: only what lies in its folder can be imported."""
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module


class Nothing(type):
    """The class of stand-ins: whatever is asked of one is another."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name, (), {"__init__": lambda self, *args, **kw: None})


class Absent(types.ModuleType):
    """A library that is not installed. CAPE's tables need only the names of its types."""

    __path__ = ()
    inf, nan, pi, e = float("inf"), float("nan"), 3.141592653589793, 2.718281828459045

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        found = Nothing(name, (), {"__module__": self.__name__, "__init__": lambda self, *args, **kw: None})
        setattr(self, name, found)
        return found


def bring(name, absent):
    """Import a module of CAPE; a library that is missing is replaced by nothing."""
    while True:
        try:
            return importlib.import_module(name)
        except ImportError as error:
            missing = (error.name or "").split(".")[0]
            if not missing or missing == "cape" or error.name in absent or len(absent) == MAX_ABSENT:
                raise
            absent.append(error.name)
            sys.modules[error.name] = Absent(error.name)


def top_class(module, package, base):
    for name in ("Options", package.capitalize() + "Opts"):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, base):
            return found
    raise LookupError("no class of options in cape.%s.options" % package)


# ---- what the classes say

def plain(value, depth=0):
    """A value that JSON can hold, or None for one that it cannot."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        value = float(value) if isinstance(value, float) else int(value)
        return value if abs(value) < float("inf") else None
    if depth > 20:
        return None
    if isinstance(value, (set, frozenset)):
        return sorted((plain(v, depth + 1) for v in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(v, depth + 1) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    if hasattr(value, "tolist"):  # arrays and numbers of numpy
        return plain(value.tolist(), depth + 1)
    return None


def merged(cls, attribute):
    """A table of a class with those of its bases below it. Newer CAPEs merge when a class is made."""
    out = {}
    for base in reversed(cls.__mro__):
        own = vars(base).get(attribute)
        if isinstance(own, dict):
            out.update(own)
    return out


def named(cls):
    """The names that a class and its bases list, each once, in order."""
    out = {}
    for base in reversed(cls.__mro__):
        own = vars(base).get("_optlist")
        if isinstance(own, (list, tuple, set, frozenset, dict)):
            out.update((n, True) for n in own if isinstance(n, str))
    return sorted(out)


class Survey(object):
    """Follows the classes from the tops of the solvers to the last section."""

    numbers = {"bool_": "bool", "integer": "int", "floating": "float", "ndarray": "list"}

    def __init__(self, base):
        self.base = base
        self.ids = {}      # class -> its name in the output
        self.waiting = []  # classes that have a name and no record yet
        self.records = {}

    def refer(self, cls):
        """The name of a class; its record comes later."""
        if cls not in self.ids:
            where = cls.__module__.split(".")
            if where[:1] == ["cape"]:
                where = where[1:]
            where = [w[:-4] if w.endswith("opts") and w != "opts" else w for w in where if w != "options"]
            name, n = ".".join(where + [cls.__name__]), 1
            while name in self.ids.values():
                n += 1
                name = ".".join(where + [str(n), cls.__name__])
            self.ids[cls] = name
            self.waiting.append(cls)
        return self.ids[cls]

    def finish(self, errors):
        while self.waiting:
            cls = self.waiting.pop()
            name = self.ids[cls]
            try:
                self.records[name] = self.record(cls)
            except Exception as error:  # tables of a form that nobody has foreseen
                errors[name] = "%s: %s" % (type(error).__name__, error)
                self.records[name] = {"open": True, "options": {}}
        return {name: self.records[name] for name in sorted(self.records)}

    def type_names(self, allowed):
        out = []
        for t in allowed if isinstance(allowed, (list, tuple)) else [allowed]:
            if not isinstance(t, type):
                continue
            if issubclass(t, self.base):
                name = "@" + self.refer(t)
            elif t.__module__.split(".")[0] == "numpy":
                name = self.numbers.get(t.__name__, t.__name__)
            else:
                name = "list" if t is tuple else t.__name__
            if name not in out:
                out.append(name)
        return out

    def record(self, cls):
        tables = {name: merged(cls, "_" + name) for name in (
            "optmap", "opttypes", "optvals", "optlistdepth", "rc", "rst_descriptions",
            "sec_cls", "sec_parent", "sec_cls_optmap")}
        names, aliases = named(cls), tables["optmap"]
        out = {"title": getattr(cls, "_name", None) or ""}
        options = set(names) | set(tables["sec_cls"])
        if not names:
            # Any name is allowed; the ones that something is said of are worth telling.
            out["open"] = True
            options.update(tables["opttypes"], tables["rc"], aliases.values())
            options.discard(EVERYTHING_ELSE)
        out["options"] = {n: self.option(n, tables) for n in sorted(options) if isinstance(n, str)}
        rest = self.option(EVERYTHING_ELSE, tables)
        if "types" in rest or "listDepth" in rest:
            out["anyKey"] = rest
        dead = {a: full for a, full in aliases.items() if names and full not in options}
        if dead:
            out["deadAliases"] = dead
        if getattr(cls, "_xoptkey", None):
            out["namesFrom"] = str(cls._xoptkey)
        if getattr(cls, "_sec_cls_opt", None):
            out["kinds"] = self.kinds(cls, tables["sec_cls_optmap"])
        if any(base.__name__ == "ExecOpts" for base in cls.__mro__):
            out["scalar"] = ["bool"]  # its code takes true and false for the whole section
        return out

    def option(self, name, tables):
        def of(table, otherwise=None):
            rows = tables[table]
            return rows[name] if rows.get(name) is not None else rows.get(EVERYTHING_ELSE, otherwise)

        parent = tables["sec_parent"].get(name)
        depth = of("optlistdepth", 0)
        section = tables["sec_cls"].get(name)
        out = {
            "types": self.type_names(of("opttypes")),
            "values": plain(set(tables["optvals"].get(name) or ())),
            "listDepth": depth if isinstance(depth, int) else 0,
            "section": self.refer(section) if isinstance(section, type) else None,
            "fallback": ".." if parent == -1 else parent if isinstance(parent, str) else None,
        }
        if name != EVERYTHING_ELSE:
            said = tables["rst_descriptions"].get(name)
            out["desc"] = said if isinstance(said, str) else ""
            out["aliases"] = sorted(a for a, full in tables["optmap"].items() if full == name)
        out = {key: value for key, value in out.items() if value}
        default = plain(tables["rc"].get(name)) if name != EVERYTHING_ELSE else None
        if default is not None:
            out["default"] = default
        return out

    def kinds(self, cls, by_value):
        out = {"by": str(cls._sec_cls_opt), "map": {
            value: self.refer(c) for value, c in sorted(by_value.items()) if isinstance(c, type)}}
        spellings = getattr(sys.modules.get(cls.__module__), "KEY_TYPEMAP", None)
        if isinstance(spellings, dict) and "preprocess_dict" in vars(cls):
            out["typeAliases"] = {str(k): str(v) for k, v in sorted(spellings.items())}
            out["typeDefaultsToName"] = True
        return out


def control_file(folder, package):
    for name in ("cntl.py", package + "cntl.py"):
        for text in constants(os.path.join(folder, package, name), "_fjson_default"):
            if text:
                return text
    return ""


def everything(folder):
    absent, solvers, errors = [], {}, {}
    hollow("cape", folder)
    base = bring("cape.optdict", absent).OptionsDict
    survey = Survey(base)
    for package in python_packages(folder):
        hollow("cape." + package, os.path.join(folder, package))
        try:
            top = top_class(bring("cape.%s.options" % package, absent), package, base)
        except Exception as error:  # one that is broken must not hide the others
            errors[package] = "%s: %s" % (type(error).__name__, error)
            continue
        solvers[package] = {"root": survey.refer(top), "controlFile": control_file(folder, package)}
    out = {"solvers": solvers, "classes": survey.finish(errors), "errors": errors, "absent": absent}
    # Names that make CAPE read the whole section Archive as it was before 2.0.
    old = getattr(sys.modules.get("cape.cfdx.options.archiveopts"), "OLD_OPTMAP", None)
    out["legacyArchive"] = sorted(old) if isinstance(old, dict) else []
    return out


def main(args):
    answer, sys.stdout = sys.stdout, sys.stderr
    parent = args[args.index("--cape") + 1] if "--cape" in args else None
    folder = package_folder(parent)
    if folder is None:
        sys.stderr.write("no cape in %s\n" % (parent or sys.executable))
        return NO_CAPE
    out = {"format": FORMAT, "python": sys.version.split()[0], "cape": identity(folder)}
    if "--probe" not in args:
        try:
            out.update(everything(folder))
        except Exception as error:
            sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
            return NO_OPTIONS
        if not out["solvers"]:
            sys.stderr.write("no options in %s: %s\n" % (folder, out["errors"]))
            return NO_OPTIONS
    answer.write(json.dumps(out, separators=(",", ":"), allow_nan=False) + "\n")
    answer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
