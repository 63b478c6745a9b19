-- New words of the ledger, in a file of their own: a value of an enum cannot be used in the transaction that adds it.

alter type ledger.account_kind add value 'term';
alter type ledger.account_kind add value 'escrow';
alter type ledger.account_kind add value 'desk';
alter type ledger.account_kind add value 'interest';
alter type ledger.account_kind add value 'reward';
alter type ledger.movement add value 'swap';
alter type ledger.movement add value 'desk-funded';
alter type ledger.movement add value 'advert-held';
alter type ledger.movement add value 'advert-released';
alter type ledger.movement add value 'sale-escrowed';
alter type ledger.movement add value 'sale-completed';
alter type ledger.movement add value 'sale-lapsed';
alter type ledger.movement add value 'term-opened';
alter type ledger.movement add value 'term-matured';
alter type ledger.movement add value 'term-redeemed';
alter type ledger.movement add value 'interest-paid';
alter type ledger.movement add value 'invite-reward';
