import { splitStatements } from '../../apps/server/src/platform/postgres/sql-statements.ts'
import type { SqlFile } from '../../apps/server/src/platform/postgres/sql-sources.ts'

/** Deltas from before the rule, which made or changed tables while no installation had many rows. */
export const landedDeltas: ReadonlySet<string> = new Set([
  '0001_merchants_and_interest_orders.after.sql',
  '0002_averaged_windows.sql',
  '0003_frame_bounds.sql',
  '0004_fresh_sources.sql',
  '0004_watcher_caps.sql',
  '0005_released_by_others.sql',
  '0005_source_agreement.sql',
  '0005_tries_of_other_networks.sql',
  '0006_vouchers_of_a_day.sql',
  '0007_adverts_in_a_band.sql',
  '0009_birth_dates.sql',
  '0012_conduct.sql',
  '0014_reviews_by_time.sql',
  '0015_service_times.sql',
  '0018_settlements_by_market.sql',
  '0020_squares_of_contracts.sql',
  '0022_closing.sql',
  '0024_visits.sql',
  '0026_cases_of_a_day.sql',
  '0031_ended_sales.sql',
])

/** Schemas whose tables have few rows, however many customers there are: operators' accounts, terms, settings. */
const smallSchemas: ReadonlySet<string> = new Set(['clock', 'legal', 'operator', 'origin', 'setting', 'version'])

/** A statement of a delta that keeps others from a large table while it works through the rows. */
export interface BlockingStatement {
  readonly rule: 'deltas-rewrite-no-large-table' | 'deltas-lock-no-large-table'
  readonly line: number
}

/**
 * Finds what rewrites or locks a large table. Every table is large that the delta itself does not create, except those
 * of small schemas.
 */
export function blockingStatements({ path, text }: SqlFile): BlockingStatement[] {
  const name = /^database\/deltas\/(.+)$/.exec(path)?.[1]
  if (name === undefined || landedDeltas.has(name)) return []
  const statements = splitStatements(text).map(({ text: body, line }) => ({ body: withoutComments(body), line }))
  const created = new Set(statements.flatMap(({ body }) => createdTable.exec(body)?.[1] ?? []))
  const isLarge = (table: string) => !created.has(table) && !smallSchemas.has(table.split('.')[0] ?? '')
  return statements.flatMap(({ body, line }) => {
    const rule = brokenRule(body, isLarge)
    return rule === null ? [] : [{ rule, line }]
  })
}

const createdTable = /^create table (?:if not exists )?(\w+\.\w+)/i
const alteredTable = /^alter table (?:if exists )?(?:only )?(\w+\.\w+)\s/i
const indexedTable = /^create (?:unique )?index (?!concurrently)[\s\S]*?\bon (?:only )?(\w+\.\w+)/i
const writtenTable = /^(?:with [\s\S]*?)?\b(?:update|delete from) (?:only )?(\w+\.\w+)/i
const lockedTable = /^(?:lock table|lock|cluster|vacuum full|reindex table) (\w+\.\w+)/i

function brokenRule(statement: string, isLarge: (table: string) => boolean): BlockingStatement['rule'] | null {
  const isOf = (pattern: RegExp) => {
    const table = pattern.exec(statement)?.[1]
    return table !== undefined && isLarge(table)
  }
  if (isOf(writtenTable)) return 'deltas-rewrite-no-large-table'
  if (isOf(indexedTable) || isOf(lockedTable)) return 'deltas-lock-no-large-table'
  if (!isOf(alteredTable)) return null
  const actions = actionsOf(statement.replace(alteredTable, ''))
  if (actions.some(rewrites)) return 'deltas-rewrite-no-large-table'
  return actions.some(scans) ? 'deltas-lock-no-large-table' : null
}

/** A new type, or a value that differs from row to row. A constant default is kept once, for all rows. */
function rewrites(action: string): boolean {
  if (/^alter (?:column )?\w+ (?:set data )?type\b/i.test(action)) return true
  if (/^set (?:logged|unlogged|tablespace|access method)\b/i.test(action)) return true
  if (!/^add (?:column )?(?!constraint|check|foreign|unique|primary|exclude)/i.test(action)) return false
  return /\bgenerated\b|\b(?:big|small)?serial\b/i.test(action) || /\bdefault (?:\w+\.)?\w+\s*\(/i.test(action)
}

/** A condition that PostgreSQL checks, or an index that it builds, while nobody else may write. */
function scans(action: string): boolean {
  if (/^alter (?:column )?\w+ set not null\b/i.test(action)) return true
  if (/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/i.test(action)) return !/\busing index\b/i.test(action)
  if (/^add (?:constraint \w+ )?(?:check|foreign key)\b/i.test(action)) return !/\bnot valid$/i.test(action)
  // A condition on a new column without a value holds by itself.
  return /^add /i.test(action) && /\b(?:unique|primary key)\b|\bdefault\b[\s\S]*\b(?:check|references)\b/i.test(action)
}

/** The actions of an `alter table`, split by the commas outside of brackets, with empty texts. */
function actionsOf(text: string): string[] {
  const actions = ['']
  let depth = 0
  for (const character of text.replaceAll(/'(?:[^']|'')*'/g, "''")) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.replaceAll(/\s+/g, ' ').trim())
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, '').trim()
}
