"""The plan made anew, from the configuration as it is; the slow way of a hook, taken once after each change."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

from vademecum.config import Config
from vademecum.errors import ConfigError
from vademecum.library.plan_cache import Plan, load_plan, plan_file
from vademecum.library.planning import keep_plan, make_plan
from vademecum.memory import Memory
from vademecum.surfaces.hooks.event import Place


def replan(place: Place) -> Plan:
    """The plan for a folder, kept for the next hook. While the configuration file is wrong the last good one serves.

    Raises ConfigError when there is none, StorageError when it can't be kept.
    """
    file = plan_file(place.state, place.cwd, place.env)
    try:
        memory = Memory.open(cwd=Path(place.cwd), env=place.env)
    except ConfigError:
        last = load_plan(file, but_config=True)
        if last is None:
            raise
        return last
    plan = make_plan(memory.library, memory.setting.workspace, Path(place.cwd), Path(place.state), place.env)
    plan = as_configured(plan, memory.setting.config)
    keep_plan(file, plan)
    return plan


def as_configured(plan: Plan, config: Config) -> Plan:
    """A plan with what a configuration says of hooks and of the channels that a prompt's hook serves by itself."""
    hooks, recall = config.hooks, config.channels.recall
    return plan._replace(
        tell=hooks.tell,
        record_prompts=hooks.record_prompts,
        recall_chars=recall.max_chars if recall.on else 0,
        nudges=astuple(config.channels.nudges),
    )
