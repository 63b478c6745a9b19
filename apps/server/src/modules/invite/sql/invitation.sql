create trigger invitation_never_changes before update of invited_by on identity.customer
  for each row when (new.invited_by is distinct from old.invited_by)
  execute function identity.refuse_change('who invited whom never changes');

-- A contact masked so that only its owner's friends recognise it: "l••••@posteo.de", "•••• 5678".
create function invite.masked_contact(p_mobile text, p_email text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(left(p_email, 1) || '••••' || substring(p_email from '@[^@]*$'),
  '•••• ' || right(p_mobile, 4)) $$;

-- A customer's position among those who came by the same invitation: 1 is the first. It reveals no other customer's
-- number. Internal.
create function invite.invitation_place(p_invited_id bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*) from identity.customer as c join identity.customer as earlier
    on earlier.invited_by = c.invited_by and earlier.customer_id <= c.customer_id
  where c.customer_id = p_invited_id
$$;

-- The inviter learns of a registration in its own transaction.
create function invite.notify_inviter() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform message.add(new.invited_by, 'invite-registered', 'invite:' || invite.invitation_place(new.customer_id),
    jsonb_build_object('contact', invite.masked_contact(new.mobile, new.email)));
  return null;
end
$$;
create trigger inviter_is_notified after insert on identity.customer
  for each row when (new.invited_by is not null) execute function invite.notify_inviter();

-- Sets the name that a customer shows to people who enter their code; an empty one removes it.
create function invite.show_name(p_customer_id bigint, p_name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_name = '' then
    delete from invite.shown_name where customer_id = p_customer_id;
  else
    insert into invite.shown_name (customer_id, name) values (p_customer_id, p_name)
    on conflict (customer_id) do update set name = excluded.name;
  end if;
end
$$;
