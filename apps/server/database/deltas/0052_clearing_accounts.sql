alter table ledger.account validate constraint account_without_minimum;
