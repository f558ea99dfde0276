"""Signs, layout inscriptions and gaming guides: they have what they must have, and each prints on one page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from kit import programs
from kit.series import first
from pitboss.cli.main import main
from pitboss.compliance.papers import type_size
from pitboss.compliance.papers.card_art import cards, dice
from pitboss.compliance.papers.paper import EdgeRows, NoPapersError, Subject
from pitboss.compliance.papers.placard import OTHER_CHAPTERS, file_stems, guide, layout, placards, sign
from pitboss.games import REGISTERED, load
from pitboss.law.house_rules import HOUSE_RULES
from pitboss.law.readings import readings_of
from pitboss.law.register import leads_to_paragraph
from pitboss.table.cards import FULL_DECK, card_name
from pitboss.table.guide import Guide
from pitboss.table.money import Money, Odds, dollars

A_PAGE = re.compile(rb"/Type\s*/Page\b")
FOR = re.compile(r"\d\s+for\s+\$?\d", re.I)
CLAIMS = re.compile(r"\b(compliant|certified|approved)\b", re.I)
LONGEST = "The “Grand” table <b>&amp;</b> at the far end of the floor/2"
assert len(LONGEST) == 60


def subject(game: str, as_of: str | None = None, **elected: Any) -> Subject:
    played = load(game)
    house = played.house.usual(**elected)
    return Subject(house, played.rules(house.readings, as_of))


def full_subjects() -> list[Subject]:
    """Return every game with all that it can offer and the longest name, and the older text of the game with two."""
    more: dict[str, dict[str, Any]] = {
        "let-it-ride": {
            "bonus": True,
            "three_card_bonus": "D",
            "two_positions": True,
            "payout_limit": Money(123_456_789),
        },
        "craps": {"buy_and_lay": True, "odds": (3, 4, 5), "readings": {"vigorish": "when-made"}},
        "winners-pot-poker": {"commission_percent": "2.5", "commission_fixed": Money(2_550)},
    }
    found = [subject(game, name=LONGEST, **more.get(game, {})) for game in REGISTERED]
    return [*found, subject("let-it-ride", "1996-05-20", name=LONGEST, payout_limit=Money(5_000_000))]


def plain() -> list[Subject]:
    return [*map(subject, REGISTERED), subject("let-it-ride", "1996-05-20")]


def words(page: str) -> str:
    """Return the text that a person reads on a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.S)))


def rows(page: str) -> list[tuple[str, str]]:
    found = re.findall(r"<tr><th>(.*?)</th><td>(.*?)</td></tr>", page, re.S)
    return [(unescape(line), unescape(paid)) for line, paid in found]


def test_a_shared_layout_is_printed_once() -> None:
    for each in plain():
        shared = each.printed_layout.drawing is not None
        assert not (shared and "positions, each marked like this" in words(layout(each))), each.game.name


def test_every_game_says_what_its_papers_show() -> None:
    for game in REGISTERED:
        assert isinstance(subject(game).guide, Guide)


def cited_paragraphs(guide: Guide) -> Iterator[str]:
    for each in guide.offered:
        yield from (each.limits.cite, each.wins.cite, *(table.cite for table in each.pays))
    yield from (said.cite for said in (*guide.decide, *guide.posted))
    yield from (each.cite for each in guide.rankings)
    yield from (each.cite for each in guide.demands)


@pytest.mark.parametrize("each", [*plain(), *full_subjects()], ids=lambda each: f"{each.game.name} {each.rules.as_of}")
def test_every_citation_leads_somewhere(each: Subject) -> None:
    """It leads to a paragraph in force, a reading, a rule of the house, or what is said to belong to another
    chapter."""
    for cite in {cite for cites in cited_paragraphs(each.guide) for cite in cites.split(", ")}:
        kind, colon, name = cite.partition(":")
        if colon and kind in ("reading", "house"):
            assert name in (readings_of(each.game.package) if kind == "reading" else HOUSE_RULES), cite
        elif not cite.startswith("13:69E-"):
            edition = each.rules.edition_of(cite)
            assert edition is not None, cite
            assert leads_to_paragraph(each.game.package, edition, cite), cite


@pytest.mark.parametrize("each", [*plain(), *full_subjects()], ids=lambda each: f"{each.game.name} {each.rules.as_of}")
def test_the_sign_has_every_line_that_is_printed_on_the_layout(each: Subject) -> None:
    found = {(line.lower(), paid) for line, paid in rows(sign(each))}
    for table in (*each.printed_layout.pays, *each.pays):
        for line, paid in table.lines:
            if "odds" in line and not any(each.house.odds):  # type: ignore[attr-defined]
                continue  # true odds that the table does not offer
            assert (line.lower(), paid) in found, f"{table.title}: {line}"
    for _, paid in rows(sign(each)):
        assert paid == "push" or paid.startswith("$") or Odds.parse(paid)


def test_better_odds_are_on_sign_layout_and_guide() -> None:
    kind = type(subject("let-it-ride").house.pay)  # type: ignore[attr-defined]
    better = subject("let-it-ride", bonus=True, pay=kind(base={"flush": "9 win 1"}, bonus={"flush": Money(7_500)}))
    for page in (sign(better), layout(better), guide(better)):
        assert ("Flush", "9 to 1") in rows(page)
        assert ("Flush", "$75") in rows(page)
        assert ("Flush", "8 to 1") not in rows(page)


@pytest.mark.parametrize("each", [*plain(), *full_subjects()], ids=lambda each: f"{each.game.name} {each.rules.as_of}")
def test_no_odds_use_for_and_no_paper_claims_anything(each: Subject) -> None:
    for page in (sign(each), layout(each), guide(each)):
        assert not FOR.search(words(page))
        assert not CLAIMS.search(words(page))
        assert ("not law" if each.game.is_beyond else "as last held") in words(page)
        assert (f"19:47-{each.game.subchapter}" in words(page)) is not each.game.is_beyond


def test_limits_are_those_of_the_house() -> None:
    for each in plain():
        house = each.house
        assert f"{dollars(house.minimum)} to {dollars(house.maximum)}" in words(sign(each))
    told = words(sign(subject("let-it-ride", three_card_bonus="A", three_card_maximum=Money(7_700), bonus=True)))
    assert "$1 to $77" in told
    assert "$1, no more and no less" in told
    assert "The dollar itself does not come back." in told
    other = subject("let-it-ride", bonus=True, readings={"bonus-chip": "returned"})
    assert "The dollar comes back with it." in words(sign(other))
    assert "Three card bonus" not in words(sign(subject("let-it-ride")))
    assert "up to 10 times the bet" in words(sign(subject("craps", odds=(10, 10, 10))))
    assert "Odds pay" not in words(sign(subject("craps", odds=(0, 0, 0))))
    assert "Buy 4 or 10" not in words(sign(subject("craps")))
    assert "Buy 4 or 10" in words(sign(subject("craps", buy_and_lay=True)))
    assert "3 times the ante" in words(sign(subject("winners-pot-poker", double_times=3)))


def test_the_payout_limit_is_the_houses_or_the_laws() -> None:
    assert "$50,000" not in words(sign(subject("let-it-ride")))
    assert "$60,000" in words(sign(subject("let-it-ride", payout_limit=Money(6_000_000))))
    assert "$50,000" in words(sign(subject("ultimate-texas-holdem")))
    assert "$50,000" in words(sign(subject("winners-pot-poker")))


def marked_surfaces(page: str) -> dict[str, list[str]]:
    """Return, by paragraph, the surfaces that are marked."""
    surfaces = ("layout", "sign", "brochure", "publication")
    found = {}
    for line in re.findall(r"<tr><td>.*?</tr>", page, re.S):
        marks = re.findall(r'<td class="mark">(.*?)</td>', line)
        [cited] = re.findall(r'class="cite">(.*?)<', line)
        found[cited] = [surface for surface, mark in zip(surfaces, marks, strict=True) if mark]
    return found


def test_demands_mark_the_surfaces_that_paragraphs_name() -> None:
    """See READINGS.md, "odds in print": the layout in 18.11(a), the sign in 32.11(a) and 33.11(a); no other is held."""
    for as_of in (None, "1996-05-20"):
        assert marked_surfaces(layout(subject("let-it-ride", as_of)))["18.11(a)"] == [
            "layout",
            "brochure",
            "publication",
        ]
    assert marked_surfaces(layout(subject("ultimate-texas-holdem")))["32.11(a)"] == ["sign", "brochure", "publication"]
    pot = layout(subject("winners-pot-poker"))
    assert marked_surfaces(pot)["33.11(a)"] == ["sign", "brochure", "publication"]
    assert "Odds of winning jacks plus wagers use the word" in words(pot)
    for game in ("three-card-poker", "craps"):
        assert "No held paragraph of this game says how its odds are printed" in words(layout(subject(game)))
    assert marked_surfaces(layout(subject("three-card-poker"))) == {"20.10(b)": ["layout"]}
    bonuses = marked_surfaces(
        layout(subject("let-it-ride", bonus=True, three_card_bonus="B", payout_limit=Money(5_000_000)))
    )
    assert {"18.6A(b)", "18.6B(b)", "18.11(c)"} <= set(bonuses)
    assert not {"18.6A(b)", "18.6B(b)", "18.11(c)"} & set(marked_surfaces(layout(subject("let-it-ride"))))


def test_areas_that_a_paragraph_calls_for_are_asked_of_the_layout() -> None:
    """These are areas for cards that nobody owns, for the pot, and for later wagers."""
    for dealing, cite in (("manual-shoe", "18.7(c)2"), ("automated-shoe", "18.9(c)")):
        assert marked_surfaces(layout(subject("let-it-ride", dealing=dealing)))[cite] == ["layout"]
    stacks = marked_surfaces(layout(subject("three-card-poker", dealing="automated-shoe")))
    assert (stacks["20.10(b)"], stacks["20.9(c)"]) == (["layout"], ["layout"])
    assert {"32.7(d)2", "32.10(b), 32.10(d)"} <= set(marked_surfaces(layout(subject("ultimate-texas-holdem"))))
    assert {"33.10(c)1", "33.10(e)"} <= set(marked_surfaces(layout(subject("winners-pot-poker"))))


def test_a_layout_shows_only_what_the_table_offers() -> None:
    plain, rich = subject("craps", odds=(0, 0, 0)), subject("craps", buy_and_lay=True)
    for said in ("pass odds", "buy 4", "lay 4", "times odds"):
        assert said not in words(layout(plain))
        assert said in words(layout(rich))
    assert "pass; don't pass; come;" in words(layout(plain))


def test_mini_craps_is_called_so() -> None:
    for page in (sign, layout, guide):
        assert "Mini-Craps" in words(page(subject("craps", mini_craps=True, seats=9)))
        assert "Mini-Craps" not in words(page(subject("craps")))


@pytest.mark.parametrize("read", ["straight", "loses"])
def test_a_suited_ace_king_queen_is_paid_as_it_is_read(read: str) -> None:
    """If the pay table has no line for it, "straight flush 40 to 1" would promise something else."""
    told = {"straight": "A-K-Q in one suit is paid as a straight.", "loses": "A-K-Q in one suit is not paid."}[read]
    other = subject("let-it-ride", three_card_bonus="A", readings={"mini-royal-without-a-line": read})
    assert told in words(sign(other))
    assert told in words(guide(other))
    assert "A-K-Q in one suit" not in words(sign(subject("let-it-ride", three_card_bonus="A")))
    assert "A-K-Q in one suit is a straight flush" in words(guide(subject("let-it-ride", three_card_bonus="A")))
    lined = subject("let-it-ride", three_card_bonus="D", readings={"mini-royal-without-a-line": read})
    assert told not in words(sign(lined)) + words(guide(lined))


def test_an_ace_is_low_in_three_cards_as_it_is_read() -> None:
    assert "A-2-3 is the lowest straight" in words(guide(subject("let-it-ride", three_card_bonus="B")))
    other = subject("let-it-ride", three_card_bonus="B", readings={"ace-two-three": "none"})
    assert "A-2-3 is not a straight" in words(guide(other))


def test_the_guide_names_the_bet_of_its_edges() -> None:
    """With a payout limit of $50,000 a bet of $500 has an edge of 5.2 percent, and one of $5 has 3.5."""
    limited = words(guide(subject("let-it-ride", payout_limit=Money(5_000_000))))
    assert "if you play as well as can be, at bets of $5 (it may be another one at other bets)" in limited
    assert "at bets of" not in words(guide(subject("let-it-ride")))
    assert "at bets of" not in words(guide(subject("three-card-poker")))


def test_edges_that_depend_on_folding_do_not_claim_the_best_play() -> None:
    told = words(guide(subject("winners-pot-poker")))
    assert "from never folding to folding every hand" in told
    assert "as well as can be" not in told
    assert ("Jacks plus", "24.75% to 87.69%") in rows(guide(subject("winners-pot-poker")))


def test_what_a_patron_must_know_is_in_the_guide_too() -> None:
    fee = subject("craps", buy_and_lay=True, readings={"vigorish": "when-made"})
    two = subject("let-it-ride", two_positions=True)
    stake = subject("winners-pot-poker", dealer_stake=Money(2_500))
    for each, said in (
        (fee, "costs five percent of the bet"),
        (two, "two positions that are next to each other"),
        (stake, "The house puts $25 into each pot."),
    ):
        assert said in words(guide(each))
        assert said in words(sign(each))


def test_the_payout_limit_leaves_bonus_bets_apart() -> None:
    """18.11(c) covers the three bets but no bonus."""
    limit = Money(5_000_000)
    assert "$50,000 at the most, bonus bets apart." in words(
        guide(subject("let-it-ride", bonus=True, payout_limit=limit))
    )
    assert "$50,000 at the most." in words(guide(subject("let-it-ride", payout_limit=limit)))


def test_royal_flushes_share_the_limit_of_jacks_plus() -> None:
    assert "share that amount, if more is due to them together." in words(sign(subject("winners-pot-poker")))
    literal = subject("winners-pot-poker", readings={"royals": "always"})
    assert "Players with royal flushes in one round share that amount." in words(sign(literal))


def test_a_craps_sign_says_in_which_steps_to_bet() -> None:
    """The dealer refuses bets that cannot be paid exactly, such as $5 on place 6, although the minimum is $5."""
    assert "$6 on place 6 or 8 to win; $8 on place 5 or 9 to lose" in words(sign(subject("craps")))
    assert "$4 on horn" in words(sign(subject("craps")))
    assert "$2 on lay 4 or 10, buy 5 or 9" in words(sign(subject("craps", buy_and_lay=True)))


def test_guides_show_hands_and_edges_and_drop_nothing_of_the_brief() -> None:
    for each in plain():
        page = guide(each)
        for ranking in each.guide.rankings:
            for hand in ranking.hands:
                said = ", ".join(map(card_name, hand.cards)) or ", ".join(f"{a} and {b}" for a, b in hand.dice)
                assert f'aria-label="{said}"' in page
        for chapter in each.brief:
            if chapter.title not in OTHER_CHAPTERS:
                assert all(said.text in words(page) for said in chapter.said)
        assert set(OTHER_CHAPTERS) & {chapter.title for chapter in each.brief}
    assert ("Pair plus", "2.32%") in rows(guide(subject("three-card-poker")))
    assert ("Pass, come", "1.41%") in rows(guide(subject("craps")))
    bare = subject("craps")
    bare.__dict__["edge_rows"] = EdgeRows(why="numpy is missing")
    assert "%" not in words(guide(bare))


def test_hands_drawn_are_what_they_are_called() -> None:
    """They are ranked by the game's own ranking, and in its order."""
    from pitboss.games.let_it_ride.law.ranking import five_card_class, three_card_class

    five, three = subject("let-it-ride", three_card_bonus="D").guide.rankings
    names = [re.sub("-", " ", five_card_class(hand.cards)) for hand in five.hands[:-2]]
    assert names == [hand.name.lower() for hand in five.hands[:-2]]
    made = [re.sub("-", " ", three_card_class(hand.cards, "run")) for hand in three.hands]
    assert made == [hand.name.lower() for hand in three.hands]


def test_throws_are_all_there_once() -> None:
    [ranking] = subject("craps").guide.rankings
    assert sorted(throw for hand in ranking.hands for throw in hand.dice) == sorted(product(range(1, 7), repeat=2))


def test_every_card_and_die_can_be_drawn() -> None:
    assert cards(FULL_DECK).count("<g ") == 52
    assert dice(tuple((one, two) for one in range(1, 7) for two in range(1, 7))).count("<circle") == 36 * 7


def test_file_names_are_plain_and_differ() -> None:
    stems = file_stems(["Let It Ride 1", "Let it ride/1", "Winner's Pot", "牌", "../..", "Café <b>", "牌"])
    assert stems == ["let-it-ride-1", "let-it-ride-1-2", "winners-pot", "table-4", "table-5", "cafe-b", "table-7"]


def test_odd_names_are_safe() -> None:
    odd = "\"><script>alert('1')</script>"
    for page in placards([subject("craps", name=odd)]).values():
        assert "<script" not in page


def test_a_game_without_a_guide_is_refused() -> None:
    from toy import GAME

    house = GAME.house.usual()
    bare = Subject(house, GAME.rules({}))
    bare.__dict__["game"] = GAME
    with pytest.raises(NoPapersError, match=r"guide\.py"):
        _ = bare.guide


def test_type_is_as_large_as_fits() -> None:
    assert type_size.largest_size(lambda size: 100 * size, 100, 1.5) == 1.0
    assert type_size.largest_size(lambda size: 100 * size, 99, 1.5) == 0.98
    assert type_size.largest_size(lambda size: 0, 100, 1.1) == 1.1
    assert type_size.columns_height([10, 10, 10, 10], 2) == 20
    assert type_size.columns_height([30, 5, 5], 3) == 30


# --- in a browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs.find("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


PAPERS = {"Letter": (215.9, 279.4), "A4": (210, 297)}  # millimeters


@pytest.mark.skipif(
    programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: placards not printed"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("paper", first(1, PAPERS))
def test_every_paper_prints_on_one_page(chromium: Browser, tmp_path: Path, paper: str) -> None:
    """Nothing is loaded, nothing is wider than the sheet, and nothing is below the foot of the page."""
    page = chromium.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    wide, high = PAPERS[paper]
    page.on("request", lambda request: asked.append(request.url))
    for name, text in placards([*plain(), *full_subjects()]).items():
        if name == "index.html":
            continue
        asked.clear()
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        assert asked == [file.as_uri()]
        wrong += [f"{name} on {paper}: more than one page"] * (len(A_PAGE.findall(page.pdf(format=paper))) != 1)
        page.emulate_media(media="print")
        page.set_viewport_size({"width": round((wide - 24) / 25.4 * 96), "height": round((high - 21) / 25.4 * 96)})
        last, foot, across, room = page.evaluate(
            """() => {
              const foot = document.querySelector("footer").getBoundingClientRect();
              const parts = [...document.querySelectorAll("main > :not(footer)")];
              const bottoms = parts.map(each => each.getBoundingClientRect().bottom);
              return [Math.max(...bottoms), foot.top, document.body.scrollWidth, innerWidth];
            }"""
        )
        wrong += [f"{name} on {paper}: the foot covers {last - foot:.0f} pixels"] * (last > foot)
        wrong += [f"{name} on {paper}: something is cut off"] * (across > room)
    assert not wrong


# --- the command


def house_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_command_writes_three_pages_a_table_and_an_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = house_file(tmp_path, '[[table]]\ngame = "craps"\n[[table]]\ngame = "three-card-poker"\nname = "A/B"\n')
    assert main(["placard", str(path), "-o", str(tmp_path / "out"), "--json"]) == 0
    written = json.loads(capsys.readouterr().out)["written"]
    assert sorted(Path(each).name for each in written) == [
        "a-b-guide.html", "a-b-layout.html", "a-b-sign.html", "craps-1-guide.html", "craps-1-layout.html",
        "craps-1-sign.html", "index.html",
    ]  # fmt: skip
    assert all(Path(each).is_file() for each in written)
    index = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert all((tmp_path / "out" / link).is_file() for link in re.findall(r'href="(.*?)"', index))
    assert main(["placard", str(path), "-o", str(tmp_path / "out")]) == 2
    assert "already exists" in capsys.readouterr().err


def test_a_table_that_cannot_open_gets_no_papers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = '[[table]]\ngame = "craps"\n[[table]]\ngame = "let-it-ride"\npayout-limit = "49999.99"\n'
    assert main(["placard", str(house_file(tmp_path, bad)), "-o", str(tmp_path / "out")]) == 1
    assert "no papers for Let It Ride 1, which cannot open" in capsys.readouterr().err
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"index.html", "craps-1-sign.html", "craps-1-layout.html", "craps-1-guide.html"}
    assert "18.11(c)" in words((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    assert main(["placard", str(house_file(tmp_path, bad[25:])), "-o", str(tmp_path / "none")]) == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("-", "-o writes several files and cannot print them"),
        ("none/x", "cannot open none/x: the folder none does not exist"),
        ("house.toml/x", "cannot open house.toml/x: part of its path is a file"),
        ("house.toml", "house.toml already exists and was not changed"),
    ],
)
def test_an_impossible_folder_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], output: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    house_file(tmp_path, '[[table]]\ngame = "craps"\n')
    assert main(["placard", "house.toml", "-o", output]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1


def test_warnings_are_on_the_index(tmp_path: Path) -> None:
    path = house_file(tmp_path, '[[table]]\ngame = "craps"\ninventory = 10\n')
    assert main(["placard", str(path), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    assert "cannot pay one maximum wager" in words((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    assert "cannot pay" not in words((tmp_path / "out" / "craps-1-sign.html").read_text(encoding="utf-8"))


def test_wrong_print_does_not_prevent_papers(tmp_path: Path) -> None:
    wrong = '[[table]]\ngame = "let-it-ride"\n[table.printed.layout.odds.base]\n"flush" = "9 for 1"\n'
    assert main(["placard", str(house_file(tmp_path, wrong)), "-o", str(tmp_path / "out"), "--quiet"]) == 0
    index = words((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    assert "violation" in index
    assert "18.11(a)" in index
    page = (tmp_path / "out" / "let-it-ride-1-sign.html").read_text(encoding="utf-8")
    assert ("Flush", "8 to 1") in rows(page)


@pytest.mark.parametrize(
    "text", ["x", "[[table]]\nname = 5\n", "", "table = 3\n", '[[table]]\ngame = "bingo"\n', "table = [1]"]
)
def test_bad_files_give_one_clear_line_and_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert main(["placard", str(house_file(tmp_path, text)), "-o", str(tmp_path / "out")]) in (1, 2)
    told = capsys.readouterr().err
    assert told
    assert "Traceback" not in told
    assert "internal error" not in told
    assert not (tmp_path / "out").exists()
    assert main(["placard", str(tmp_path / "no.toml"), "-o", str(tmp_path / "out")]) == 2
