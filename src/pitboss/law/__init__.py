"""The law: citations, editions by date, readings, the register of paragraphs and its coverage."""
