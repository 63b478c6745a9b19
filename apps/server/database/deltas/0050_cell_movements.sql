-- What is booked between cells. A start with one cell books none of it.
alter type ledger.account_kind add value 'clearing';
alter type ledger.movement add value 'cell-moved';
alter type ledger.movement add value 'sale-across';
