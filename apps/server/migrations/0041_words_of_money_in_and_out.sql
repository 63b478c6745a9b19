-- New words of the ledger, in a file of their own: a value of an enum cannot be used in the transaction that adds it.

alter type ledger.account_kind add value 'fx';
alter type ledger.account_kind add value 'suspense';
alter type ledger.movement add value 'deposit';
alter type ledger.movement add value 'deposit-suspended';
alter type ledger.movement add value 'withdrawal-held';
alter type ledger.movement add value 'withdrawal-released';
alter type ledger.movement add value 'withdrawal-completed';
alter type ledger.movement add value 'correction';
