"""``recall``, ``show`` and ``list``: what the memory has, for people and scripts. Nothing is written."""

from __future__ import annotations

import sys
from typing import Any, get_args

import click

from vademecum.config import Retriever
from vademecum.errors import EXIT_NOTHING, EXIT_OK
from vademecum.library import Opened
from vademecum.library.quarantine import PERSON
from vademecum.memory import Listed, Memory
from vademecum.memory.using import count_read
from vademecum.page.display import shown
from vademecum.page.facts import SALIENCES, salience_of
from vademecum.recall.pipeline import Answer, Hit, Request
from vademecum.recall.query import make_day, narrowed
from vademecum.surfaces.cli.complete import complete_page
from vademecum.surfaces.cli.flagged import flag_line, flags_of
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.options import (
    as_of_option,
    filter_from,
    filter_options,
    for_people,
    mount_option,
    scope_option,
)
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, print_table, print_text, say, warn
from vademecum.surfaces.cli.person import agents_variable
from vademecum.visibility import superseding


@click.command("recall")
@click.argument("words", nargs=-1)
@click.option("-n", "--limit", type=click.IntRange(1, 25), help="How many blocks at most.")
@scope_option
@mount_option
@filter_options
@click.option(
    "--retriever",
    type=click.Choice(get_args(Retriever)),
    help="What finds blocks: bm25 by any words, blocks by up to five literal keywords; each mount's own by default.",
)
@as_of_option
@click.option(
    "--all", "weak", is_flag=True, help="Show what there is even when nothing answers enough of the question."
)
@click.option("--explain", is_flag=True, help="Show why each block ranks where it does.")
@click.option(
    "--replay", metavar="ID", help="Ask a recorded recall again, and say what has changed; last is the newest."
)
@json_option
def recall_command(words: tuple[str, ...], *, explain: bool, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - click's
    """Find what was remembered; the best blocks come first.

    Any text is a query: a question, a few words, an error message, in any language.
    """
    replay = options.pop("replay")
    if bool(words) == bool(replay):
        raise click.UsageError("give either words to look for, or --replay with the id of a recall")
    within = filter_from(options)
    if replay:
        return _replay(replay, explain=explain, as_json=as_json)
    memory = open_synced()
    answer = memory.recall(
        Request(
            " ".join(words),
            limit=options["limit"] or memory.setting.config.recall.limit,
            scope=options["scope"],
            mount=options["mount"],
            within=within,
            snippet_chars=memory.setting.config.recall.snippet_chars,
            retriever=options["retriever"],
            as_of=make_day("as-of", options["as_of"]),
            floor=not options["weak"],
        )
    )
    if answer.request.as_of is None:
        count_read(memory, [hit.address for hit in answer.hits])
    if as_json:
        print_json(_answer_as_json(memory, answer, explain=explain))
    else:
        _print_answer(memory, answer, explain=explain)
        if explain and answer.id:
            say(f"recall {answer.id}; vade recall --replay {answer.id} asks it again")
    return EXIT_OK if answer.hits else EXIT_NOTHING


def _replay(name: str, *, explain: bool, as_json: bool) -> int:
    """Exit code 1 when the answer is another one now."""
    memory = open_synced()
    replayed = memory.replay(name)
    if as_json:
        print_json(
            {**_answer_as_json(memory, replayed.answer, explain=explain), "differences": list(replayed.differences)}
        )
    else:
        _print_answer(memory, replayed.answer, explain=explain)
        for line in replayed.differences or ("the answer is the same as then",):
            say(line)
    return EXIT_NOTHING if replayed.differences else EXIT_OK


@click.command("show")
@click.argument("name", shell_complete=complete_page)
@click.option("--hidden", is_flag=True, callback=for_people, help="Show a private page too.")
@click.option("--raw", is_flag=True, help="Print the file's bytes and nothing else.")
@as_of_option
@json_option
def show_command(name: str, *, hidden: bool, raw: bool, as_of: str | None, as_json: bool) -> int:
    """Show a page, or one block of it, by address, name, title or alias."""
    day = make_day("as-of", as_of)
    if day and hidden:
        raise click.UsageError("a past page that is private is not shown; leave out --hidden or --as-of")
    memory = open_synced()
    opened = memory.open_past(name, day) if day else memory.open_page(name, hidden_too=hidden)
    if day is None:
        count_read(memory, [opened.address])
    flags = "" if day else flags_of(memory, opened.page.address, opened.page.digest)
    if raw:
        sys.stdout.buffer.write(opened.page.raw)
    elif as_json:
        print_json({**_page_as_json(opened), "flags": flags})
    else:
        facts = filter(None, (f"version {opened.page.version}", _writer(opened.author), opened.standing))
        say(f"{opened.address} · {' · '.join(facts)}")
        print_text(shown(opened.page, opened.block).rstrip("\n"))
        after = superseding(opened.page.meta, opened.page.address.mount)
        if after is not None:
            say(f"superseded by {after}")
        if flags:
            warn(f"{opened.address} {flag_line(flags)}")
        for problem in opened.page.problems:
            say(f"line {problem.line}: {problem.message}")
    # An agent runs commands through pipes, or may be told to use a terminal. What nobody looked at is not seen.
    is_looked_at = sys.stdin.isatty() and sys.stdout.isatty() and agents_variable() is None
    if is_looked_at and day is None and memory.count_as_seen(opened):
        say("you have looked at it now, so it is no longer quarantined")
    return EXIT_OK


@click.command("list")
@mount_option
@scope_option
@filter_options
@click.option("--hidden", is_flag=True, help="Only pages that recall never shows, with the reason.")
@json_option
def list_command(*, hidden: bool, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - click's
    """List pages, in order of address."""
    mount, scope = options["mount"], options.pop("scope")
    within = filter_from(options)
    memory = open_synced()
    chosen = [
        each
        for each in memory.pages(within, mount)
        if bool(each.row.hidden) == hidden and scope in {None, memory.library.mount(each.address.mount).config.scope}
    ]
    if as_json:
        print_json([_listed_as_json(each) for each in chosen])
    else:
        _print_list(chosen, hidden=hidden)
    return EXIT_OK if chosen else EXIT_NOTHING


def _print_answer(memory: Memory, answer: Answer, *, explain: bool) -> None:
    for number, hit in enumerate(answer.hits, start=1):
        _print_hit(number, hit, flags_of(memory, hit.address, hit.version))
        if explain:
            _print_trace(hit)
        click.echo()
    if explain:
        for name, values in narrowed(answer.request.within).items():
            say(f"narrowed to {name} {', '.join(values)}")
    for notice in answer.notices:
        say(notice)
    if not answer.hits:
        say("nothing was found")


def _print_hit(number: int, hit: Hit, flags: str) -> None:
    """A hit's address and facts, its path unless the address or the text itself says the same, and its text."""
    address = click.style(clean(str(hit.address)), fg="cyan", bold=True)
    facts = " · ".join(filter(None, (hit.date, _writer(hit.author), f"score {hit.score:.2f}", hit.standing)))
    click.echo(f"{click.style(f'{number}.', bold=True)} {address}  {clean(facts)}")
    path = " > ".join(hit.path)
    if not str(hit.address).endswith(path) and path != hit.snippet.text.strip():
        click.echo(click.style(clean(path), italic=True))
    if flags:
        click.echo(click.style(f"   warning: it {flag_line(flags)}", fg="yellow"))
    for line in hit.snippet.text.strip("\n").split("\n"):
        print_text(f"   {line}".rstrip())
    if hit.snippet.cut:
        click.echo(click.style(f"   … of {plural(hit.block_chars, 'character')}", dim=True))


def _writer(author: str) -> str:
    """Who wrote a page, in a line for a person: that it was a person goes without saying."""
    return "" if author == PERSON else author


def _print_trace(hit: Hit) -> None:
    for part in hit.trace.parts:
        click.echo(click.style(clean(f"   {part.value:+8.3f}  {part.name}  {part.detail}".rstrip()), dim=True))
    if hit.salience is not None:
        word = next(word for word, number in SALIENCES.items() if number == hit.salience)
        click.echo(
            click.style(f"{'':11}  salience {hit.salience}  {word}, as its header says; it adds nothing", dim=True)
        )


def _print_list(listed: list[Listed], *, hidden: bool) -> None:
    rows = [(str(each.address), each.row.title, each.row.date or "", _why_hidden(each)) for each in listed]
    cells = 4 if hidden else 3
    print_table(("address", "title", "date", "hidden")[:cells], [row[:cells] for row in rows])
    say(plural(len(listed), "page"))


def _why_hidden(listed: Listed) -> str:
    after = superseding(listed.row.meta, listed.address.mount)
    return f"superseded by {after}" if after and listed.row.hidden == "superseded" else listed.row.hidden or ""


def _answer_as_json(memory: Memory, answer: Answer, *, explain: bool) -> dict[str, Any]:
    return {
        "query": answer.request.text,
        "id": answer.id,
        "narrowed": narrowed(answer.request.within),
        "hits": [
            {**_hit_as_json(hit, explain=explain), "flags": flags_of(memory, hit.address, hit.version)}
            for hit in answer.hits
        ],
        "notices": list(answer.notices),
    }


def _hit_as_json(hit: Hit, *, explain: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "address": str(hit.address),
        "title": hit.title,
        "headings": list(hit.address.crumb),
        "date": hit.date,
        "author": hit.author,
        "scope": hit.scope,
        "retriever": hit.retriever,
        "score": round(hit.score, 6),
        "version": hit.version,
        "line": hit.snippet.line,
        "snippet": hit.snippet.text,
        "cut": hit.snippet.cut,
        "standing": hit.standing,
        "salience": hit.salience,
    }
    if explain:
        told["trace"] = [{"name": part.name, "value": part.value, "detail": part.detail} for part in hit.trace.parts]
    return told


def _page_as_json(opened: Opened) -> dict[str, Any]:
    page = opened.page
    return {
        "address": str(opened.address),
        "version": page.version,
        "title": page.title,
        "summary": page.summary,
        "type": page.type,
        "salience": salience_of(page.meta),
        "date": page.date,
        "author": opened.author,
        "standing": opened.standing,
        "tags": list(page.tags),
        "aliases": list(page.aliases),
        "meta": page.meta,
        "superseded_by": superseding(page.meta, page.address.mount),
        "text": shown(page, opened.block),
        "blocks": [str(page.address.block(block.crumb, block.nth)) for block in page.blocks],
        "links": [link.target + (f"#{link.anchor}" if link.anchor else "") for link in page.links],
        "problems": [{"code": each.code, "line": each.line, "message": each.message} for each in page.problems],
    }


def _listed_as_json(listed: Listed) -> dict[str, Any]:
    row = listed.row
    return {
        "address": str(listed.address),
        "title": row.title,
        "summary": row.summary,
        "type": row.type,
        "salience": salience_of(row.meta),
        "date": row.date,
        "tags": list(row.tags),
        "version": row.digest[:12],
        "hidden": row.hidden,
        "superseded_by": superseding(row.meta, listed.address.mount),
        "problems": len(row.problems),
    }
