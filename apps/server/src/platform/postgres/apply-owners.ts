import type pg from 'pg'

/** Owns the schemas and what is in them. It cannot log in and is no superuser, and definers run with its rights. */
const definerRole = 'candor_definer'

/** Gives the schemas and everything in them to the role whose rights their definers have. */
export async function applyOwners(client: pg.Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(transfers, [schemas, definerRole])
  if (rows.length > 0) await client.query(rows.map((row) => row.statement).join(';\n'))
}

/** The sequence of an identity column follows its table. */
const transfers = `
  with schema as (select oid, nspname, nspowner from pg_namespace where nspname = any($1::text[])),
  owned as (
    select 'schema ' || quote_ident(nspname) as object, nspowner as owner from schema
    union all
    select 'routine ' || oid::regprocedure, proowner from pg_proc where pronamespace in (select oid from schema)
    union all
    select case relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end || oid::regclass, relowner
    from pg_class as c where relnamespace in (select oid from schema) and relkind in ('r', 'p', 'v', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
        and refclassid = 'pg_class'::regclass and deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select 'type ' || oid::regtype, typowner from pg_type where typnamespace in (select oid from schema)
      and typtype in ('d', 'e') or typnamespace in (select oid from schema) and typtype = 'c'
      and (select relkind from pg_class where pg_class.oid = typrelid) = 'c'
  )
  select format('alter %s owner to %I', object, $2::text) as statement
  from owned where owner <> (select oid from pg_roles where rolname = $2)`
