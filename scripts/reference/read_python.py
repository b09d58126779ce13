"""Writes what the modules of a package export as JSON, as their sources say it: `read_python.py <folder> <plugin> <module> …`.

The plugin is a module of fixtures; the others have an `__all__`. Docstrings come as they are written.
"""

import ast
import json
import re
import sys
from pathlib import Path

LINE_LENGTH = 100
GENERATED = "svc_agent.generated.contract"
#: Methods for the package's own use, which other modules call, say so first.
INTERNAL = "For whoever "
ASSIGNMENTS = (ast.Assign, ast.AnnAssign)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Module:
    """The declarations of a module, and from where it imports names."""

    known: dict = {}

    def __init__(self, name):
        path = FOLDER.joinpath(*name.split("."))
        self.name = name
        self.source = (path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py").read_text()
        self.lines = self.source.split("\n")
        self.declared, self.imported = {}, {}
        for node, docstring in with_docstrings(ast.parse(self.source).body):
            if isinstance(node, ast.ImportFrom):
                self.imported.update({alias.name: node.module for alias in node.names})
            elif (declared := name_of(node)) is not None:
                self.declared[declared] = (node, docstring)

    @classmethod
    def of(cls, name):
        if name not in cls.known:
            cls.known[name] = cls(name)
        return cls.known[name]

    def exported(self):
        return ast.literal_eval(self.declared["__all__"][0].value)

    def find(self, name):
        """A declaration and its module, in whichever module of ours it stands."""
        if name in self.declared:
            return (self, *self.declared[name])
        source = self.imported.get(name) or ""
        return Module.of(source).find(name) if source.startswith("svc_agent") else None

    def text(self, node):
        return re.sub(r"\s+", " ", ast.get_source_segment(self.source, node))

    def value(self, node):
        """The right side of an assignment. A type that is read later stands there in quotes."""
        return re.sub(r'^\(? ?"|" ?\)?$', "", self.text(node.value))

    def spelled(self, text):
        """With what a module has for itself, such as a number or a second name of a type, written out."""
        return re.sub(r"\b_[A-Za-z]\w*", lambda found: self.value(self.declared[found[0]][0]), text)

    def comment(self, node):
        at = node.lineno - 1
        while self.lines[at - 1].strip().startswith("#"):
            at -= 1
        lines = [line.strip() for line in self.lines[at : node.lineno - 1]]
        return "\n".join(line[2:].strip() for line in lines if line.startswith("#:"))


def with_docstrings(body):
    """Each statement, and the string that stands behind it."""
    following = [*body[1:], None]
    return [(node, string_of(after)) for node, after in zip(body, following) if string_of(node) == ""]


def string_of(node):
    is_string = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return node.value.value if is_string else ""


def name_of(node):
    if isinstance(node, ASSIGNMENTS):
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return getattr(node, "name", None)


def doc_of(node):
    return ast.get_docstring(node) or ""


def decorators(module, node):
    return [module.text(decorator) for decorator in getattr(node, "decorator_list", [])]


def item_of(entry, name, kind=None):
    module, node, docstring = Module.of(entry).find(name)
    base = {"entry": entry, "name": name, "location": f"{entry}.{name}", "fields": [], "methods": []}
    if isinstance(node, FUNCTIONS):
        return {**base, "kind": kind or "function", "doc": doc_of(node), "call": call_of(module, [node])}
    if isinstance(node, ASSIGNMENTS):
        return {**base, "kind": "type", "doc": docstring, "code": f"{name} = {module.value(node)}"}
    if module.name == GENERATED:
        return {**base, "kind": "type", "doc": doc_of(node), "record": name}
    return {**base, "kind": "class", "doc": doc_of(node), **members_of(module, node)}


def members_of(module, node):
    """The public members of a class, with those of its bases that programs cannot name: there they are only written."""
    exported = Module.of("svc_agent").exported()
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and module.find(base.id)]
    own = own_members(module, node)
    inherited = [members_of(*module.find(base)[:2]) for base in bases if base not in exported]
    return {
        "parents": [base for base in bases if base in exported],
        "maker": own["maker"],
        "fields": [field for each in [*inherited, own] for field in each["fields"]],
        "methods": [method for each in [*inherited, own] for method in each["methods"]],
    }


def own_members(module, node):
    functions = [each for each in node.body if isinstance(each, FUNCTIONS)]
    makers = [each for each in functions if each.name == "__init__"]
    assigned = [each for each in node.body if isinstance(each, ASSIGNMENTS) and not name_of(each).startswith("_")]
    opened = [each for each in functions if not each.name.startswith("_") and not doc_of(each).startswith(INTERNAL)]
    properties = [each for each in opened if "property" in decorators(module, each)]
    methods = [each for each in opened if each not in properties]
    attributes = [each for maker in makers for each in ast.walk(maker) if is_open_attribute(each)]
    attributes.sort(key=lambda each: each.lineno)
    return {
        "maker": call_of(module, makers, made=node.name) if makers else None,
        "fields": [field_of(module, each) for each in [*assigned, *attributes]]
        + [{"name": each.name, "type": module.text(each.returns), "doc": doc_of(each)} for each in properties],
        "methods": [
            call_of(module, [each for each in methods if each.name == name])
            for name in dict.fromkeys(each.name for each in methods)
        ],
    }


def is_open_attribute(node):
    if not isinstance(node, ASSIGNMENTS):
        return False
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    is_own = isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"
    return is_own and not target.attr.startswith("_")


def field_of(module, node):
    if not isinstance(node, ast.AnnAssign):
        raise ValueError(f"The reference does not know the type of {module.text(node)}")
    name = node.target.id if isinstance(node.target, ast.Name) else node.target.attr
    field = {"name": name, "type": module.text(node.annotation), "doc": module.comment(node)}
    if node.value is not None and isinstance(node.target, ast.Name):
        # What `field(…)` says of a dataclass is the value that is meant.
        given = re.sub(r"^field\(default=(\S+?)(, .*)?\)$", r"\1", module.text(node.value))
        field["given"] = re.sub(r"^field\(default_factory=dict\)$", "{}", given)
    return field


def call_of(module, definitions, made=None):
    """Overloads are one member: the last, which they have in common, says what it does."""
    overloads = [each for each in definitions if "overload" in decorators(module, each)]
    seen = overloads if len(definitions) > 1 else definitions
    lists = [[each for each in parameters_of(module, node) if each["name"] != "self"] for node in seen]
    returns = seen[0].returns if made is None else None
    return {
        "name": made or definitions[-1].name,
        "doc": doc_of(definitions[-1]),
        "signatures": [module.spelled(signature(module, node, own, made)) for node, own in zip(seen, lists)],
        "parameters": [each for each in max(lists, key=len) if "type" in each],
        **({} if returns is None else {"returns": module.spelled(module.text(returns))}),
    }


def parameters_of(module, node):
    """With the marks `*` and `/` among them."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    found = [parameter(module, each, default) for each, default in zip(plain, defaults)]
    if given.posonlyargs:
        found.insert(len(given.posonlyargs), {"name": "/", "text": "/"})
    if given.vararg:
        found.append(parameter(module, given.vararg, None, "*"))
    elif given.kwonlyargs:
        found.append({"name": "*", "text": "*"})
    found += [parameter(module, each, default) for each, default in zip(given.kwonlyargs, given.kw_defaults)]
    return found + ([parameter(module, given.kwarg, None, "**")] if given.kwarg else [])


def parameter(module, node, default, stars=""):
    kind = {} if node.annotation is None else {"type": module.text(node.annotation)}
    text = f"{stars}{node.arg}" + (f": {kind['type']}" if kind else "")
    if default is not None:
        text += f" = {module.text(default)}" if kind else f"={module.text(default)}"
    return {"name": node.arg, "text": text, **kind}


def signature(module, node, parameters, made):
    head = made or f"{'async ' if isinstance(node, ast.AsyncFunctionDef) else ''}def {node.name}"
    texts = [each["text"] for each in parameters]
    end = f" -> {module.text(node.returns)}" if made is None and node.returns else ""
    line = f"{head}({', '.join(texts)}){end}"
    if len(line) <= LINE_LENGTH:
        return line
    return f"{head}(\n" + "".join(f"    {text},\n" for text in texts) + f"){end}"


FOLDER, PLUGIN, ENTRIES = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
items = [item_of(entry, name) for entry in ENTRIES for name in Module.of(entry).exported()]
plugin = Module.of(PLUGIN)
fixtures = [
    name for name, (node, _) in plugin.declared.items() if any(text.startswith("pytest.fixture") for text in decorators(plugin, node))
]
json.dump(items + [item_of(PLUGIN, name, "fixture") for name in fixtures], sys.stdout)
