"""The map of what is kept names each column of the schema."""

from db.schema.holds import _MAP, KINDS, OWNED, PERSON, holds
from db.schema.tables import metadata


def test_each_column_says_once_what_it_holds() -> None:
    columns = [column for table in metadata.tables.values() for column in table.columns]
    named = [(table, name) for table, kinds in _MAP.items() for each in kinds.values() for name in each.split()]

    assert not [str(column) for column in columns if "holds" not in column.info]
    assert sorted(named) == sorted((column.table.name, column.name) for column in columns)
    for column in columns:
        kind, of = holds(column)
        assert kind in KINDS
        if of is not None:
            assert kind in OWNED
            assert holds(column.table.c[of]).kind == PERSON
