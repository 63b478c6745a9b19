-- The reward for an invitation: off until the owner sets an amount, promised when the invited customer becomes verified
-- and only while the money put aside covers it, paid once.

create trigger reward_is_paid_once before update on invite.invite_reward for each row
  execute function ledger.require_single_step('paid_ms', 'seq');

-- The canonical bytes of a paid reward: the input of its batch's hash.
create function invite.invite_reward_bytes(r invite.invite_reward) returns bytea
language sql stable
return int8send(r.invited_id) || int8send(r.inviter_id) || int2send(r.asset) || int8send(r.amount)
  || int8send(r.promised_ms) || int8send(r.paid_ms);

-- An inviter's reward for the next customer who becomes verified; no row if there is none: no reward is set, the
-- inviter has reached the maximum or is disabled, or the stripe's reward money is already promised.
create function invite.next_invite_reward(p_inviter_id bigint) returns table (asset smallint, amount bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.asset, s.amount
  from invite.invite_setting as s
  join identity.customer as c on c.customer_id = p_inviter_id and c.state = 1
  join ledger.balance as house on house.kind = 'reward' and house.stripe = ledger.stripe_of(p_inviter_id, s.asset)
  where s.amount > 0
    and (select count(*) from invite.invite_reward as r where r.inviter_id = p_inviter_id) < s.most_per_inviter
    and house.available
      >= s.amount + (select coalesce(sum(r.amount), 0) from invite.invite_reward as r where r.stripe = house.stripe
        and r.paid_ms is null)
$$;

-- Promises the reward in the verification's transaction; customers verified before get none. The locks prevent counting
-- the same money or the same position twice. Lock order: the inviter's accounts, the house.
create function invite.promise_reward() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from invite.invite_setting where amount > 0) then
    return null;
  end if;
  perform ledger.lock_accounts_of(new.invited_by, 'available');
  perform ledger.lock_house('reward', s.asset, ledger.stripe_of(new.invited_by, s.asset))
    from invite.invite_setting as s;
  insert into invite.invite_reward (invited_id, inviter_id, asset, amount, stripe, promised_ms)
  select new.customer_id, new.invited_by, r.asset, r.amount, ledger.stripe_of(new.invited_by, r.asset), clock.now_ms()
  from invite.next_invite_reward(new.invited_by) as r
  on conflict do nothing;
  return null;
end
$$;
create trigger verified_friend_is_rewarded after update of kyc_state on identity.customer
  for each row when (new.invited_by is not null and new.kyc_state = 'verified' and old.kyc_state <> 'verified')
  execute function invite.promise_reward();

-- The promised rewards of a stripe that can be paid, oldest first, each by its invited customer. A disabled inviter's
-- wait until the inviter is enabled. Those in `p_skipped` are left out.
create function invite.due_invite_rewards(p_stripe smallint, p_limit integer, p_skipped bigint[]) returns bigint[]
language sql set search_path = pg_catalog, pg_temp as $$
  select array(
    select r.invited_id from invite.invite_reward as r
    where r.stripe = p_stripe and r.paid_ms is null and r.invited_id <> all(p_skipped)
      and exists (select from identity.customer as c where c.customer_id = r.inviter_id and c.state = 1)
      and not exists (
        select from ledger.balance as a
        where a.owner_id = r.inviter_id and a.kind = 'available' and a.asset = r.asset and a.is_frozen)
    order by r.promised_ms, r.invited_id limit p_limit
  )
$$;

-- Pays up to `p_limit` (at most 1,000) promised rewards of a stripe in one batch, oldest first, and returns their
-- inviters. Safe to run concurrently: a reward is paid once. `p_skipped` names rewards that failed before, which the
-- caller can leave unpaid but not change. Order of locks: the inviters' accounts, the rewards, the stripe, the house.
create function invite.pay_invite_rewards(p_stripe smallint, p_limit integer, p_skipped bigint[] default '{}')
  returns setof invite.rewarded
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
  v_stripe ledger.stripe;
  v_house bigint;
  v_now_ms bigint;
  v_total bigint;
  v_digest bytea;
  v_lines ledger.line[];
begin
  perform ledger.require_batch(p_stripe, p_limit, p_skipped);
  v_ids := invite.due_invite_rewards(p_stripe, p_limit, p_skipped);
  perform ledger.lock_accounts(array(select ledger.account_of(r.inviter_id, 'available', r.asset, null)
    from invite.invite_reward as r where r.invited_id = any(v_ids)));
  v_ids := array(
    select r.invited_id from invite.invite_reward as r where r.invited_id = any(v_ids) and r.paid_ms is null
      order by r.invited_id for no key update);
  if cardinality(v_ids) = 0 then
    return; -- Nothing is due, or another call was faster.
  end if;
  v_stripe := ledger.lock_stripe(p_stripe);
  v_house := ledger.lock_house('reward', v_stripe.asset, p_stripe);
  v_now_ms := clock.now_ms();
  with paid as (
    update invite.invite_reward set paid_ms = greatest(v_now_ms, promised_ms), seq = v_stripe.seq + 1
      where invited_id = any(v_ids) returning *
  )
  select string_agg(invite.invite_reward_bytes(paid), ''::bytea order by paid.invited_id), sum(paid.amount)::bigint,
    array_agg(row(ledger.account_of(paid.inviter_id, 'available', paid.asset, null), paid.invited_id, 'invite-reward',
      paid.amount, 0)::ledger.line
      order by paid.invited_id)
  into v_digest, v_total, v_lines from paid;
  perform ledger.book(v_stripe, 'invite-reward', v_now_ms, sha256(v_digest),
    v_lines || row(v_house, null, 'invite-reward', -v_total, 0)::ledger.line);
  perform message.add(r.inviter_id, 'invite-rewarded', 'invite:' || invite.invitation_place(r.invited_id),
    jsonb_build_object(
      'asset', ledger.asset_name(r.asset), 'amount', ledger.units_text(r.amount),
      'contact', invite.masked_contact(friend.mobile, friend.email)))
  from invite.invite_reward as r
  join identity.customer as friend on friend.customer_id = r.invited_id
  where r.invited_id = any(v_ids) order by r.invited_id;
  return query select distinct r.inviter_id, c.invite_code
    from invite.invite_reward as r join identity.customer as c on c.customer_id = r.inviter_id
      where r.invited_id = any(v_ids);
end
$$;

-- Sets the reward from now on; zero ends it. Promised rewards stay promised. For the owner only.
create function invite.set_invite_reward(p_asset smallint, p_amount bigint) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ update invite.invite_setting set asset = p_asset, amount = p_amount $$;

-- Puts money aside for rewards, in equal parts across the stripes of an asset, once for each source. For the owner
-- only. Internal.
create function invite.fund_rewards(p_source text, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_stripe ledger.stripe;
begin
  if p_amount < 4 then
    return;
  end if;
  perform 1 from ledger.stripe where asset = p_asset order by stripe for no key update;
  for v_stripe in select * from ledger.stripe where asset = p_asset order by stripe loop
    perform ledger.receive(format('reward-funding:%s:%s', p_source, v_stripe.stripe), 'house-funding',
      ledger.account_of(0, 'reward', p_asset, v_stripe.stripe), v_stripe.stripe, p_amount / 4);
  end loop;
end
$$;

create trigger reward_is_kept before delete or truncate on invite.invite_reward for each statement
  execute function ledger.refuse_change();
