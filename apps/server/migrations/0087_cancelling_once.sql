-- Taking a withdrawal back takes the id of its request, like everything that moves money: the same request again answers the same, and
-- for another withdrawal it is a conflict.

create table ledger.withdrawal_cancelling (
  customer_id bigint not null,
  request_id uuid not null,
  withdrawal_id bigint not null unique references ledger.withdrawal,
  primary key (request_id, customer_id)
);
create trigger withdrawal_cancelling_is_kept before update or delete or truncate on ledger.withdrawal_cancelling
  for each statement execute function ledger.refuse_change();

drop function ledger.cancel_withdrawal(bigint, bigint);

-- Takes a withdrawal of this customer back before anybody has approved it. Answers its state, as it is where nothing could be taken back;
-- 'conflict' where this request took another one back, and 'not-found' where the customer has none of that number.
-- Order of locks: the customer's accounts, the withdrawal, the stripe; the audit last.
create function ledger.cancel_withdrawal(p_customer_id bigint, p_request_id uuid, p_id bigint) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_past bigint;
  w ledger.withdrawal;
begin
  perform ledger.require_read_committed();
  if num_nulls(p_customer_id, p_request_id, p_id) > 0 then
    raise exception 'malformed request' using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from ledger.account where owner_id = p_customer_id and owner_id > 0 and kind = 'available' order by account_id for no key update;
  select withdrawal_id into v_past from ledger.withdrawal_cancelling where request_id = p_request_id and customer_id = p_customer_id;
  if v_past <> p_id then
    return 'conflict';
  end if;
  if not exists (select from ledger.withdrawal where withdrawal_id = p_id and customer_id = p_customer_id) then
    return 'not-found';
  end if;
  w := ledger.lock_withdrawal(p_id);
  if w.state <> 'under-review' or w.first_approver is not null then
    return w.state;
  end if;
  insert into ledger.withdrawal_cancelling (customer_id, request_id, withdrawal_id) values (p_customer_id, p_request_id, p_id);
  perform ledger.release_withdrawal(w, 'cancelled', null);
  perform ledger.tell_withdrawal(p_id, null, 'cancelled', '');
  return 'cancelled';
end
$$;

revoke all on function ledger.cancel_withdrawal(bigint, uuid, bigint) from public;
grant execute on function ledger.cancel_withdrawal(bigint, uuid, bigint) to candor_app;
