"""The law on the server: what stands behind each citation, the pages of the law, and the rules sheet of each table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss
from kit.inside import Inside
from kit.parts import WITH_CARDS
from kit.serving import TABLES
from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.law.coverage import Row, coverage
from pitboss.law.house_rules import HOUSE_RULES
from pitboss.law.plain_names import day_in_words
from pitboss.law.readings import Reading, price_list, readings_of
from pitboss.law.register import citable_paragraphs, register
from pitboss.law.rules import Rules
from pitboss.server.live.table_settings import TableSetting, setting_of
from pitboss.server.pages import law as pages_law
from pitboss.server.routes import law as routes_law
from pitboss.server.views.citation_panel import Beside, citation_content, game_of, readings_about
from pitboss.table.brief import Sentence
from pitboss.table.money import dollars
from server.test_pages import Guest, Tags, check, visit

SOURCE = Path(pitboss.__file__).parent
HOUSE = re.compile(r"house:([a-z]+(?:-[a-z]+)*)")
T1996, T2007 = "1996-05-20", "2007-10-15"
# Told alike whatever is chosen: what the choice changes is told elsewhere.
WORDED_ALIKE = {"making-wagers", "payout-odds", "supplemental-odds", "vigorish"}


def behind(cite: str, game: str = "", rules: Rules | None = None) -> Beside:
    found = citation_content(cite, game_of(cite, game), rules)
    assert found is not None, cite
    return found


def test_every_cited_house_rule_and_no_other_has_a_sentence() -> None:
    """A new one needs a sentence in law/house_rules.py."""
    files = [file for kind in ("py", "toml", "html", "js") for file in SOURCE.rglob(f"*.{kind}")]
    cited = {name for file in files for name in HOUSE.findall(file.read_text(encoding="utf-8"))}
    assert cited == set(HOUSE_RULES)
    for name, sentence in HOUSE_RULES.items():
        assert behind(f"house:{name}").says == sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize("name", REGISTERED)
def test_every_paragraph_and_every_reading_can_be_shown(name: str) -> None:
    game = load(name)
    for edition, id_ in register(game.package):
        panel = behind(id_)
        assert (panel.kind, panel.game) == ("paragraph", name)
        assert edition in [text.text for text in panel.texts]
        assert id_ in [part.id for part in panel.parts] or not panel.texts[0].in_force
    for reading in readings_of(game.package).values():
        panel = behind(f"reading:{reading.id}", name)
        [told] = panel.readings
        assert [choice.id for choice in told.choices if choice.chosen] == [reading.default]
        assert panel.kind == ("default" if reading.stands_in else "reading")


def test_a_paragraph_shows_the_text_in_force_its_readings_and_the_other_text() -> None:
    panel = behind("18.10(c)")
    assert [(text.text, text.day, text.in_force) for text in panel.texts] == [
        (T2007, "October 15, 2007", True),
        (T1996, "May 20, 1996", False),
    ]
    assert panel.texts[0].gist != panel.texts[1].gist
    assert panel.parts[0].id == "18.10(a)"
    earlier = behind("18.10(c)", rules=load("let-it-ride").rules({}, T1996))
    assert (earlier.texts[0].text, earlier.texts[0].in_force) == (T1996, True)
    assert "18.10(j)" in [part.id for part in earlier.parts]
    asked = behind("18.10(b)", rules=load("let-it-ride").rules({"silent-seat": "withdraws"}))
    [silent] = [reading for reading in asked.readings if reading.id == "silent-seat"]
    assert [(choice.chosen, choice.usual) for choice in silent.choices] == [(False, True), (True, False)]
    assert [text.default for text in behind("18.3(a)", rules=load("let-it-ride").rules({}, T1996)).texts] == [True]
    assert [text.default for text in behind("18.3(a)").texts] == [False]


def test_a_citation_without_a_held_text_says_so() -> None:
    panel = behind("1.4", "craps")
    assert (panel.kind, panel.texts) == ("not held", ())
    assert "payout-odds" in [reading.id for reading in panel.readings]
    assert behind("20.7(a)").kind == "not held"
    assert behind("20.12").kind == "section"
    assert behind("13:69E-1.13H", "let-it-ride").says == "This is in another chapter. No text of it is held."
    assert citation_content("reading:none-such", load("craps"), None) is None
    assert citation_content("house:none-such", None, None) is None
    assert day_in_words("1996") == "1996"


def test_prices_shown_are_the_computed_ones() -> None:
    [told] = behind("reading:bonus-chip", "let-it-ride").readings
    assert told.changes == {"returned": ("bonus 24.071% -> 21.200%",)}
    assert set(price_list()) == set(REGISTERED)
    for name, listed in price_list().items():
        assert set(listed.readings) == set(readings_of(load(name).package))


# --- the rules in brief


def sentences(name: str, rules: Rules, **elected: Any) -> list[Sentence]:
    game = load(name)
    assert game.brief is not None
    return [message for chapter in game.brief(rules, game.house.usual(**elected)) for message in chapter.said]


def check_cites(name: str, rules: Rules, said: list[Sentence]) -> None:
    game = load(name)
    held = citable_paragraphs(game.package)
    for message in said:
        assert message.text.endswith((".", "?")), message
        for cite in message.cite.split(", "):
            kind, _, called = cite.partition(":")
            if kind == "house":
                assert called in HOUSE_RULES
            elif kind == "reading":
                assert called in readings_of(game.package)
            else:
                edition = rules.edition_of(cite)
                assert edition is not None
                assert (edition, cite) in held, message


@pytest.mark.parametrize("name", REGISTERED)
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_every_sentence_of_the_brief_cites_the_text_in_force(name: str, dealing: str) -> None:
    elected = {"dealing": dealing} if name in WITH_CARDS and not load(name).rests else {}
    for text in load(name).editions.texts:
        rules = load(name).rules({}, text.date)
        check_cites(name, rules, sentences(name, rules, **elected))


def test_the_brief_says_what_the_house_offers() -> None:
    rules = load("let-it-ride").rules({})
    more = sentences("let-it-ride", rules, bonus=True, three_card_bonus="B", two_positions=True, payout_limit=10**7)
    check_cites("let-it-ride", rules, more)
    assert len(more) == len(sentences("let-it-ride", rules)) + 4
    check_cites("craps", load("craps").rules({}), sentences("craps", load("craps").rules({}), buy_and_lay=True))


@pytest.mark.parametrize("name", REGISTERED)
def test_a_sentence_that_rests_on_a_reading_alone_is_another_for_each_choice(name: str) -> None:
    def texts_of_choice(reading: str, choice: str) -> list[str]:
        rules = load(name).rules({reading: choice})
        return [said.text for said in sentences(name, rules) if said.cite == f"reading:{reading}"]

    found = 0
    for reading in readings_of(load(name).package).values():
        texts = [texts_of_choice(reading.id, choice) for choice in reading.choices]
        if texts[0] and reading.id not in WORDED_ALIKE:
            found += 1
            assert all(texts.count(text) == 1 for text in texts), reading.id
    assert found or load(name).is_beyond  # there the paragraph says what the default is


# --- over HTTP


async def get_json(guest: Guest, path: str, status: int = 200) -> Any:
    answer = await guest.client.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_citation_shows_the_text_in_force_at_the_table(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        setting = setting_of(LetItRideHouse(readings={"silent-seat": "withdraws"}), as_of=T1996)
        await guest.app.state.casino.set_setting(1, setting)
        answer = await get_json(guest, "/api/law/18.10(c)/beside?table=1")
        assert [text["text"] for text in answer["texts"] if text["in_force"]] == [T1996]
        assert [text["text"] for text in (await get_json(guest, "/api/law/18.10(c)/beside"))["texts"]] == [T2007, T1996]
        answer = await get_json(guest, "/api/law/reading:silent-seat/beside?table=1")
        assert [choice["id"] for choice in answer["readings"][0]["choices"] if choice["chosen"]] == ["withdraws"]
        assert (await get_json(guest, "/api/law/house:limits/beside"))["says"] == HOUSE_RULES["limits"]
        for path in ("99.9", "reading:silent-seat", "reading:x?game=craps", "house:x"):
            where, _, query = path.partition("?")
            assert "Nothing is held under" in (await get_json(guest, f"/api/law/{where}/beside?{query}", 404))["detail"]
        script = await guest.client.get("/api/law/stand-ins.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert '"payout-odds"' in script.text
        assert "silent-seat" not in script.text

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize("table", TABLES, ids=TABLES.get)
def test_the_rules_sheet_follows_the_table(tmp_path: Path, table: int) -> None:
    async def play(guest: Guest) -> None:
        answer = await get_json(guest, f"/api/tables/{table}/rules")
        assert (answer["table"], answer["game"], answer["readings"]) == (table, TABLES[table], [])
        assert answer["printed"] == await get_json(guest, f"/api/tables/{table}/layout")
        assert len(answer["brief"]) == 4
        names = {each["name"]: each for each in answer["elected"]}
        house = load(TABLES[table]).house
        called = dict(zip(house.__struct_fields__, house.__struct_encode_fields__, strict=True))["minimum"]
        assert names[called]["value"] == dollars(house.usual().minimum)
        assert not names.keys() & {"inventory", "name", "pay"}
        page = check(await guest.get(f"/t/{table}/rules"))
        assert ("div", {"class": "rules-page", "data-rules": str(table), "data-testid": "rules"}) in page.found

    visit(tmp_path / "p.db", play)


def test_a_reading_that_differs_is_on_the_rules_sheet(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        setting: TableSetting = setting_of(LetItRideHouse(readings={"silent-seat": "withdraws"}, bonus=True))
        await guest.app.state.casino.set_setting(1, setting)
        answer = await get_json(guest, "/api/tables/1/rules")
        assert [reading["id"] for reading in answer["readings"]] == ["silent-seat"]
        assert ["If you do not answer, the bet comes back.", "reading:silent-seat"] in answer["brief"][1][1]
        assert {"name": "bonus", "value": "yes"}.items() <= next(
            each for each in answer["elected"] if each["name"] == "bonus"
        ).items()
        await get_json(guest, "/api/tables/99/rules", 404)
        await guest.get("/t/99/rules", 404)

    visit(tmp_path / "p.db", play)


# --- the pages


def test_a_section_is_one_page_with_its_texts_side_by_side(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        html = await guest.get("/law/18.10")
        page = check(html)
        held = register(load("let-it-ride").package)
        for (_, id_), law in held.items():
            if id_.startswith("18.10("):
                assert f'id="{id_}"' in html
                assert law.gist in page.text
        assert page.text.count("No such paragraph.") == 6  # (g)3 and (g)4 of 2007; (i), its two items and (j) of 1996
        assert (
            html.count('href="/readings#let-it-ride-own-cards"') == 2
        )  # its own paragraph, and 18.10(a), which it names
        one = check(await guest.get("/law/32.10"))
        assert "Text of" not in one.text  # there is one only
        facts = await guest.get("/law?game=roulette")  # which are not law, in the title either
        assert "<title>Roulette, not law: Pitboss</title>" in facts
        assert 'placeholder="beyond:roulette.1, or bet"' in facts
        index = check(await guest.get("/law"))
        assert ("a", {"href": "/law/18.10"}) in index.found
        assert "Craps and Mini-Craps, 1996, no day given (1.1 and 1.2(a)1 to 19): 43 paragraphs, 43 carried out." in (
            index.text
        )

    visit(tmp_path / "p.db", play)


def test_a_repeatedly_requested_paragraph_is_looked_up_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight connections that asked for nothing else had players wait seven times as long."""
    counted: list[str] = []

    def count_package(package: str) -> list[Row]:
        counted.append(package)
        return coverage(package)

    def count_paragraph(game: Game, id_: str) -> Iterator[Reading]:
        counted.append(id_)
        return readings_about(game, id_)

    monkeypatch.setattr(routes_law, "coverage", count_package)
    monkeypatch.setattr(pages_law, "readings_about", count_paragraph)
    routes_law.paragraph_answers.cache_clear()
    with Inside(path, [LetItRideHouse()]) as inside:
        for _ in range(3):
            assert [each["id"] for each in inside.request("GET", "/api/law/18.10(c)").json()] == ["18.10(c)"] * 2
            assert inside.request("GET", "/law/18.10(c)").status_code == 200
    assert sorted(counted) == sorted([*(load(name).package for name in REGISTERED), *["18.10(c)"] * 3])


def test_code_and_tests_are_one_level_deeper(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        first = [await guest.get(path) for path in ("/law", "/law/18.10", "/law/18.10(c)", "/readings", "/law?q=burn")]
        for html in first:
            assert not re.search(r"\.py\b|test_\w+", html)
        assert 'href="/law/18.10%28c%29/evidence"' in first[2]
        deeper = check(await guest.get("/law/18.10(c)/evidence"))
        assert re.search(r"play\.py:\w+", deeper.text)
        assert "test_" in deeper.text
        await guest.get("/law/18.99(c)/evidence", 404)

    visit(tmp_path / "p.db", play)


def test_readings_can_be_searched_by_game_word_and_price(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        def ids(html: str) -> list[str]:
            return [attrs["id"] for tag, attrs in Tags(html).found if tag == "section" and "id" in attrs]

        everything = ids(check_page(await guest.get("/readings")))
        assert everything == [f"{name}-{key}" for name in REGISTERED for key in readings_of(load(name).package)]
        craps = ids(await guest.get("/readings?game=craps"))
        assert craps == [each for each in everything if each.startswith("craps-")]
        priced = await guest.get("/readings?priced=true")
        assert ids(priced) == [
            f"{name}-{key}"
            for name, listed in price_list().items()
            for key, price in listed.readings.items()
            if price.changes
        ]
        assert "bonus 24.071% → 21.200%" in Tags(priced).text
        assert ids(await guest.get("/readings?q=vigorish&game=craps")) == ["craps-vigorish", "craps-winners-stay"]
        nothing = await guest.get("/readings?q=<script>")
        assert "0 readings" in nothing
        assert "&lt;script&gt;" in nothing

    def check_page(html: str) -> str:
        check(html)
        return html

    visit(tmp_path / "p.db", play)
