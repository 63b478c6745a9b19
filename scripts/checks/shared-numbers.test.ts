import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { candleIntervalsMs, idPattern, languages, mobilePattern, symbolPattern } from '@candor/api'
import { supportImagePattern } from '@candor/api/support'
import { dayMs, exitWaitSlots, maxSeenAgeSlots, slotMs } from '@candor/formulas'
import { stripesPerAsset } from '../../apps/server/src/modules/ledger/ledger.ts'
import { readDatabaseSources, serverRoot } from '../../apps/server/src/platform/postgres/sql-sources.ts'

const { steps, sources } = await readDatabaseSources(serverRoot)
const inFiles = [...steps, ...sources].map(({ path, text }) => ({ path, text: text.replaceAll(/--.*/g, '') }))
const storePaths = (await readdir(join(serverRoot, 'src'), { recursive: true }))
  .filter((path) => path.endsWith('-store.ts'))
  .map((path) => join('src', path))
const inStores = await Promise.all(
  storePaths.map(async (path) => ({ path, text: await readFile(join(serverRoot, path), 'utf8') })),
)
const withoutComments = [...inFiles, ...inStores]

/** What a pattern's only group captures in the SQL of the database and of the stores, as "value in file". */
function found(pattern: RegExp): string[] {
  return withoutComments.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, value = '']) => `${value} in ${path}`),
  )
}

test.each([
  ['the length of a slot', slotMs, /\bv_slot_ms constant \w+ := (\d+)/g],
  ['the length of a slot where orders are judged', slotMs, /(\d+) as slot_ms\b/g],
  ['the wait for an exit price', exitWaitSlots, /\bv_wait_slots constant \w+ := (\d+)/g],
  ['the wait of a stored settlement', exitWaitSlots, /\bexit_slot \+ (\d+)\b(?!\) \*)/g],
  ['the greatest age of a seen slot', maxSeenAgeSlots, /(\d+) as max_seen_age_slots\b/g],
  [
    'the age at which no cell takes an order any more',
    (maxSeenAgeSlots + 2) * slotMs,
    /\bv_oldest_order_ms constant \w+ := (\d+)/g,
  ],
  ['the length of a day', dayMs, /\bv_day_ms constant \w+ := (\d+)/g],
  ['every number close to the length of a day', dayMs, /\b(864\d{3,})\b/g],
  ['the stripes per asset of a constant', stripesPerAsset, /\bv_stripes_per_asset constant \w+ := (\d+)/g],
  ['the factor of stripe_of', stripesPerAsset, /\(p_asset - 1\) \* (\d+)/g],
  ['the remainder of stripe_of', stripesPerAsset, /customer_id % (\d+)/g],
  ['the divisor of the first stripes', stripesPerAsset, /\(stripe - 1\) \/ (\d+)/g],
])('SQL and TypeScript agree on %s', (_, value, pattern) => {
  const places = found(pattern)
  expect(places).not.toEqual([])
  expect(places.filter((place) => !place.startsWith(`${value} in `))).toEqual([])
})

test.each([
  ['symbols', symbolPattern, /\bsymbol ~ '([^']+)'/g],
  ['mobile numbers', mobilePattern, /\bmobile ~ '([^']+)'/g],
  ['images of the support chat', supportImagePattern, /\bimage_id ~ '([^']+)'/g],
])('SQL and TypeScript agree on the pattern of %s', (_, { source }, pattern) => {
  const places = found(pattern)
  expect(places).not.toEqual([])
  expect(places.filter((place) => !place.startsWith(`${source.replaceAll(String.raw`\d`, '[0-9]')} in `))).toEqual([])
})

test('SQL and TypeScript agree on the languages of texts', () => {
  const places = found(/'\{(en,[a-z,]+)\}'/g)
  expect(places).toContain(`${languages.join(',')} in src/modules/announcements/sql/announcements.sql`)
  expect(places.filter((place) => !place.startsWith(`${languages.join(',')} in `))).toEqual([])
})

test('SQL names the length of a slot, and computes a stripe in ledger.stripe_of only', () => {
  expect(found(/\+ 1\) (\* \d+)/g)).toEqual([])
  expect(found(/([*/] 500)\b/g)).toEqual([])
  expect(found(/(v_stripes_per_asset \+ 1|% v_stripes_per_asset)/g)).toEqual([])
  expect(found(/(customer_id % \d+|_id % \d+)/g)).toEqual(['customer_id % 4 in src/modules/ledger/sql/stripes.sql'])
})

test('reads the SQL of stores, too', () => {
  expect(found(/(insert into identity\.captcha)\b/g)).not.toEqual([])
  expect(storePaths.length).toBeGreaterThan(100)
})

test('the wire schema and the formulas agree on the length of a day', () => {
  expect(candleIntervalsMs['1d']).toBe(dayMs)
})

test('an id of up to 18 digits fits a bigint', () => {
  expect(idPattern.test('9'.repeat(18))).toBe(true)
  expect(idPattern.test('9'.repeat(19))).toBe(false)
})
