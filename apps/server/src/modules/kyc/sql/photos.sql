-- Opens one photo: records who, when and why, visible to the customer, and returns its location. Null once it is
-- destroyed.
create function kyc.open_photo(p_secret text, p_submission_id bigint, p_side text, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{kyc,lead}');
  v_object_id text;
begin
  select object_id into v_object_id from kyc.photo where submission_id = p_submission_id and side = p_side;
  if v_object_id is null then
    return null;
  end if;
  insert into kyc.photo_view (submission_id, side, operator_id, reason, at_ms)
  values (p_submission_id, p_side, v_operator_id, p_reason, clock.now_ms());
  perform operator.append_audit(v_operator_id, 'kyc.photo-opened', 'kyc:' || p_submission_id, p_reason,
    jsonb_build_object('side', p_side));
  return v_object_id;
end
$$;

-- Photos past their retention, with their locations.
create function kyc.photos_due(p_limit integer) returns table (submission_id bigint, side text, object_id text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.submission_id, p.side, p.object_id
  from kyc.photo as p join kyc.submission as s using (submission_id) cross join kyc.rule as r
  where p.destroyed_ms is null and s.decided_ms is not null and s.decided_ms + r.retention_ms <= clock.now_ms()
  order by s.decided_ms limit p_limit
$$;

-- Says that photos which were due are destroyed; what a rejected customer typed goes with the last of them. What was
-- typed for a recovery goes with its photos however it ended, because the check keeps the same.
create function kyc.photo_destroyed(p_submission_id bigint, p_side text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update kyc.photo as p set object_id = null, destroyed_ms = clock.now_ms()
  where p.submission_id = p_submission_id and p.side = p_side
    and exists (select from kyc.photos_due(2147483647) as due where due.submission_id = p.submission_id
      and due.side = p.side);
  update kyc.submission as s set details_sealed = null, appeal_sealed = null
  where s.submission_id = p_submission_id and (s.state = 'rejected' or s.recovery_email is not null)
    and not exists (select from kyc.photo as p where p.submission_id = p_submission_id and p.destroyed_ms is null);
end
$$;
