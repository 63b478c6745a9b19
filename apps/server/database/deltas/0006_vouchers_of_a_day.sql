-- What one operator credits alone is bounded by a day, and a voucher names a transaction of its chain.
alter table deposit.deposit_setting
  -- In 10^-6 USDT: where one operator's approvals within 24 hours reach it, a second operator approves.
  add column per_operator_and_day bigint not null default 300000000 check (per_operator_and_day > 0);
alter table deposit.deposit_setting alter column per_operator_and_day drop default;

-- Not valid: earlier references may be any text.
alter table deposit.deposit add constraint reference_is_a_transaction check (
  reference ~ case chain when 'ERC20' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end) not valid;
alter table deposit.deposit_verdict add constraint verdict_names_a_transaction check (
  reference ~ '^(0x)?[0-9a-f]{64}$') not valid;
create index deposit_verdict_of_operator on deposit.deposit_verdict (operator_id, at_ms) where is_approval;
