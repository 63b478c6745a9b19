import type { CsvValue } from '../device/index.ts'
import type { LoadedQuery } from '../page/index.ts'
import type { CaseRow } from './case-list.tsx'
import { fits } from './queue-sides.ts'
import type { Chosen } from './queue-sides.ts'

/** A case of a work queue, waiting or decided. */
export interface WorkRow extends CaseRow {
  /** For claims. */
  readonly subject: string
  /** The values by which the list is filtered, as shown. */
  readonly facets: Readonly<Record<string, string>>
  /** Null while it waits. */
  readonly decided: DecidedCase | null
}

/** How a case ended. */
export interface DecidedCase {
  /** Unknown where nobody noted it. */
  readonly atMs: number | null
  readonly startMs: number
  /** The operators; empty where they are not told here. */
  readonly by: readonly string[]
  readonly wasLate: boolean
}

/** One list of a work queue: what is read, and what of it is shown, found and saved. */
export interface WorkList<Item> {
  readonly query: LoadedQuery<readonly Item[]>
  readonly rowOf: (item: Item) => WorkRow
  readonly matches: (item: Item, search: string) => boolean
  /** The fields of a line of CSV by their names, the same for each item. */
  readonly recordOf: (item: Item) => Readonly<Record<string, CsvValue>>
}

/** A row with its line of CSV. */
export interface Listed {
  readonly row: WorkRow
  readonly record: Readonly<Record<string, CsvValue>>
}

/** What matches the search and every filter. */
export function listedOf<Item>(
  { query, rowOf, matches, recordOf }: WorkList<Item>,
  { search, chosen }: { readonly search: string; readonly chosen: Chosen },
): readonly Listed[] {
  return (query.data ?? [])
    .filter((item) => matches(item, search))
    .map((item) => ({ row: rowOf(item), record: recordOf(item) }))
    .filter(({ row }) => fits(row.facets, chosen))
}
