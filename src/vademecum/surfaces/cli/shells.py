"""Shell completion that holds for page names with spaces, colons and quotes, and ``completion``, which prints scripts.

Each script sends the line as it was typed up to the cursor, and gets lines of kind, value and help with tabs between
them. What the shell will put in place of what was typed is worked out here, since bash splits words at colons and
leaves quoting to the program.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

from vademecum.errors import EXIT_OK
from vademecum.surfaces.cli.complete import COMPLETE_VARIABLE

BASH = """\
%(complete_func)s() {
    local kind value help
    COMPREPLY=()
    while IFS=$'\\t' read -r kind value help; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" %(complete_var)s=bash_complete "$1" 2>/dev/null)
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

ZSH = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" kind value help
    local -a plain described
    while IFS=$'\\t' read -r kind value help; do
        case $kind in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            plain) [[ -n $help ]] && described+=("${value//:/\\\\:}:$help") || plain+=("$value") ;;
        esac
    done < <(COMP_LINE="$line" %(complete_var)s=zsh_complete ${words[1]} 2>/dev/null)
    (( $#described )) && _describe -V unsorted described -U
    (( $#plain )) && compadd -U -V unsorted -a plain
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

FISH = """\
function %(complete_func)s
    for line in (COMP_LINE=(commandline -cp | string collect) %(complete_var)s=fish_complete %(prog_name)s 2>/dev/null)
        set -l part (string split -m 2 \\t -- $line)
        switch $part[1]
            case dir
                __fish_complete_directories (commandline -ct)
            case file
                __fish_complete_path (commandline -ct)
            case plain
                printf '%%s\\t%%s\\n' $part[2] $part[3]
        end
    end
end
complete --no-files --keep-order --command %(prog_name)s --arguments '(%(complete_func)s)'
"""

SPACE = " \t\n"
# What bash takes for the end of a word outside quotes, as far as page names and options have it (COMP_WORDBREAKS).
BREAKS = ":="
SPECIAL = frozenset(SPACE + "\"'\\$`&|;<>()*?[]{}!#~")
SPECIAL_IN = {'"': frozenset('"$`\\'), "'": frozenset("'")}


@dataclass(slots=True)
class Typed:
    """A command line as a shell reads it: whole ``words``, then the unfinished ``last`` one, which may be empty.

    ``quote`` is the quote that is still open; ``kept`` is how much of the last word bash leaves standing when it
    completes: what comes before the open quote, or the last break.
    """

    words: list[str] = field(default_factory=list)
    last: str = ""
    quote: str = ""
    kept: int = 0


def read_line(line: str) -> Typed:
    """Read a line up to the cursor, by the rules for quotes that shells share. Never fails."""
    typed = Typed()
    inside = escaped = False
    outside = 0  # what would be kept if no quote were open
    for char in line:
        if escaped:
            # In double quotes a backslash escapes only what would be special there.
            typed.last += char if not typed.quote or char in SPECIAL_IN['"'] else f"\\{char}"
            escaped, inside = False, True
        elif char == "\\" and typed.quote != "'":
            escaped = True
        elif char == typed.quote:
            typed.quote, typed.kept = "", outside
        elif typed.quote:
            typed.last += char
        elif char in "\"'":
            typed.quote, typed.kept, inside = char, len(typed.last), True
        elif char in SPACE:
            typed.words += [typed.last] if inside else []
            typed.last, typed.kept, outside, inside = "", 0, 0, False
        else:
            typed.last, inside = typed.last + char, True
            typed.kept = outside = len(typed.last) if char in BREAKS else outside
    return typed


class _Lines(ShellComplete):
    """What the three shells share: the line comes in a variable, values go out a line each."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one to complete, and that one."""
        self.typed = read_line(os.environ.get("COMP_LINE", ""))
        return self.typed.words[1:], self.typed.last

    def format_completion(self, item: CompletionItem) -> str:
        """Kind, value and help."""
        option, equals, _ = self.typed.last.partition("=")
        value = f"{option}=" * (bool(equals) and option.startswith("--")) + str(item.value)
        return "\t".join((item.type, self.in_place(value), " ".join((item.help or "").split())))

    def in_place(self, value: str) -> str:
        """The value as the shell takes it."""
        return value


class BashComplete(_Lines):
    """bash: what is kept must not be said again, and the program quotes."""

    name = "bash"
    source_template = BASH

    def in_place(self, value: str) -> str:
        """The part of the value that bash puts in, quoted as the person began."""
        special = SPECIAL_IN.get(self.typed.quote, SPECIAL)
        escape = "'\\'" if self.typed.quote == "'" else "\\"
        return "".join(escape + char if char in special else char for char in value[self.typed.kept :])


class ZshComplete(_Lines):
    """zsh quotes by itself."""

    name = "zsh"
    source_template = ZSH


class FishComplete(_Lines):
    """fish quotes by itself."""

    name = "fish"
    source_template = FISH


SHELLS = {each.name: add_completion_class(each) for each in (BashComplete, ZshComplete, FishComplete)}


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(SHELLS)))
def completion_command(shell: str) -> int:
    """Print the completion script of a shell, to be loaded by its start-up file.

    \b
    bash, in ~/.bashrc:                    eval "$(vade completion bash)"
    zsh, in ~/.zshrc after compinit:       eval "$(vade completion zsh)"
    fish, in ~/.config/fish/config.fish:   vade completion fish | source
    """
    program = click.get_current_context().find_root().command
    click.echo(SHELLS[shell](program, {}, "vade", COMPLETE_VARIABLE).source(), nl=False)
    return EXIT_OK
