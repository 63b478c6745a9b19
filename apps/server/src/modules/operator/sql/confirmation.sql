-- Confirmations by passkey: what an operator signs before an act that needs two of them. The bytes are made here, and
-- only the verifier, a process with a role of its own, may say that a passkey has signed them. An attacker who has
-- taken over the server can neither write a confirmation nor use one for another case, amount or decision.

-- Opens a confirmation of a case, valid for five minutes: the bytes to sign, which hold a random number, so that no two
-- are alike, and the operator's passkeys. Internal.
create function operator.open_confirmation(p_operator_id bigint, p_kind text, p_case_id bigint, p_details jsonb)
returns table (confirmation_id bigint, bytes text, credential_ids text[])
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now_ms constant bigint := clock.now_ms();
  v_until_ms constant bigint := v_now_ms + 5 * 60000;
begin
  delete from operator.confirmation
  where operator_id = p_operator_id and confirmed_ms is null and until_ms <= v_now_ms;
  insert into operator.confirmation as opened (operator_id, kind, case_id, details, bytes, until_ms)
  select p_operator_id, p_kind, p_case_id, p_details,
    E'Candor confirmation 1\n' || jsonb_pretty(jsonb_build_object('act', p_kind, 'number', p_case_id::text, 'details',
      p_details, 'operator', name, 'validUntilMs', v_until_ms, 'nonce', encode(crypto.gen_random_bytes(16), 'hex'))),
    v_until_ms
  from operator.account where operator_id = p_operator_id
  returning opened.confirmation_id, opened.bytes, operator.credential_ids(p_operator_id)
    into strict confirmation_id, bytes, credential_ids;
  return next;
end
$$;

-- Which of two decisions is signed. The second operator does not learn who decided first. Internal.
create function operator.signed_step(p_is_second boolean) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('step', case when p_is_second then '2 of 2' else '1 of 2' end)
$$;

-- The passkeys that an operator may sign with. Internal.
create function operator.credential_ids(p_operator_id bigint) returns text[]
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(credential_id order by passkey_id), '{}') from operator.passkey
  where operator_id = p_operator_id and removed_ms is null
$$;

-- Consumes the operator's confirmation of exactly this act on exactly these details. CO005 where there is none.
-- Internal.
create function operator.require_confirmation(p_operator_id bigint, p_kind text, p_case_id bigint, p_details jsonb)
returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update operator.confirmation set used_ms = clock.now_ms()
  where used_ms is null and confirmation_id = (
    select c.confirmation_id from operator.confirmation as c left join operator.passkey as p using (passkey_id)
    where c.operator_id = p_operator_id and c.kind = p_kind and c.case_id = p_case_id and c.details = p_details
      and c.confirmed_ms is not null and c.used_ms is null and c.until_ms > clock.now_ms() and p.removed_ms is null
    order by c.confirmation_id limit 1 for update of c);
  if not found then
    raise exception '% of % has to be confirmed with a passkey', p_kind, p_case_id using errcode = 'CO005';
  end if;
end
$$;

-- What the verifier needs to verify a signature: the challenge, the passkey of this credential if it is the operator's,
-- and for a new passkey the key of the owner's code. Empty where nothing waits.
create function operator.awaited_confirmation(p_confirmation_id bigint, p_credential_id text)
returns table (
  kind text, challenge bytea, code_key bytea, passkey_id bigint, public_key bytea, sign_count bigint
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.kind, sha256(convert_to(c.bytes, 'UTF8')), code.key, p.passkey_id, p.public_key, p.sign_count
  from operator.confirmation as c
  left join operator.passkey as p
    on p.operator_id = c.operator_id and p.credential_id = p_credential_id and p.removed_ms is null
  left join operator.passkey_code as code
    on code.operator_id = c.operator_id and code.expires_ms > clock.now_ms() and c.kind = 'passkey.add'
  where c.confirmation_id = p_confirmation_id and c.confirmed_ms is null and c.until_ms > clock.now_ms()
$$;

-- Stores that a passkey has signed. False where that has come too late, or the passkey has signed meanwhile: a counter
-- that does not grow is that of a copy. Internal.
create function operator.sign_confirmation(p_confirmation_id bigint, p_passkey_id bigint, p_sign_count bigint,
  p_assertion jsonb) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_confirmation operator.confirmation;
begin
  select * into v_confirmation from operator.confirmation
  where confirmation_id = p_confirmation_id and confirmed_ms is null and until_ms > clock.now_ms() for update;
  update operator.passkey set sign_count = p_sign_count, last_used_ms = clock.now_ms()
  where passkey_id = p_passkey_id and operator_id = v_confirmation.operator_id and removed_ms is null
    and (sign_count < p_sign_count or (sign_count = 0 and p_sign_count = 0));
  if not found then
    return false;
  end if;
  update operator.confirmation set passkey_id = p_passkey_id, assertion = p_assertion, confirmed_ms = clock.now_ms()
  where confirmation_id = p_confirmation_id;
  return true;
end
$$;

-- Confirms a case with what a passkey signed. For the verifier only. False as in sign_confirmation, and for a
-- confirmation of a new passkey.
create function operator.confirm_case(p_confirmation_id bigint, p_passkey_id bigint, p_sign_count bigint,
  p_assertion jsonb) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select operator.sign_confirmation(confirmation_id, p_passkey_id, p_sign_count, p_assertion)
    from operator.confirmation where confirmation_id = p_confirmation_id and kind <> 'passkey.add'), false)
$$;

-- Confirms a case for a reviewer of the sandbox, whose accounts no person uses. For the verifier only; false outside a
-- sandbox and for every other account.
create function operator.confirm_for_reviewer(p_confirmation_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update operator.confirmation as c set confirmed_ms = clock.now_ms(), assertion = '{"by": "sandbox"}'
  where c.confirmation_id = p_confirmation_id and c.confirmed_ms is null and c.until_ms > clock.now_ms()
    and c.kind <> 'passkey.add' and operator.is_sandbox()
    and exists (select from operator.account as a where a.operator_id = c.operator_id and a.is_sandbox);
  return found;
end
$$;

-- Adds a passkey: by the owner's code, which it consumes, or by one that the operator has, which has signed
-- (`p_by_passkey_id`, with its new counter). For the verifier only. False as in sign_confirmation, and for a credential
-- that is known.
create function operator.enrol_passkey(p_confirmation_id bigint, p_credential_id text, p_public_key bytea,
  p_sign_count bigint, p_name text, p_evidence jsonb, p_by_passkey_id bigint, p_by_sign_count bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_confirmation operator.confirmation;
  v_passkey_id bigint;
begin
  select * into v_confirmation from operator.confirmation
  where confirmation_id = p_confirmation_id and kind = 'passkey.add' and confirmed_ms is null
    and until_ms > clock.now_ms() for update;
  if v_confirmation.confirmation_id is null
    or exists (select from operator.passkey where credential_id = p_credential_id) then
    return false;
  elsif p_by_passkey_id is null then
    delete from operator.passkey_code where operator_id = v_confirmation.operator_id and expires_ms > clock.now_ms();
    if not found then
      return false;
    end if;
    update operator.confirmation set assertion = p_evidence, confirmed_ms = clock.now_ms()
    where confirmation_id = p_confirmation_id;
  elsif not operator.sign_confirmation(p_confirmation_id, p_by_passkey_id, p_by_sign_count, p_evidence) then
    return false;
  end if;
  update operator.confirmation set used_ms = confirmed_ms where confirmation_id = p_confirmation_id;
  insert into operator.passkey (operator_id, credential_id, public_key, sign_count, name, created_ms)
  values (v_confirmation.operator_id, p_credential_id, p_public_key, p_sign_count, p_name, clock.now_ms())
  returning passkey_id into v_passkey_id;
  perform operator.append_audit(v_confirmation.operator_id, 'operator.passkey-added',
    'operator:' || v_confirmation.operator_id, '', jsonb_build_object('passkeyId', v_passkey_id, 'name', p_name,
      'isFirst', p_by_passkey_id is null));
  return true;
end
$$;

-- A confirmation that was given is kept, and each step is taken once.
create function operator.keep_confirmation() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_steps constant text[] := array['passkey_id', 'assertion', 'confirmed_ms', 'used_ms'];
begin
  if tg_op = 'DELETE' then
    if old.confirmed_ms is null then
      return old;
    end if;
  elsif (to_jsonb(new) - v_steps) = (to_jsonb(old) - v_steps) and old.used_ms is null
    and (old.confirmed_ms is null or (old.passkey_id, old.assertion, old.confirmed_ms)
      is not distinct from (new.passkey_id, new.assertion, new.confirmed_ms)) then
    return new;
  end if;
  raise exception 'a confirmation is given once, used once and kept' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger confirmation_is_kept before update or delete on operator.confirmation
  for each row execute function operator.keep_confirmation();
