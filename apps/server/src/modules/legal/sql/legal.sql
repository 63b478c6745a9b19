-- Texts and consents are only added to.
create trigger document_is_never_changed before update or delete or truncate on legal.document
  for each statement execute function audit.refuse_change('it is only added to');
create trigger text_is_never_changed before update or delete or truncate on legal.text
  for each statement execute function audit.refuse_change('it is only added to');
create trigger consent_is_never_changed before update or delete or truncate on legal.consent
  for each statement execute function audit.refuse_change('it is only added to');

-- The newest version of each document. `consent_from` is the newest version that customers have to agree to; null for a
-- document that needs no consent.
create view legal.current as
select distinct on (name) name, version, published_ms, (
    select max(d.version) from legal.document as d where d.name = document.name and d.needs_consent
  ) as consent_from
from legal.document order by name, version desc;

-- Publishes a text: the first one of a version publishes the version. Returns false where this language of the version
-- is published already, whatever its text. Internal: the owner calls it at each start.
create function legal.publish(
  p_name text, p_version integer, p_language text, p_body text, p_needs_consent boolean
) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_digest constant bytea := sha256(convert_to(p_body, 'UTF8'));
begin
  insert into legal.document (name, version, needs_consent, published_ms)
  values (p_name, p_version, p_needs_consent, clock.now_ms()) on conflict do nothing;
  insert into legal.text (name, version, language, body, digest)
  values (p_name, p_version, p_language, p_body, v_digest) on conflict do nothing;
  if not found then
    return false;
  end if;
  perform audit.write(null, 'owner', 'legal.published', 'legal:' || p_name || '.' || p_version || '.' || p_language, '',
    jsonb_build_object('digest', encode(v_digest, 'hex'), 'needs_consent', p_needs_consent), 'database');
  return true;
end
$$;

-- Records that a customer agrees to the newest version of every document that needs consent, in the language that was
-- shown, or in English where there is no translation. `p_documents` names what the customer saw, such as `terms.2`.
-- Returns false, and records nothing, where it lacks one of them.
create function legal.agree(p_customer_id bigint, p_documents text[], p_language text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from legal.current as c
    where c.consent_from is not null and not (c.name || '.' || c.version) = any (p_documents)
  ) then
    return false;
  end if;
  insert into legal.consent (customer_id, name, version, language, digest, consented_ms)
  select distinct on (t.name) p_customer_id, t.name, t.version, t.language, t.digest, clock.now_ms()
  from legal.current as c join legal.text as t using (name, version)
  where c.consent_from is not null and t.language in (p_language, 'en')
  order by t.name, t.language <> p_language
  on conflict do nothing;
  return true;
end
$$;

-- The documents that a customer has to agree to before trading on.
create function legal.owed(p_customer_id bigint) returns setof text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.name from legal.current as c
  where c.consent_from is not null and not exists (
    select from legal.consent as k
    where k.customer_id = p_customer_id and k.name = c.name and k.version >= c.consent_from
  )
  order by c.name;
$$;
