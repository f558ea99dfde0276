// What an act changed, laid over a view or a look. A look is the part of a view that can be drawn and that acts change;
// everything else of a view is always the newest. Pure functions: what was before stays as it was.

// Of these only the entries that differ are sent, null for one that is gone.
const KEYED = new Set(["chips", "wagers", "owners", "hands", "out", "piles", "marks"]);

function laidOver(entries, changed) {
  const found = { ...entries };
  for (const [key, value] of Object.entries(changed)) {
    if (value === null) delete found[key];
    else found[key] = value;
  }
  return found;
}

export function apply(view, changes) {
  const next = { ...view };
  for (const [name, value] of Object.entries(changes)) {
    next[name] = KEYED.has(name) && view[name] ? laidOver(view[name], value) : value;
  }
  // Chips and the dealer's words travel by themselves; the picture finds them at the seats and among what was said.
  if (next.chips && next.seats) {
    next.seats = next.seats.map((seat) => (seat.number in next.chips ? { ...seat, chips: next.chips[seat.number] } : seat));
  }
  if (next.words !== undefined) next.said = next.words ? [next.words] : [];
  return next;
}

const LOOK = ["wagers", "owners", "hands", "out", "piles", "marks", "community", "dealer", "back", "lit", "dice", "pot", "button"];

export function lookOf(view) {
  const look = Object.fromEntries(LOOK.map((name) => [name, view[name]]));
  return { ...look, chips: Object.fromEntries(view.seats.map((seat) => [seat.number, seat.chips])), words: view.said.at(-1) ?? "" };
}

// The view to be drawn while the acts that lead to the newest one are still being shown.
export function seenAs(view, look) {
  const { chips, words, ...drawn } = look;
  const seats = view.seats.map((seat) => ({ ...seat, chips: chips[seat.number] ?? seat.chips }));
  return { ...view, ...drawn, seats, said: words ? [words] : [], last_dice: view.settled?.dice ?? [] };
}

// The table as it was settled: every hand, every wager and what became of it.
export function settledAs(view, settled, look) {
  const hands = {};
  for (const [place, cards] of Object.entries(settled.cards)) {
    const position = /^hand (\d+)$/.exec(place)?.[1];
    if (position) hands[position] = cards;
  }
  Object.assign(hands, settled.own);
  const [wagers, owners] = [{}, {}];
  for (const { seat, position, spot, staked } of settled.results) {
    owners[position] = seat;
    wagers[position] = { ...wagers[position], [spot]: staked };
  }
  // Where the law has the cards collected hand by hand, what is shown afterwards is a record.
  const record = Object.keys(hands).some((position) => !(position in (look?.hands ?? {})));
  return {
    ...seenAs(view, look ?? lookOf(view)),
    hands, owners,
    wagers: view.with_cards ? wagers : view.wagers,
    community: settled.cards.community ?? [], dealer: settled.cards.dealer ?? [],
    dice: settled.dice, asked: null, said: [], seats: view.seats, results: settled.results, nets: settled.nets, record: record && view.with_cards,
    you: { ...view.you, offers: [] },
  };
}
