import { expect } from 'vitest'
import type { Page, PageWanted } from '../page.ts'

/**
 * Expects that a customer's three records, newest first, are listed page by page, and by state: the first and the last
 * have one, the second has the other.
 */
export async function expectPages<const State>(
  list: (wanted: PageWanted & { readonly state: State | null }) => Promise<Page<{ readonly id: string }>>,
  ids: readonly string[],
  [state, other]: readonly [State, State],
): Promise<void> {
  const page = (of: State | null, cursor: string | null = null) => list({ state: of, cursor, limit: 2 })
  const idsOf = ({ items }: Page<{ readonly id: string }>) => items.map(({ id }) => id)
  const first = await page(null)
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(idsOf(await page(null, first.nextCursor))).toEqual(ids.slice(2))
  expect(idsOf(await page(state))).toEqual([ids[0], ids[2]])
  expect(idsOf(await page(other))).toEqual([ids[1]])
  expect(await page(null, 'nonsense')).toEqual({ items: [], nextCursor: null })
}
