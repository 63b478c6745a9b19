-- The six digits of a 30-second step (RFC 6238 with SHA-1, as authenticators use). Internal.
create function operator.totp(p_secret bytea, p_step bigint) returns text
language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
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
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select max(step) from generate_series(clock.now_ms() / 30000 - 1, clock.now_ms() / 30000 + 1) as step
  where step > p_after and operator.totp(p_secret, step) = p_code
$$;
