-- Recognises a person who comes back with another document.
alter table kyc.submission
  -- A keyed hash of the normalised name and the birth date. Null in recoveries, and in submissions from before birth
  -- dates were collected.
  add column person_hash bytea check (octet_length(person_hash) = 32);
create index submission_of_person on kyc.submission (person_hash) where person_hash is not null;
