-- The six digits of a 30-second step (RFC 6238 with SHA-1, as authenticators use). Internal.
create function operator.totp(p_secret bytea, p_step bigint) returns text
language plpgsql immutable strict set search_path = pg_catalog, pg_temp as $$
declare
  v_mac constant bytea := crypto.hmac(int8send(p_step), p_secret, 'sha1');
  v_from constant integer := get_byte(v_mac, 19) & 15;
  v_number constant bigint := ((get_byte(v_mac, v_from) & 127)::bigint << 24) | (get_byte(v_mac, v_from + 1) << 16)
    | (get_byte(v_mac, v_from + 2) << 8) | get_byte(v_mac, v_from + 3);
begin
  return lpad((v_number % 1000000)::text, 6, '0');
end
$$;

-- The step of a code, among the current ones newer than `p_after`; null for any other code. Internal.
create function operator.totp_step_of(p_secret bytea, p_code text, p_after bigint) returns bigint
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select max(step) from generate_series(clock.now_ms() / 30000 - 1, clock.now_ms() / 30000 + 1) as step
  where step > p_after and operator.totp(p_secret, step) = p_code
$$;

-- Seals the secret of an authenticator under a key that the database never stores: AES-256-CBC, and an HMAC over the
-- account's name as well, so that a sealed secret opens in its own row only. Internal.
create function operator.sealed_totp(p_name text, p_secret bytea, p_key bytea) returns bytea
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_iv constant bytea := crypto.gen_random_bytes(16);
  v_body constant bytea :=
    v_iv || crypto.encrypt_iv(p_secret, crypto.hmac('encryption'::bytea, p_key, 'sha256'), v_iv, 'aes-cbc/pad:pkcs');
begin
  if p_key is null or octet_length(p_key) <> 32 then
    raise exception 'the key of authenticators has 32 bytes' using errcode = 'invalid_parameter_value';
  end if;
  return v_body || operator.totp_seal_mac(p_name, v_body, p_key);
end
$$;

-- Internal.
create function operator.totp_seal_mac(p_name text, p_body bytea, p_key bytea) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
  select crypto.hmac(sha256(convert_to(p_name, 'UTF8')) || p_body,
    crypto.hmac('authentication'::bytea, p_key, 'sha256'), 'sha256')
$$;

-- The secret that was sealed for this name under this key; null for any other. Internal.
create function operator.opened_totp(p_name text, p_sealed bytea, p_key bytea) returns bytea
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_body constant bytea := substring(p_sealed from 1 for octet_length(p_sealed) - 32);
begin
  if (substring(p_sealed from octet_length(p_sealed) - 31) = operator.totp_seal_mac(p_name, v_body, p_key)) is not true
    then
    return null;
  end if;
  return crypto.decrypt_iv(substring(v_body from 17), crypto.hmac('encryption'::bytea, p_key, 'sha256'),
    substring(v_body from 1 for 16), 'aes-cbc/pad:pkcs');
end
$$;

-- Seals secrets from before, and again those that open under the former key. Raises where one opens under neither key.
-- For the owner only.
create function operator.seal_authenticators(p_key bytea, p_former_key bytea default null) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_account operator.account;
  v_secret bytea;
  v_count integer := 0;
begin
  for v_account in select * from operator.account order by operator_id for no key update loop
    if operator.opened_totp(v_account.name, v_account.sealed_totp, p_key) is null then
      v_secret := coalesce(v_account.totp_secret,
        operator.opened_totp(v_account.name, v_account.sealed_totp, p_former_key));
      if v_secret is null then
        raise exception 'the authenticator of % is sealed under another key', v_account.name
          using errcode = 'data_corrupted';
      end if;
      update operator.account set totp_secret = null,
        sealed_totp = operator.sealed_totp(v_account.name, v_secret, p_key)
      where operator_id = v_account.operator_id;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;
