"""Why this version cannot play at a table, for those who supervise it."""

from __future__ import annotations

from pitboss.server.live.table_settings import from_text, played_by
from pitboss.server.live.tables import UNPLAYABLE, Casino
from pitboss.store.row_types import Account, TableRow


def why_unplayable(casino: Casino, account: Account | None, row: TableRow) -> str:
    """Return what is wrong with the setting of a table; or for an administrator whatever it is."""
    if account is not None and account.role == "admin":
        return casino.broken.get(row.id, UNPLAYABLE)
    try:
        played_by(from_text(row.setting))
    except ValueError as wrong:
        return str(wrong)
    return UNPLAYABLE
