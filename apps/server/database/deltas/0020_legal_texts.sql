-- The terms, the risks, the privacy notice and the imprint, in versions, and which of them a customer agreed to.

create schema legal;

create table legal.document (
  name text not null check (name in ('terms', 'risks', 'privacy', 'imprint')),
  version integer not null check (version between 1 and 9999),
  -- Customers who agreed to an earlier version have to agree again.
  needs_consent boolean not null,
  published_ms bigint not null,
  primary key (name, version)
);

create table legal.text (
  name text not null,
  version integer not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  body text not null check (length(body) between 1 and 200000),
  -- SHA-256 of the body in UTF-8.
  digest bytea not null check (length(digest) = 32),
  primary key (name, version, language),
  foreign key (name, version) references legal.document,
  unique (name, version, language, digest)
);

-- Which text a customer agreed to: the version in the language that was shown.
create table legal.consent (
  customer_id bigint not null references identity.customer,
  name text not null,
  version integer not null,
  language text not null,
  digest bytea not null,
  consented_ms bigint not null,
  primary key (customer_id, name, version),
  foreign key (name, version, language, digest) references legal.text (name, version, language, digest)
);
