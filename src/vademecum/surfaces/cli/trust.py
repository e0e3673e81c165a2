"""``trust``: lets a person see what a project's own memory holds, and say that agents may be given it unasked.

The attack: a page of a clone tells an agent to run this very command. So it asks at a terminal, and in an agent's shell
it refuses whatever else is said.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from vademecum.config.load import load_config
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError
from vademecum.library.assess import assess
from vademecum.library.mounts import PROJECT_FOLDER
from vademecum.library.quarantine import Quarantine
from vademecum.library.survey import Survey, Surveyed, look_over, visible
from vademecum.library.trust import revoke_trust, trust_list, trust_store
from vademecum.library.workspace import find_workspace
from vademecum.surfaces.cli.opening import open_memory
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.surfaces.cli.person import refuse_agents

# Pages that speak unasked or look odd are all shown, of the others no more than a person reads.
PLAIN_SHOWN = 20


@click.command("trust")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--list", "as_list", is_flag=True, help="List the stores that are trusted.")
@click.option("--revoke", is_flag=True, help="Trust the store no more.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@json_option
def trust_command(path: Path | None, *, as_list: bool, revoke: bool, yes: bool, as_json: bool) -> int:
    """Trust a project's own memory, the .memory folder that came with it, after seeing what it holds.

    Until then agents find its pages only when they ask. PATH is the project, the current one by default. What a later
    pull changes waits until you trust again, or look at the page with vade show.
    """
    memory = open_memory()
    state = memory.setting.state
    if as_list:
        return _list(state, as_json=as_json)
    root = _store(path, memory.setting.config.home)
    if revoke:
        return _revoke(state, root, as_json=as_json)
    if not root.is_dir():
        raise InputError(f"{root} is not there", hint="vade init --project gives the project a memory of its own")
    held = assess(state, root)
    survey = look_over(root, memory.today().isoformat(), held)
    trusted = str(root) in trust_list(state)
    if not as_json:
        _print_survey(survey, trusted=trusted)
    waits = not trusted or bool(held.blind) or survey.config_held or any(page.held for page in survey.pages)
    agreed = waits and (yes or (not as_json and _ask()))
    if agreed:
        refuse_agents("trust is for a person to give")
        load_config(
            os.environ, workspace=find_workspace(root.parent).root, trusted=True
        )  # else nothing would work here
        trust_store(state, root, survey.sight)
    _tell(survey, trusted=trusted or agreed, as_json=as_json, unclear="" if agreed else held.blind)
    return EXIT_OK if agreed or trusted or as_json else EXIT_NOTHING


def _store(path: Path | None, home: Path) -> Path:
    """The real path of the store that is meant. Raises InputError where a project can have none."""
    folder = Path(os.path.realpath((path or Path.cwd()).expanduser()))
    if not folder.exists():
        raise InputError(f"{folder} is not there", hint="name the project's folder")
    project = folder.parent if folder.name == PROJECT_FOLDER else folder
    place = find_workspace(project).root / PROJECT_FOLDER
    root = Path(os.path.realpath(place))
    if root == Path(os.path.realpath(home)):
        raise InputError(f"{root} is your own memory, which needs no trust", hint="name a project's folder")
    if not root.is_relative_to(place.parent):
        raise InputError(f"{place} leads out of the project, to {root}", hint="read that folder with vade mount")
    return root


def _list(state: Path, *, as_json: bool) -> int:
    stores = [(path, each, assess(state, Path(path))) for path, each in trust_list(state).items()]
    if as_json:
        print_json(
            [
                {
                    "path": path,
                    "day": each.day,
                    "commit": each.commit,
                    "quarantined": sorted(held.names),
                    "unclear": held.blind,
                }
                for path, each, held in stores
            ]
        )
        return EXIT_OK
    rows = [(path, each.day or "", (each.commit or "")[:12], _waiting(held)) for path, each, held in stores]
    print_table(("store", "since", "commit", "quarantined"), rows)
    say(plural(len(stores), "trusted store"))
    return EXIT_OK if stores else EXIT_NOTHING


def _waiting(held: Quarantine) -> str:
    return "all but what was seen" if held.blind else f"{len(held.names):,}"


def _revoke(state: Path, root: Path, *, as_json: bool) -> int:
    was_trusted = revoke_trust(state, root)
    if as_json:
        print_json({"path": str(root), "trusted": False, "was_trusted": was_trusted})
    else:
        say(f"{root} is trusted no more" if was_trusted else f"{root} was not trusted")
    return EXIT_OK if was_trusted else EXIT_NOTHING


def _ask() -> bool:
    if not sys.stdin.isatty():
        raise InputError("nobody is there to be asked", hint="--yes trusts without a question")
    return click.confirm("trust it as it is now?", default=False, err=True)


def _print_survey(survey: Survey, *, trusted: bool) -> None:
    pages = sorted(survey.pages, key=lambda page: not (page.held or page.is_odd or page.roles))
    marked = [page for page in pages if page.held or page.is_odd or page.roles]
    shown = marked if trusted else pages[: len(marked) + PLAIN_SHOWN]
    print_table(("page", "bytes", "note"), [(visible(page.name), f"{page.size:,}", _note(page)) for page in shown])
    if len(shown) < len(pages):
        say(f"… and {plural(len(pages) - len(shown), 'other page')}")
    say(f"{plural(len(pages), 'page')} in {visible(str(survey.root))}")
    for reason, count in sorted(survey.left_out.items()):
        say(f"{plural(count, 'file')} left out by {reason}")
    if survey.config is not None:
        changed = ", and a pull changed it" if survey.config_held else ""
        say(f"its config.toml sets {visible(', '.join(survey.config)) or 'nothing'}{changed}")


def _note(page: Surveyed) -> str:
    odd = ["odd name"] if page.is_odd else []
    return ", ".join([*(["changed by a pull"] if page.held else []), *page.roles, *odd])


def _tell(survey: Survey, *, trusted: bool, as_json: bool, unclear: str) -> None:
    if as_json:
        print_json(
            {
                "path": str(survey.root),
                "trusted": trusted,
                "commit": survey.sight.commit,
                "pages": [
                    {
                        "name": page.name,
                        "bytes": page.size,
                        "roles": list(page.roles),
                        "odd": page.is_odd,
                        "held": page.held,
                    }
                    for page in survey.pages
                ],
                "config": None if survey.config is None else list(survey.config),
                "left_out": dict(survey.left_out),
                "unclear": unclear,
            }
        )
    elif not trusted:
        say("it is not trusted: agents find its pages only when they ask, marked untrusted, and can't write there")
    else:
        if unclear:
            warn(f"only what you have seen is given unasked: {unclear}")
        say("it is trusted: agents may be given its pages unasked, and write to it")
        say("pages that a later pull changes wait until you look at them with vade show, or trust again")
