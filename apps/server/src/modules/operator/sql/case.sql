-- What an operator signs for an act on a case; null where the act needs no signature now. The routine that decides the
-- case computes the same. Internal.
create function confirmation.details_of(p_operator_id bigint, p_kind text, p_id bigint, p_reference text)
returns jsonb
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return case p_kind
    when 'withdrawal.approve' then
      (select withdrawal.approval_details(w, p_operator_id)
        from withdrawal.withdrawal as w where w.withdrawal_id = p_id)
    when 'withdrawal.fail' then
      (select withdrawal.failing_details(w) from withdrawal.withdrawal as w where w.withdrawal_id = p_id)
    when 'deposit.approve' then
      (select deposit.approval_details(d, deposit.held_transfer(p_id), p_operator_id, p_reference)
        from deposit.deposit as d where d.deposit_id = p_id)
    when 'correction.confirm' then
      (select correction.signed_details(c) from correction.correction as c where c.correction_id = p_id)
    when 'desk-funding.confirm' then
      (select floor.signed_details(f) from floor.merchant_funding as f where f.funding_id = p_id)
    when 'advert.publish' then
      (select floor.signed_advert(a) from floor.advert_proposal as a where a.proposal_id = p_id)
    when 'halt.lift' then
      (select market.signed_lift(h) from market.halt as h where h.halt_id = p_id)
    when 'terms.confirm' then version.signed_details('terms', p_id)
    when 'swap-terms.confirm' then version.signed_details('swap-terms', p_id)
    when 'advert-terms.confirm' then version.signed_details('advert-terms', p_id)
    when 'interest.confirm' then version.signed_details('interest', p_id)
    when 'house-setting.confirm' then version.signed_details('house-setting', p_id)
  end;
end
$$;

-- Begins the confirmation of an act by the session's operator: the bytes that a passkey signs, and the operator's
-- passkeys. Empty where the act needs no signature now, as for a case that is decided or does not exist.
create function confirmation.begin(p_secret text, p_kind text, p_id bigint, p_reference text)
returns table (confirmation_id bigint, bytes text, credential_ids text[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_operator_id constant bigint := operator.require_session(p_secret, '{payments,risk,lead}');
  v_details constant jsonb := confirmation.details_of(v_operator_id, p_kind, p_id, p_reference);
begin
  if v_details is null then
    return;
  end if;
  return query select * from operator.open_confirmation(v_operator_id, p_kind, p_id, v_details);
end
$$;
