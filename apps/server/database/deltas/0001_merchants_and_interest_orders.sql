-- The glossary's words: a merchant of the trading floor (before: desk), an interest order (before: term), the minimum
-- of an account (before: floor). Kinds of movements and messages keep their values: hashes and clients depend on them.

alter table ledger.account rename column floor to minimum;
alter table ledger.account rename constraint account_without_floor to account_without_minimum;
alter type ledger.account_kind rename value 'desk' to 'merchant';
alter type ledger.account_kind rename value 'term' to 'invested';

alter type floor.desk_kind rename to merchant_kind;
alter table floor.desk rename to merchant;
alter table floor.merchant rename column desk_id to merchant_id;
alter sequence floor.desk_desk_id_seq rename to merchant_merchant_id_seq;
alter table floor.advert rename column desk_id to merchant_id;
alter table floor.advert rename column desk_kind to merchant_kind;
alter index floor.advert_of_desk rename to advert_of_merchant;
alter table floor.sale rename column desk_id to merchant_id;
alter index floor.sale_waiting_of_desk rename to sale_waiting_of_merchant;
alter table floor.desk_funding rename to merchant_funding;
alter table floor.merchant_funding rename column desk_id to merchant_id;
alter index floor.desk_funding_reference rename to merchant_funding_reference;
alter index floor.desk_funding_of_desk rename to merchant_funding_of_merchant;
alter sequence floor.desk_funding_funding_id_seq rename to merchant_funding_funding_id_seq;

alter type interest.term_state rename to order_state;
alter table interest.term rename to interest_order;
alter table interest.interest_order rename column term_id to order_id;
alter table interest.interest_order rename column term_account_id to invested_account_id;
alter sequence interest.term_term_id_seq rename to interest_order_order_id_seq;
alter index interest.term_of_customer rename to order_of_customer;
alter index interest.term_due rename to order_due;
alter index interest.term_earning_of_account rename to order_earning_of_account;
alter type interest.term_answer rename to order_answer;
alter type interest.order_answer rename attribute term_id to order_id;
alter type interest.maturity rename attribute term_id to order_id;

-- In a new database the end of the baseline still adds a constraint to the table's old name. This stand-in takes it;
-- the delta after the routines drops it and adds the constraint to interest orders.
create table interest.term (amount bigint, daily_rate_ppm integer, duration_ms bigint, interest bigint);

-- Names that PostgreSQL gave to constraints.
do $$
declare
  v_constraint record;
begin
  for v_constraint in
    select conrelid::regclass as relation, conname as name, replace(replace(replace(
        regexp_replace(regexp_replace(conname, '^term_', 'interest_order_'), '^desk_', 'merchant_'),
        'term_account', 'invested_account'), 'term_id', 'order_id'), 'desk_', 'merchant_') as renamed
    from pg_constraint
    where conrelid in ('floor.advert'::regclass, 'floor.merchant'::regclass, 'floor.merchant_funding'::regclass,
      'floor.sale'::regclass, 'interest.interest_order'::regclass) and conname ~ 'desk_|term_'
  loop
    execute format('alter table %s rename constraint %I to %I', v_constraint.relation, v_constraint.name,
      v_constraint.renamed);
  end loop;
end
$$;
