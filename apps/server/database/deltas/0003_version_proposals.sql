-- Deciding proposed versions: a routine only, over contract terms, swap terms and interest products.
create schema version;
