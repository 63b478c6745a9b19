import type { Pool } from 'pg'

/** A cell as a router reaches it: in the order of their numbers, from 1. */
export interface RoutedCell {
  readonly host: string
  readonly port: number
  readonly database: string
  /** Roles of the server, with their passwords in the cells. */
  readonly passwords: Readonly<Partial<Record<RoutedRole, string>>>
}

/** Roles that may call through a router; each is the same role in the cells, so the grants there hold as well. */
const routedRoles = ['candor_app', 'candor_watcher', 'candor_cell', 'candor_front'] as const
export type RoutedRole = (typeof routedRoles)[number]

interface FunctionRow {
  readonly schema: string
  readonly name: string
  readonly identity: string
  readonly arguments: string
  readonly result: string
  readonly names: readonly string[] | null
  readonly roles: readonly string[]
}

/** Which calls a router takes, and where each runs. The first that fits counts. */
const routes: readonly { readonly fits: (routine: FunctionRow) => boolean; readonly run: string }[] = [
  { fits: ({ schema, name }) => schema === 'cell' && everywhere.has(name), run: 'all' },
  { fits: ({ schema, name }) => schema === 'cell' && oneByOne.has(name), run: 'directory.place_of_cell(p_cell)' },
  { fits: ({ name }) => name === 'place_orders', run: 'directory.place_of_orders(p_customers)' },
  { fits: ({ names }) => names?.includes('p_customers') ?? false, run: 'directory.place_of(p_customers)' },
  { fits: ({ names }) => names?.includes('p_customer_id') ?? false, run: 'directory.place_of(p_customer_id)' },
  { fits: ({ name }) => name === 'record_transfer', run: 'directory.place_of_address(p_address)' },
]
const everywhere = new Set(['overview', 'waiting_withdrawals'])
const oneByOne = new Set([
  'is_verified',
  'login_since',
  'overview_of',
  'passkey_since',
  'visit_since',
  'waiting_withdrawals_of',
])

/**
 * Makes a directory's database a router: the functions of the cells that concern one customer, under the same names and
 * arguments, run in the customer's cell by PL/Proxy. They are made again at each start, from the catalogue of a cell.
 * Returns their names.
 */
export async function installRouter(
  directory: Pool,
  catalogue: Pool,
  { cells, plproxy }: { readonly cells: readonly RoutedCell[]; readonly plproxy: string },
): Promise<string[]> {
  await directory.query(languageStatements(plproxy))
  await directory.query(clusterStatements(cells))
  const { rows } = await catalogue.query<FunctionRow>(routedFunctions, [routedRoles])
  const routed = rows.flatMap((row) => {
    const run = routes.find(({ fits }) => fits(row))?.run
    return run === undefined ? [] : [{ row, run }]
  })
  const names = routed.map(({ row }) => `${row.schema}.${row.name}(${row.identity})`)
  for (const statement of await typeStatements(catalogue, names)) await directory.query(statement)
  for (const { row, run } of routed) await directory.query(functionStatements(row, run))
  return names
}

/** As the extension's own script makes it, with the library by its path: it need not be installed. */
function languageStatements(plproxy: string): string {
  const library = literal(plproxy)
  return `
    drop server if exists cells cascade;
    create or replace function public.plproxy_call_handler() returns language_handler as ${library} language c;
    create or replace function public.plproxy_validator(oid) returns void as ${library} language c;
    create or replace language plproxy handler public.plproxy_call_handler validator public.plproxy_validator;
    create or replace function public.plproxy_fdw_validator(text[], oid) returns boolean as ${library} language c;
    drop foreign data wrapper if exists plproxy;
    create foreign data wrapper plproxy validator public.plproxy_fdw_validator;`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function clusterStatements(cells: readonly RoutedCell[]): string {
  const places = cells.map(
    ({ host, port, database }, place) => `p${place} ${literal(`host=${host} port=${port} dbname=${database}`)}`,
  )
  const [first] = cells
  const mappings = Object.entries(first?.passwords ?? {}).map(
    ([role, password]) =>
      `create user mapping for ${role} server cells options (user '${role}', password ${literal(password)});
       grant usage on foreign server cells to ${role};`,
  )
  return `create server cells foreign data wrapper plproxy options (modular_mapping '1', ${places.join(', ')});
    ${mappings.join('\n')}`
}

/** Definers that one of these roles ($1) may call. */
const routedFunctions = `
  select n.nspname as schema, p.proname as name, pg_get_function_identity_arguments(p.oid) as identity,
    pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result, p.proargnames as names,
    array(select role from unnest($1::text[]) as role where has_function_privilege(role, p.oid, 'execute')) as roles
  from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
  where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema', 'crypto', 'public', 'transparency')
    and exists (select from unnest($1::text[]) as role where has_function_privilege(role, p.oid, 'execute'))
    and coalesce('bigint'::regtype = p.proargtypes[array_position(p.proargnames, 'p_customer_id') - 1], true)
    and coalesce('bigint[]'::regtype = p.proargtypes[array_position(p.proargnames, 'p_customers') - 1], true)
  order by 1, 2, 3`

/** Enums and composites that the functions name, those that others contain first. A table's row is a composite. */
const namedTypes = `
  with recursive routine as (
    select p.* from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) = any($1)
  ), used as (
    select unnest(coalesce(proallargtypes, proargtypes::oid[]) || prorettype) as oid, 0 as depth from routine
    union
    select case when t.typelem <> 0 and t.typcategory = 'A' then t.typelem else a.atttypid end, used.depth + 1
    from used join pg_type as t on t.oid = used.oid
    left join pg_attribute as a on a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped
    where (t.typelem <> 0 and t.typcategory = 'A') or a.atttypid is not null
  )
  select n.nspname as schema, t.typname as name, t.typtype as type, max(used.depth) as depth,
    (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum
      where enumtypid = t.oid) as labels,
    (select string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
      from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped) as attributes
  from used join pg_type as t on t.oid = used.oid join pg_namespace as n on n.oid = t.typnamespace
  where n.nspname <> 'pg_catalog' and t.typtype in ('e', 'c')
  group by t.oid, n.nspname, t.typname, t.typtype order by depth desc, 1, 2`

interface TypeRow {
  readonly schema: string
  readonly name: string
  readonly type: 'e' | 'c'
  readonly labels: string | null
  readonly attributes: string | null
}

async function typeStatements(catalogue: Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await catalogue.query<TypeRow>(namedTypes, [names])
  const schemas = new Set([...rows.map(({ schema }) => schema), ...names.map((name) => name.split('.')[0] ?? '')])
  return [
    ...[...schemas].map((schema) => `drop schema if exists ${schema} cascade; create schema ${schema}`),
    ...rows.map(({ schema, name, type, labels, attributes }) =>
      type === 'e'
        ? `create type ${schema}.${name} as enum (${labels ?? ''})`
        : `create type ${schema}.${name} as (${attributes ?? ''})`,
    ),
  ]
}

function functionStatements(row: FunctionRow, run: string): string {
  const name = `${row.schema}.${row.name}`
  const roles = row.roles.join(', ')
  return `
    create function ${name}(${row.arguments}) returns ${row.result} language plproxy as $$
      cluster 'cells';
      run on ${run};
    $$;
    revoke all on function ${name}(${row.identity}) from public;
    grant usage on schema ${row.schema} to ${roles};
    grant execute on function ${name}(${row.identity}) to ${roles}`
}
