"""What a citation `house:NAME` means. These are practices of the house, or plain sense; no paragraph is behind them."""

from __future__ import annotations

HOUSE_RULES: dict[str, str] = {
    "account": "What each wager of this round won or lost is not known. Only its acts can be shown.",
    "cards": "A deck has each card once. What is seen of it cannot have more.",
    "carry": "A round begins with the table as the round before left it.",
    "chain": "Each line of a record names the hash of the line before it. A changed line breaks that chain.",
    "chips": "You play with chips you have. Bring a whole number of the table's smallest chips, and no more than your "
    "account holds.",
    "closing": "The house opens and closes its tables. Once the dice are out, that waits until the wagers are settled.",
    "company": "This game makes sense only with company, so the table says when there are too few players.",
    "credit": "A supervisor can have chips taken from the table inventory to the cage.",
    "dealer-stake": "The house may put a stake of its own into each pot. It is counted in the table's chips.",
    "devices": "Which shuffler or shoe stands at the table is the house's choice. A device in use is not removed.",
    "editions": "A table offers only what the text in force on its day has.",
    "equipment": "What is at the table should agree with what is played there.",
    "file": "A house file has keys and values that can be read.",
    "fill": "A supervisor can have chips brought to the table inventory, and a payment waits until there are enough.",
    "gaming-day": "The house says when its gaming day and its shifts begin, and in which time zone.",
    "given-away": "No paragraph forbids odds at which players win in the long run. The house check warns of them.",
    "incident": "Something went wrong at the table and was reported. It is refused if it cannot happen there now.",
    "layout": "The custom of the trade: tables have this on the layout, and no held paragraph asks for it.",
    "limits": "The house sets and posts the least and the most you can bet.",
    "log": "A log of a table has lines that can be read, in the order in which things happened.",
    "name": "A table has a name that people can read, and no other table has the same.",
    "not-held": "Some sections of the law are not held. What they would say is played by labeled defaults.",
    "orders": "A supervisor can order only what can be done at the table now.",
    "other-version": "Another version of Pitboss played this round, so its acts cannot be shown here.",
    "payout-limit": "A payout limit needs a text that allows it and an amount. Without them every winning wager is "
    "paid in full.",
    "print": "What is printed should agree with what the table pays.",
    "refund": "The house can give a player money back that no round gives back, and records who did it and why.",
    "round": "Each thing has its moment. After the end of a round, or while the dealer acts, the table takes nothing.",
    "rules": "A record names the rules by which its rounds were played.",
    "seats": "You play from your own seat. Each player has one, and the table has only so many.",
    "service": "The house decides when a table is open, and it stops a table that has a fault.",
    "sizes": "The house sets how many times the ante the bet and the double are. No held paragraph gives their sizes.",
    "smallest-chip": "Every amount is a whole number of the table's smallest chips, so that it can be paid exactly.",
    "staff": "Staff do not play at tables that they supervise, except at one of their own. The house can have somebody "
    "leave a table.",
    "store": "Nothing counts until it is stored. What could not be stored did not happen.",
    "tables": "The house keeps its tables in order. A table is closed and empty before it is put away.",
    "unseen": "What was not seen cannot be judged, and nobody is blamed for it.",
    "void": "The house can void a round that cannot stand as it is, and every wager of it goes back.",
    "wagers": "A wager is chips on the layout, and you can change or take back only your own.",
    "wind-up": "A round that cannot be played to its end is wound up, and every wager goes back.",
}
