"""What programs can name says what it is. Names of types and fields, which have no docstrings when a program runs, are looked at with the reference."""

import inspect
from collections.abc import Iterator

import pytest

import svc_agent
import svc_agent.testing
from svc_agent import pytest_plugin

FIXTURES = ("svc", "svc_options", "svc_service")


def _things() -> Iterator[tuple[str, object]]:
    for module in (svc_agent, svc_agent.testing):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                yield name, thing
    for name in FIXTURES:
        yield name, getattr(pytest_plugin, name)


def _members(thing: object) -> Iterator[tuple[str, object]]:
    """The methods and properties of a class of ours, also those of its bases."""
    if not inspect.isclass(thing):
        return
    for owner in thing.__mro__:
        if owner.__module__.startswith("svc_agent"):
            for name, member in vars(owner).items():
                if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                    yield name, member


def _docstring(thing: object) -> str:
    """Its own. One that a dataclass makes up, or that a base has, says nothing of it."""
    docstring = str(thing.__dict__.get("__doc__") or "") if inspect.isclass(thing) else (thing.__doc__ or "")
    return "" if inspect.isclass(thing) and docstring.startswith(f"{thing.__name__}(") else docstring


@pytest.mark.parametrize(("name", "thing"), list(_things()))
def test_a_public_name_and_its_members_have_docstrings(name: str, thing: object) -> None:
    members = [member for member, value in _members(thing) if not _docstring(value)]
    assert _docstring(thing) != ""
    assert members == []


def test_there_are_public_names() -> None:
    assert len(list(_things())) > 30
    assert "reply" in dict(_members(svc_agent.IncomingMessage))
