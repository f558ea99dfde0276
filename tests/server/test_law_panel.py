"""The panel that a citation opens, in a real browser: by mouse and by keyboard, in the side column and on a phone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from kit import programs
from kit.series import first, first_two
from kit.serving import TABLES, Server
from pitboss.games import load
from pitboss.law.register import register
from pitboss.server.static_files import ADDRESS
from server.test_browser import MILLISECONDS, browser

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)

# A page with the regions of a table, as the panel sees them: felt, side column, bar.
REGIONS = """async () => {
  const { citationChips, lawPopover } = await import("LAW");
  const made = (kind, text) => {
    const found = document.createElement("div");
    found.id = kind;
    found.innerHTML = text;
    document.body.append(found);
    return found;
  };
  document.body.replaceChildren();
  const narrow = innerWidth < 800;
  const felt = made("felt", "felt");
  const side = made("side", narrow ? "" : "side");
  const chips = citationChips("18.10(e), reading:silent-seat, house:limits", "let-it-ride");
  const bar = made("bar", chips + citationChips("reading:payout-odds", "craps"));
  for (const [each, [left, top, width, height]] of [
    [felt, narrow ? [0, 48, 390, 600] : [0, 48, 960, 608]],
    [side, narrow ? [0, 0, 0, 0] : [960, 48, 320, 648]],
    [bar, narrow ? [0, 648, 390, 196] : [0, 696, 1280, 104]],
  ]) {
    each.style.position = "absolute";
    for (const [name, value] of Object.entries({ left, top, width, height })) each.style[name] = `${value}px`;
  }
  if (narrow) side.hidden = true;
  lawPopover(side, { table: 1, sheet: felt });
}""".replace("LAW", f"{ADDRESS}/law_panel.js")  # the page's own: it listens to the chips, too


@pytest.fixture(scope="module")
def panel_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("panel") / "pitboss.db") as server:
        yield server
        assert server.stop() == 0


@pytest.fixture
def page(browser: Browser, panel_server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    complaints: list[str] = []
    size: ViewportSize = getattr(request, "param", DESK)
    context = browser.new_context(viewport=size)
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{panel_server.url}/t/1/rules")
    expect(page.locator(".rules")).to_be_visible()
    yield page
    assert not complaints
    context.close()


def box(found: Locator) -> dict[str, float]:
    at: Any = found.bounding_box()
    return dict(at)


def panel(page: Page) -> Locator:
    return page.get_by_test_id("law-panel")


def panel_text(page: Page) -> Locator:
    """Return the text of the panel, once it is filled."""
    found = panel(page)
    expect(found.locator("a")).to_be_visible()
    return found


def test_a_press_opens_the_panel_in_the_side_column_and_focus_returns(page: Page) -> None:
    page.evaluate(REGIONS)
    chip = page.get_by_role("button", name="Paragraph 18.10(e)")
    assert chip.inner_text() == "18.10(e)"
    chip.click()
    found = panel_text(page)
    expect(found.get_by_role("heading", name="N.J.A.C. 19:47-18.10(e)")).to_be_focused()
    expect(found).to_contain_text("In force here: the text of October 15, 2007.")
    expect(found).to_contain_text("take back bet number 2, or let it ride?")
    expect(found).to_contain_text("The text of May 20, 1996 says the same.")
    side, at = box(page.locator("#side")), box(found)
    assert side["x"] <= at["x"]
    assert at["x"] + at["width"] <= side["x"] + side["width"]
    assert side["y"] <= at["y"]
    assert at["y"] + at["height"] <= side["y"] + side["height"]
    link = found.get_by_role("link", name="Open in the law")
    assert (link.get_attribute("target"), link.get_attribute("href")) == ("_blank", "/law/18.10%28e%29")
    page.get_by_test_id("law-close").click()
    expect(found).to_be_hidden()
    expect(chip).to_be_focused()
    chip.click()
    expect(found).to_be_visible()
    chip.click()  # the same again closes it
    expect(found).to_be_hidden()


def test_the_panel_works_by_keyboard_alone(page: Page) -> None:
    page.evaluate(REGIONS)
    chip = page.get_by_role("button", name="Reading silent seat")
    assert chip.inner_text() == "reading"
    chip.focus()
    page.keyboard.press("Enter")
    found = panel_text(page)
    expect(found).to_contain_text("A player gives no answer when asked.")
    expect(found.locator(".choices .taken")).to_contain_text("rides taken here")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("law-close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(found).to_be_hidden()
    expect(chip).to_be_focused()
    for name, text in (("House rule limits", "The house sets and posts"), ("Default payout odds", "Section 1.4")):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Space")
        expect(found).to_contain_text(text)
        page.keyboard.press("Escape")
        expect(found).to_be_hidden()
        expect(page.get_by_role("button", name=name)).to_be_focused()


def test_the_section_opens_in_place_and_leads_on(page: Page) -> None:
    page.evaluate(REGIONS)
    chip = page.get_by_role("button", name="Paragraph 18.10(e)")
    chip.click()
    found = panel_text(page)
    found.get_by_text("Section 18.10", exact=True).click()
    expect(found.locator(".law-section li")).to_have_count(len(list_of_18_10()))
    found.get_by_role("button", name="Paragraph 18.10(c)").click()
    expect(found.get_by_role("heading", name="N.J.A.C. 19:47-18.10(c)")).to_be_focused()
    expect(found).to_contain_text("The text of May 20, 1996")
    page.evaluate("() => { const bar = document.querySelector('#bar'); bar.innerHTML = bar.innerHTML; }")  # drawn anew
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Paragraph 18.10(e)")).to_be_focused()


def list_of_18_10() -> list[str]:
    held = register(load("let-it-ride").package)
    return [id_ for edition, id_ in held if edition == "2007-10-15" and id_.startswith("18.10(")]


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_on_a_phone_it_lies_over_the_felt_and_never_over_the_bar(page: Page) -> None:
    page.evaluate(REGIONS)
    page.get_by_role("button", name="Paragraph 18.10(e)").click()
    found = panel_text(page)
    found.get_by_text("Section 18.10", exact=True).click()
    felt, at = box(page.locator("#felt")), box(found)
    assert felt["y"] <= at["y"]
    assert at["y"] + at["height"] <= felt["y"] + felt["height"]
    assert at["x"] >= 0
    assert at["x"] + at["width"] <= PHONE["width"]
    for button in (page.get_by_test_id("law-close"), found.locator("button.cite").first):
        size = box(button)
        assert min(size["width"], size["height"]) >= 44


def test_cited_texts_are_inserted_as_text_and_not_as_markup(page: Page) -> None:
    result = page.evaluate(
        "async () => (await import('/static/law_panel.js')).citationChips(`<b>\"'&, 18.6(d)`, `<i>`)"
    )
    assert "<b>" not in result
    assert "<i>" not in result
    assert result.count("<button") == 2
    assert page.evaluate("async () => (await import('/static/law_panel.js')).citationChips('')") == ""


@pytest.mark.parametrize("table", first_two(TABLES), ids=TABLES.get)
@pytest.mark.parametrize("page", first(1, [DESK, PHONE]), indirect=True, ids=["desk", "phone"])
def test_every_chip_of_a_rules_sheet_opens(page: Page, panel_server: Server, table: int) -> None:
    page.goto(f"{panel_server.url}/t/{table}/rules")
    expect(page.locator(".rules")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    cites = page.evaluate(
        "[...new Set([...document.querySelectorAll('.rules [data-cite]')].map(one => one.dataset.cite))]"
    )
    assert len(cites) > 10
    for cite in cites:
        if cite.startswith("13:69E"):  # a chapter that is not held
            continue
        page.locator(f'[data-cite="{cite}"]').first.dispatch_event("click")
        expect(panel(page).locator(".dim, .gist, .law-reading").first).not_to_have_text("Looking it up…")
        expect(panel(page)).not_to_contain_text("Nothing is held")
