"""`read_python.py <folder> <plugin> <module> …` writes what modules export as JSON, as their sources say it.

The plugin is a module of fixtures; the others import what they export `as` itself. Docstrings come as TSDoc.
"""

import ast
import json
import re
import sys
import textwrap
from functools import cache
from pathlib import Path

GENERATED = "svc_agent.generated.contract"
#: Methods for the package's own use, which other modules call, say so first.
INTERNAL = "For whoever "
ASSIGNMENTS = (ast.Assign, ast.AnnAssign)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
class Module:
    """The declarations of a module, and from where it imports names."""

    def __init__(self, name):
        path = FOLDER.joinpath(*name.split("."))
        path = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        self.name = name
        self.source = path.read_text()
        self.lines = self.source.split("\n")
        self.declared, self.imported, self.exported = {}, {}, []
        body = ast.parse(self.source).body
        for node, following in zip(body, [*body[1:], None]):
            if isinstance(node, ast.ImportFrom):
                self.imported.update({alias.name: node.module for alias in node.names})
                self.exported += [alias.asname for alias in node.names if alias.asname]
            elif declared := name_of(node):
                self.declared[declared] = (node, string_of(following))

    def find(self, name):
        """A declaration and its module, in whichever module of ours it stands."""
        if name in self.declared:
            return (self, *self.declared[name])
        source = self.imported.get(name) or ""
        return Module(source).find(name) if source.startswith("svc_agent") else None

    def text(self, node):
        return re.sub(r"\s+", " ", ast.get_source_segment(self.source, node))

    def value(self, node):
        """The right side of an assignment. A type that is read later stands there in quotes."""
        return re.sub(r'^\(? ?"|" ?\)?$', "", self.text(node.value))

    def comment(self, node):
        at = node.lineno - 1
        while self.lines[at - 1].strip().startswith("#:"):
            at -= 1
        return "\n".join(line.strip()[2:].strip() for line in self.lines[at : node.lineno - 1])

    def signature(self, node, made=None):
        """The head of a function as it is written. What a module has for itself, such as a number, is written out."""
        lines = self.lines[node.lineno - 1 : node.returns.end_lineno]
        lines[-1] = lines[-1][: node.returns.end_col_offset]
        head = re.sub(r"(\(\s*)self(?:,\s*)?", r"\1", textwrap.dedent("\n".join(lines)), count=1)
        if made:
            head = re.sub(r"^def __init__(.*?) -> None$", rf"{made}\1", head, flags=re.DOTALL)
        return re.sub(r"\b_[A-Za-z]\w*", lambda found: self.value(self.declared[found[0]][0]), head)


def string_of(node):
    value = getattr(node.value, "value", "") if isinstance(node, ast.Expr) else ""
    return value if isinstance(value, str) else ""


def name_of(node):
    """Of a function, a class, or what is assigned, be it to an attribute of `self`."""
    if not isinstance(node, ASSIGNMENTS):
        return getattr(node, "name", None)
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    is_own = isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"
    return target.attr if is_own else getattr(target, "id", None)


def doc_of(node):
    return ast.get_docstring(node) or ""


def tsdoc(text):
    """A name in single backticks is a link; code stands behind `::`, and is indented."""
    text = re.sub(r"``(.+?)``|`([^`\n]+)`", lambda found: f"`{found[1]}`" if found[1] else f"{{@link {found[2]}}}", text)
    text = re.sub(r"^:(param|returns)( ?[\w.]*):", r"@\1\2", text, flags=re.MULTILINE)
    text = re.sub(r"^:raises (\w+):", r"@throws {\1}", text.replace(":raises:", "@throws"), flags=re.MULTILINE)
    code = re.compile(r"^::\n\n((?: {4}.*\n?|\n)+)", re.MULTILINE)
    return code.sub(lambda found: f"```python\n{textwrap.dedent(found[1]).strip()}\n```\n\n", text)


def decorators(module, node):
    return [module.text(decorator) for decorator in getattr(node, "decorator_list", [])]


def is_fixture(module, node):
    return any(text.startswith("pytest.fixture") for text in decorators(module, node))


def item_of(entry, name):
    module, node, docstring = Module(entry).find(name)
    doc = tsdoc(doc_of(node) if hasattr(node, "body") else docstring)
    base = {"entry": entry, "name": name, "doc": doc, "fields": [], "methods": [], "parents": [], "signatures": []}
    if isinstance(node, FUNCTIONS):
        return {**base, "isFunction": not is_fixture(module, node), "signatures": [module.signature(node)]}
    if isinstance(node, ASSIGNMENTS):
        return {**base, "signatures": [f"{name} = {module.value(node)}"]}
    if module.name == GENERATED:
        return {**base, "record": name}
    return {**base, **members_of(module, node)}


def members_of(module, node):
    """The public members of a class, with those of its bases that programs cannot name: there they are only written."""
    exported = Module("svc_agent").exported
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and module.find(base.id)]
    hidden = [members_of(*module.find(base)[:2]) for base in bases if base not in exported]
    functions = [each for each in node.body if isinstance(each, FUNCTIONS)]
    makers = [each for each in functions if each.name == "__init__"]
    opened = [each for each in functions if not each.name.startswith("_") and not doc_of(each).startswith(INTERNAL)]
    properties = [each for each in opened if "property" in decorators(module, each)]
    methods = [each for each in opened if each not in properties]
    inits = [each for maker in makers for each in ast.walk(maker)]
    assigned = [each for each in [*node.body, *inits] if isinstance(each, ASSIGNMENTS) and is_attribute(each, inits)]
    fields = [field_of(module, each, each in inits) for each in sorted(assigned, key=lambda each: each.lineno)]
    for each in properties:
        fields.append({"name": each.name, "type": module.text(each.returns), "doc": tsdoc(doc_of(each))})
    names = dict.fromkeys(each.name for each in methods)
    calls = [call_of(module, [each for each in methods if each.name == name]) for name in names]
    # How it is made is said by the docstring of the class. One that no program makes says nothing of it.
    is_made = ":param" in doc_of(node)
    return {
        "parents": [base for base in bases if base in exported],
        "signatures": [module.signature(maker, made=node.name) for maker in makers if is_made],
        "fields": [field for base in hidden for field in base["fields"]] + fields,
        "methods": [method for base in hidden for method in base["methods"]] + calls,
    }


def is_attribute(node, inits):
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return isinstance(target, ast.Attribute) == (node in inits) and not (name_of(node) or "_").startswith("_")


def field_of(module, node, is_assigned_late):
    """With its default, as in a dataclass."""
    given = "" if node.value is None or is_assigned_late else f" = {module.text(node.value)}"
    return {"name": name_of(node), "type": module.text(node.annotation) + given, "doc": tsdoc(module.comment(node))}


def call_of(module, definitions):
    """Overloads are one member: the last, which they have in common, says what it does."""
    overloads = [each for each in definitions if "overload" in decorators(module, each)]
    signatures = [module.signature(each) for each in overloads or definitions]
    return {"name": definitions[-1].name, "doc": tsdoc(doc_of(definitions[-1])), "signatures": signatures}


FOLDER, PLUGIN, ENTRIES = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
items = [item_of(entry, name) for entry in ENTRIES for name in Module(entry).exported]
plugin = Module(PLUGIN)
fixtures = [name for name, (node, _) in plugin.declared.items() if is_fixture(plugin, node)]
json.dump(items + [item_of(PLUGIN, name) for name in fixtures], sys.stdout)
