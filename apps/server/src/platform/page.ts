import { idOf } from './ids.ts'

/** One page of a list; the cursor of the next page is null at the end of the list. */
export interface Page<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

/** The page that a caller wants: the first, or the page after a cursor. */
export interface PageWanted {
  readonly cursor?: string | null | undefined
  readonly limit: number
}

/** A list that is read in pages, and the position that its cursors encode. */
export interface PagedList<Found, Item, Position> {
  /** Decodes a cursor; null for a text that is no cursor of this list. */
  readonly positionOf: (cursor: string) => Position | null
  /** Reads up to `limit` records after a position; null stands for the beginning of the list. */
  readonly read: (position: Position | null, limit: number) => Promise<readonly Found[]>
  /** Encodes the position after the last record shown. */
  readonly cursorOf: (last: Found, shown: readonly Found[], position: Position | null) => string | null
  readonly viewOf: (record: Found) => Item
}

/** Reads one page, with one record more to know whether another page follows. An invalid cursor gives an empty page. */
export async function pageOf<Found, Item, Position>(
  { cursor = null, limit }: PageWanted,
  { positionOf, read, cursorOf, viewOf }: PagedList<Found, Item, Position>,
): Promise<Page<Item>> {
  const position = cursor === null ? null : positionOf(cursor)
  if (cursor !== null && position === null) return { items: [], nextCursor: null }
  const found = await read(position, limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = found.length > limit && last !== undefined ? cursorOf(last, shown, position) : null
  return { items: shown.map(viewOf), nextCursor }
}

/** Reads one page of a list that is ordered by descending ids: its cursor is the id of the last record shown. */
export function pageById<Found, Item>(
  wanted: PageWanted,
  {
    read,
    idOf: recordIdOf,
    viewOf,
  }: Pick<PagedList<Found, Item, bigint>, 'read' | 'viewOf'> & { readonly idOf: (record: Found) => bigint | string },
): Promise<Page<Item>> {
  return pageOf(wanted, { positionOf: idOf, read, cursorOf: (last) => String(recordIdOf(last)), viewOf })
}

/** A page of a customer's records, of one state or of all: those below `before`, newest first. */
export interface OwnRecordsWanted<State> {
  readonly customerId: bigint
  readonly state: State | null
  readonly before: bigint | null
  readonly limit: number
}

/** How a customer's records are read page by page. */
export function ownRecords<State, Found, Item>(
  read: (wanted: OwnRecordsWanted<State>) => Promise<readonly Found[]>,
  shown: { readonly idOf: (record: Found) => bigint; readonly viewOf: (record: Found) => Item },
) {
  return (customerId: bigint, { state, ...wanted }: PageWanted & { readonly state: State | null }) =>
    pageById(wanted, { read: (before, limit) => read({ customerId, state, before, limit }), ...shown })
}
