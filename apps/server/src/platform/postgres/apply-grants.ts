import type pg from 'pg'
import { failureAt } from './migration-error.ts'
import type { DatabaseSources } from './sql-sources.ts'
import { splitStatements } from './sql-statements.ts'

/**
 * Takes every privilege on the schemas back and grants what the grant files say: nothing else remains. Throws
 * MigrationError.
 */
export async function applyGrants(client: pg.Client, wanted: DatabaseSources): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(revocations, [wanted.schemas])
  if (rows.length > 0) await client.query(rows.map((row) => row.statement).join(';\n'))
  for (const file of wanted.grants)
    for (const { text, line } of splitStatements(file.text))
      try {
        await client.query(text)
      } catch (error) {
        throw failureAt(file.path, line, text, error)
      }
}

/** A new routine may be called by everybody. Partitions get their grants from the routine that creates them. */
const revocations = `
  with schema as (select oid, nspname, nspacl, nspowner from pg_namespace where nspname = any($1::text[])),
  granted as (
    select 'schema ' || quote_ident(nspname) as object, grantee, nspowner as owner from schema, aclexplode(nspacl)
    union all
    select 'routine ' || oid::regprocedure, grantee, proowner
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) where pronamespace in (select oid from schema)
    union all
    select case relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass, grantee, relowner
    from pg_class as c, aclexplode(relacl)
    where relnamespace in (select oid from schema) and relkind in ('r', 'p', 'v', 'S') and not relispartition
    union all
    select 'table ' || c.oid::regclass, grantee, relowner
    from pg_class as c join pg_attribute on attrelid = c.oid, aclexplode(attacl)
    where relnamespace in (select oid from schema) and not relispartition
  )
  select distinct format('revoke all on %s from %s', object,
    case when grantee = 0 then 'public' else grantee::regrole::text end) as statement
  from granted where grantee <> owner`
