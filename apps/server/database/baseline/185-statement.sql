-- The statement has no tables of its own: it reads the ledger's entries.
create schema statement;
