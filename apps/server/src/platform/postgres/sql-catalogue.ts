import type pg from 'pg'
import type { DatabaseSources, SqlSource } from './sql-sources.ts'

/** The keys of those sources that the database has, whatever their text. */
export async function existing(client: pg.Client, sources: readonly SqlSource[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[], $2::text[]) as source (kind, key)
     where case kind
       when 'routine' then to_regprocedure(key) is not null
       when 'view' then to_regclass(key) is not null
       else exists (
         select from pg_trigger
         where tgname = split_part(key, ' on ', 1) and tgrelid = to_regclass(split_part(key, ' on ', 2)))
     end`,
    [sources.map(({ kind }) => kind), sources.map(({ key }) => key)],
  )
  return new Set(rows.map((row) => row.key))
}

/** Drops the routines, views and triggers of the schemas that no source defines, with what depends on them. */
export async function dropObsolete(client: pg.Client, wanted: DatabaseSources): Promise<void> {
  const keys = (kind: SqlSource['kind']) =>
    wanted.sources.filter((source) => source.kind === kind).map(({ key }) => key)
  const { rows } = await client.query<{ statement: string }>(obsolete, [
    wanted.schemas,
    keys('routine'),
    keys('view'),
    keys('trigger'),
  ])
  for (const { statement } of rows) await client.query(statement)
}

/** Partitions have triggers of their own, which the routine that creates them defines. */
const obsolete = `
  with schema as (select oid from pg_namespace where nspname = any($1::text[]))
  select format('drop trigger if exists %I on %s', tgname, tgrelid::regclass) as statement
  from pg_trigger join pg_class as c on c.oid = tgrelid
  where not tgisinternal and not c.relispartition and c.relnamespace in (select oid from schema)
    and not exists (
      select from unnest($4::text[]) as key
      where tgname = split_part(key, ' on ', 1) and tgrelid = to_regclass(split_part(key, ' on ', 2)))
  union all
  select format('drop view if exists %s cascade', oid::regclass)
  from pg_class where relkind = 'v' and relnamespace in (select oid from schema)
    and oid <> all(array(select to_regclass(key)::oid
      from unnest($3::text[]) as key where to_regclass(key) is not null))
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure)
  from pg_proc where pronamespace in (select oid from schema)
    and oid <> all(
      array(select to_regprocedure(key)::oid from unnest($2::text[]) as key where to_regprocedure(key) is not null))`

/** What a dropped source may take with it and no source brings back: constraints, defaults, indexes, columns. */
export async function snapshotDependents(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ dependent: string }>(dependents)
  return rows.map((row) => row.dependent)
}

/** The first of the dependents that is gone. */
export async function lostDependents(client: pg.Client, before: readonly string[]): Promise<string | undefined> {
  const now = new Set(await snapshotDependents(client))
  return before.find((dependent) => !now.has(dependent))
}

const dependents = `
  with mine as (
    select oid from pg_class
    where relkind in ('r', 'p', 'i', 'I', 'm') and not relispartition
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
  )
  select pg_describe_object('pg_class'::regclass, oid, 0) as dependent from mine
  union all
  select pg_describe_object('pg_class'::regclass, attrelid, attnum) from pg_attribute
  where attrelid in (select oid from mine) and attnum > 0 and not attisdropped
  union all
  select pg_describe_object('pg_constraint'::regclass, oid, 0) from pg_constraint
    where conrelid in (select oid from mine)
  union all
  select pg_describe_object('pg_attrdef'::regclass, oid, 0) from pg_attrdef where adrelid in (select oid from mine)`
