"""What a fact may say in other words and still state a claim, and what looks alike and states another thing (H9)."""

from __future__ import annotations

import pytest

from vademecum.recall.correct import Fact, choose_targets


def chosen(claim: str, truth: str, *facts: str) -> list[str]:
    found = choose_targets([Fact(fact, fact) for fact in facts], claim, truth)
    return list(found.targets)


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Nadia lives in Porto", "Nadia lives in Braga", "Nadia's home is in Porto."),
        ("Oskar works for Helvetia Rail", "Oskar works for Alpina Bus", "Oskar is employed by Helvetia Rail."),
        ("The kayak belongs to Freya", "The kayak belongs to Birgit", "Freya owns the kayak."),
        ("Tickets are sold by Marlene", "Tickets are sold by Anton", "Marlene is in charge of selling tickets."),
        ("The choir sings at 19:30", "The choir sings at 20:00", "At 7:30 p.m. the choir sings."),
        ("The newsletter goes out on Thursdays", "It goes out on Tuesdays", "The newsletter is sent every Thursday."),
        ("Sam takes the dog out at 6:30", "Sam takes the dog out at 7", "At half past six Sam goes out with the dog."),
        ("The telescope weighs 12 kilograms", "It weighs 14 kilograms", "The weight of the telescope is 12 kg."),
        ("The freezer is kept at minus 18 degrees", "It is kept at minus 20", "Temperature of the freezer: -18 °C"),
        ("The lease runs until 30 June", "The lease runs until 31 July", "The lease expires on June 30th."),
        ("Emma has stopped drinking coffee", "Emma drinks coffee again", "Emma no longer drinks coffee."),
        ("Petra's desk is on the third floor", "Petra's desk is on floor 4", "Petra's desk stands on the 3rd floor."),
        ("小蕊住在苏州", "小蕊住在无锡", "小蕊的家在苏州。"),
        ("小蕊住在苏州", "小蕊住在无锡", "小蕊定居苏州。"),
        ("蜜蜂由老贾照看", "蜜蜂由老蓝照看", "照料蜜蜂的是老贾。"),
        ("读书会在星期三晚上", "读书会在星期四晚上", "读书会每周三晚上办一次。"),
        ("冷库温度是零下十八度", "冷库温度是零下二十度", "冷库保持在零下 18 度。"),
        ("健身卡每月三百九十元", "健身卡每月四百四十元", "健身卡一个月要 390 块。"),
        ("租约到 2027 年 6 月 30 日", "租约到 2027 年 12 月 31 日", "租约 2027 年 6 月 30 日到期。"),
    ],
)
def test_h9_a_relation_may_be_said_in_other_words_turned_round_or_as_a_noun(claim: str, truth: str, fact: str) -> None:
    assert chosen(claim, truth, fact) == [fact]


@pytest.mark.parametrize(
    ("claim", "truth", "states", "another"),
    [
        ("The hut has two doors", "The hut has three doors", "The hut: two doors", "The hut sold two doors."),
    ],
)
def test_h9_what_goes_without_saying_may_be_left_out_but_nothing_else_said_in_its_place(
    claim: str, truth: str, states: str, another: str
) -> None:
    assert chosen(claim, truth, states, another) == [states]


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("The telescope weighs 12 kilograms", "The telescope weighs 14 kilograms", "望远镜重十二公斤。"),
        ("钢琴十月调音", "钢琴三月调音", "The piano is tuned in October."),
        ("采购由老秦负责", "采购由老邓负责", "Lao Qin is responsible for purchasing."),
        ("小雨对花粉过敏", "小雨对尘螨过敏", "Xiaoyu is allergic to pollen."),
        ("The printer is on the second floor", "The printer is on the third floor", "打印机在二楼。"),
    ],
)
def test_h9_a_claim_finds_its_fact_in_the_other_language_by_words_and_by_how_names_are_read(
    claim: str, truth: str, fact: str
) -> None:
    assert chosen(claim, truth, fact) == [fact]


def test_h9_names_that_are_read_alike_are_left_to_a_person() -> None:
    claim, truth = "Xiaomin works in Suzhou", "Xiaomin works in Wuxi"
    assert chosen(claim, truth, "小敏在苏州上班。") == ["小敏在苏州上班。"]
    assert chosen(claim, truth, "小敏在苏州上班。", "小民在苏州上班。") == []


@pytest.mark.parametrize(
    ("claim", "truth", "longer", "other"),
    [
        ("The drone flies for 25 minutes", "For 31", "The small drone flies for 25 minutes.", "The drone looks worn."),
        ("The bike has 21 gears", "The bike has 27 gears", "The e-bike has 21 gears.", "The bike looks worn."),
        ("The deposit is two rents", "Three", "The deposit for the garage is two rents.", "The deposit is safe."),
    ],
)
def test_h9_what_is_called_by_more_is_another_thing(claim: str, truth: str, longer: str, other: str) -> None:
    assert chosen(claim, truth, longer) == []
    assert chosen(claim, truth, longer, other) == []


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Ravi is vegetarian", "Ravi is vegan", "Ravi knows the vegetarian restaurant by the river."),
        ("Nadia lives in Porto", "Nadia lives in Braga", "Nadia lives near Porto."),
        ("Sven manages the Oslo team", "Sven manages the Bergen team", "Sven's boss manages the Oslo team."),
        ("Ann reports to Ben", "Ann reports to Cleo", "Ben reports to Ann."),
        ("The bakery uses spelt", "The bakery uses wheat", "The bakery used spelt in its first year."),
        ("The bakery delivers on Sundays", "It delivers on Mondays", "The bakery used to deliver on Sundays."),
        ("The freezer is kept at 18 degrees", "It is kept at 20", "The freezer is kept at minus 18 degrees."),
        ("The lift works", "The lift is out of order", "The lift is not working."),
        ("Our lawyer is lawyer Ng", "Our lawyer is lawyer Roy", "Lawyer Ng has two dogs."),
        ("Kim has two children", "Kim has three children", "Kim teaches two children."),
        ("Emil is in room 9", "Emil is in room 12", "Emil left room 9 at noon."),
        ("The logs go to /srv/a", "The logs go to /srv/b", "The logs are read from /srv/a by the shipper."),
        ("The clinic is on Mill Road", "It is on Elm Road", "The clinic has a car park on Mill Road."),
        ("The agent runs Arch", "The agent runs BSD", "If the upgrade fails, the agent runs Arch."),
        ("The stack is Loki", "The stack is Mimir", "We looked at Loki for the stack and declined."),
        ("Retries are capped at 4", "Retries are capped at 6", "Retries wait 4 seconds."),
        ("我们总部在巴塞尔", "我们总部在伯尔尼", "我们总部 2019 年从巴塞尔搬走了。"),
        ("The stack is Loki", "The stack is Mimir", "Our customers' stack is Loki."),
        ("The agent runs Arch", "The agent runs BSD", "The agent of the game team runs Arch."),
        ("监控用的是 Loki", "监控用的是 Mimir", "客户的监控用的是 Loki。"),
        ("构建机装的是 Arch", "构建机装的是 BSD", "游戏组的构建机装的是 Arch。"),
        ("班车由老布开", "班车由老恩开", "老布等班车。"),
        ("奶奶对花生过敏", "奶奶对虾过敏", "外婆对花生过敏。"),
        ("内测六月三日结束", "内测六月十七日结束", "公测六月三日结束。"),
        ("用户喜欢香菜", "用户讨厌香菜", "用户不喜欢香菜。"),
        ("用户的车是蓝色的", "用户的车是灰色的", "用户的自行车是蓝色的。"),
        ("小区的水压太低", "小区的水压正常了", "隔壁小区的水压太低。"),
        ("发布要一个人批准", "发布要两个人批准", "发布要三个人批准。"),
        ("小佳搬到成都了", "小佳搬到重庆了", "小佳去过成都。"),
    ],
)
def test_h9_another_thing_another_value_or_another_relation_is_left_alone(claim: str, truth: str, fact: str) -> None:
    assert chosen(claim, truth, fact) == []


def test_h9_a_value_with_nothing_of_what_it_is_about_states_nothing() -> None:
    assert chosen("retention 14 days", "retention 21 days", "The return period is 14 days.") == []
    assert chosen("max 20 MB", "max 50 MB", "The installer is 20 MB.") == []


def test_h9_a_fact_in_the_claims_own_words_is_chosen_whatever_else_it_seems_to_say() -> None:
    claim = "The wiki was at wiki.old.example."
    assert chosen(claim, "The wiki was at wiki.new.example.", claim) == [claim]


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Ravi is vegetarian", "Ravi is vegan", "Ravi doesn't eat meat."),
        ("Lunch is at noon", "Lunch is at one", "Lunch starts at 12:00."),
        ("Staging is on Kubernetes 1.27", "Staging is on Kubernetes 1.30", "The staging cluster runs Kubernetes 1.27."),
        ("健身房一年两千四", "健身房一年三千", "健身房年费是2400元。"),
        ("打印机放三楼了", "打印机放二楼了", "办公室的打印机在三楼。"),
    ],
)
def test_h9_what_is_meant_and_not_likely_enough_is_named_first_for_a_person_to_choose(
    claim: str, truth: str, fact: str
) -> None:
    found = choose_targets([Fact("fact", fact), Fact("other", "The kettle is new.")], claim, truth)
    assert (found.targets, found.candidates[:1]) == ((), ("fact",))
    assert found.abstained
