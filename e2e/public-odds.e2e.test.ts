import { afterEach, describe, expect, test } from 'vitest'
import { languagesOfDay } from './looks-of-day.ts'
import { asOwner } from './operators.ts'
import { openPhone } from './phone-app.ts'
import type { PhoneOptions } from './phone-app.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

// The public pages on what contracts came to and on the record of promises, with figures that the database's owner
// stores: thousands of contracts take a day.

const stage = setStage({}, async () => {}, { isOwn: true })
const wide = { width: 1280, height: 800 }
const widths = [360, 390, 768, 1024, 1280, 1440]

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close()
})

async function open(path: string, options?: PhoneOptions): Promise<WatchedPage> {
  const context = await openPhone(stage.browser, options)
  opened.push(context)
  const watched = await openWatchedPage(context)
  await watched.page.goto(`${new URL(stage.candor.origin).origin}${path}`)
  await watched.settled()
  return watched
}

const textOf = async ({ page }: WatchedPage): Promise<string> =>
  (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')

/** The widths at which the page is wider than its window. */
async function overflowing({ page, settled }: WatchedPage): Promise<number[]> {
  const found: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await settled()
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) found.push(width)
  }
  return found
}

/** Stores yesterday as a whole day with many contracts. */
async function storeFigures(): Promise<void> {
  await asOwner(
    stage.candor,
    `with day as (select (clock.now_ms() / 86400000 - 1)::integer as day),
     contracts as (
       insert into conduct.contract_day
       select day, stake_from, duration_slots, 5000 - (stake_from % 7), 5040, 31, 12, 1000000000000, 10000000000,
         850000000000, -82000000000
       from day, conduct.stake_band, (values (60), (120), (600)) as lengths (duration_slots)
     ), voids as (
       insert into conduct.void_day select day, 'no-exit-price', 180, -1206800000 from day
     ), accepted as (
       insert into conduct.acceptance_day
       select day, stake_from, ms, orders from day, conduct.stake_band, (values (38, 900), (121, 95)) as t (ms, orders)
     )
     select 1`,
  )
  await asOwner(
    stage.candor,
    `with closed as (
       insert into conduct.closed_day select (clock.now_ms() / 86400000 - 1)::integer, clock.now_ms() returning day
     )
     select day from closed`,
  )
  await asOwner(
    stage.candor,
    `insert into conduct.customer_share select day, days, 8412, lost
     from conduct.closed_day, (values (30::smallint, 5552), (90, 5973)) as span (days, lost)`,
  )
}

describe('what really happens', () => {
  test('shows no figure of too few contracts, but how many are missing', async () => {
    const phone = await open('/odds/')
    const text = await textOf(phone)
    expect(text).toContain('Too few contracts to tell you anything')
    expect(text).toContain('0 of 10,000')
    expect(text).toMatch(/Break-even 5\d\.\d% to 5\d\.\d%/)
    expect(text).not.toMatch(/came back/)
    expect(await phone.axe()).toEqual([])
    const dark = await open('/odds/', { viewport: wide, look: { theme: 'dark', language: 'en' } })
    expect(await dark.axe()).toEqual([])
    expect([...phone.faults, ...dark.faults]).toEqual([])
    expect(await overflowing(phone)).toEqual([])
  })

  test('shows every figure with its span, the band of chance and the command of the auditor', async () => {
    await storeFigures()
    const phone = await open('/odds/')
    // The server reads the figures at most every 30 s.
    await expect
      .poll(
        async () => {
          await phone.page.reload()
          await phone.settled()
          return textOf(phone)
        },
        { interval: 2_000 },
      )
      .toContain('over 90 days 71%')
    const text = await textOf(phone)
    expect(text).toContain('over 30 days 66%')
    expect(text).toContain('Of every 100 paid in, 91.88 came back')
    expect(text).toContain('−1,206.80')
    expect(text).toContain('38 · 121')
    expect(text).toContain('Rates leave out ties and void contracts')
    await phone.page.getByRole('button', { name: 'Recalculate this' }).first().click()
    const command = `npm run audit -- --log ${new URL(stage.candor.origin).origin}`
    expect(await textOf(phone)).toContain(`${command} --figure customers-who-lost --days 90`)
    expect(await phone.axe()).toEqual([])
    const dark = await open('/odds/', { viewport: wide, look: { theme: 'dark', language: 'en' } })
    await dark.page.getByRole('radio', { name: '30 days' }).check()
    expect(await textOf(dark)).toContain('the last 30 whole days')
    expect(await dark.axe()).toEqual([])
    expect(await overflowing(dark)).toEqual([])
    expect([...phone.faults, ...dark.faults]).toEqual([])
  })
})

describe('the record', () => {
  test('shows promises, incidents and the published rules', async () => {
    await asOwner(
      stage.candor,
      `insert into conduct.incident (kind, subject, started_ms, ended_ms)
       select incident.*
       from (select clock.now_ms() as now) as time,
         lateral (values ('no-prices', '', 1700000000000, 1700000660000), ('stale', 'XAUUSD', now - 60000, null),
           ('no-prices', '', now - 86400000, now - 85740000)) as incident`,
    )
    await asOwner(
      stage.candor,
      `with outage as (
         insert into conduct.void_window
         select 1, 'no-exit-price', slot, slot + 9, 402, -1206800000
         from (select (clock.now_ms() - 86000000 - genesis_ms) / 500 as slot from market.clock) as slots returning 1
       ) select 1`,
    )
    await asOwner(
      stage.candor,
      `with people as (
         select min(operator_id) as one, max(operator_id) as other from operator.account
       ), explained as (
         insert into conduct.explanation (incident_id, note, proposed_by, proposed_ms, state, decided_by, decided_ms,
           version)
         select incident_id, text, one, clock.now_ms(), 'confirmed', other, clock.now_ms(), version
         from people, conduct.incident, (values (1, 'A disk was full.'), (2, 'A disk of the market was full.')) as texts
           (version, text)
         where kind = 'no-prices' and ended_ms = started_ms + 660000 and started_ms > 1700000000000 returning 1
       ) select 1`,
    )
    const phone = await open('/record/')
    const text = await textOf(phone)
    expect(text).toMatch(/A disk of the market was full. Explained by two of us on .*, version 2 Earlier versions/)
    await phone.page.getByText('Earlier versions').click()
    expect(await textOf(phone)).toMatch(/A disk was full. \(Explained by two of us on .*, version 1\)/)
    expect(text).toMatch(/11 minutes 402 void Candor −1,206\.80/)
    expect(text).toContain('Within 4 hours of the request')
    expect(text).toContain('Within 5 seconds of its end')
    expect(text).toContain('too few yet: 20 more needed Within 5 minutes, in opening hours')
    expect(text).toContain('Within 10 seconds of the booking')
    await phone.page.getByRole('button', { name: 'Recalculate this' }).click()
    expect(await textOf(phone)).toContain('--figure incidents')
    expect(text).toContain('XAUUSD: no usable price')
    expect(text).toContain('11 minutes')
    expect(text).toMatch(/12 months: \d/)
    expect(text).toContain('Correction rule version 1')
    await phone.page.getByText('Full text').first().click()
    expect(await textOf(phone)).toContain('We never edit the result of a contract.')
    expect(await phone.axe()).toEqual([])
    const dark = await open('/record/', { viewport: wide, look: { theme: 'dark', language: 'en' } })
    expect(await dark.axe()).toEqual([])
    expect(await overflowing(dark)).toEqual([])
    expect([...phone.faults, ...dark.faults]).toEqual([])
  })
})

test.each(languagesOfDay)('both pages have their texts in %s, without a line that is too wide', async (language) => {
  const viewport = { width: 360, height: 800 }
  for (const path of ['/odds/', '/record/']) {
    const watched = await open(path, { viewport, look: { theme: 'light', language } })
    const text = await textOf(watched)
    expect(text.length).toBeGreaterThan(400)
    expect(text).not.toMatch(/\b(odds|record)\.[a-z]/)
    expect(await watched.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    expect(watched.faults).toEqual([])
  }
})
