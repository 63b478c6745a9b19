import { randomUUID } from 'node:crypto'
import {
  codeSend,
  contractBuy,
  contractOrder,
  contractTerms,
  marketInstruments,
  marketQuotes,
  systemStatus,
  userRegister,
  walletAssets,
} from '@candor/api'
import type { OrderView } from '@candor/api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRecordedFrames } from '../apps/server/src/modules/quote-feeds/testing/recorded-frames.ts'
import { createDemoClient } from '../apps/launcher/src/sandbox/client.ts'
import type { DemoClient } from '../apps/launcher/src/sandbox/client.ts'
import { publishedDocuments } from '../apps/launcher/src/sandbox/published-documents.ts'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import { openTestBrowser, phone } from './browser.ts'
import { RecordedExchanges, recordedSymbol as symbol } from './recorded-exchanges.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

/** The limit of the catalogue for coins, and a slot or two until it is seen. */
const staleWithinMs = 10_000 + 2_500

describe.skipIf(!hasRecordedFrames())('live prices from recorded exchanges', () => {
  const exchanges = new RecordedExchanges()
  let candor: RunningCandor
  let client: DemoClient
  let browser: Browser
  let watched: WatchedPage

  beforeAll(async () => {
    await exchanges.open()
    candor = await runCandor({
      CANDOR_FEED: 'auto',
      CANDOR_KRAKEN_URL: `ws://127.0.0.1:${exchanges.ports?.kraken}`,
      CANDOR_BINANCE_URL: `ws://127.0.0.1:${exchanges.ports?.binance}`,
      CANDOR_COINBASE_URL: 'off',
    })
    client = createDemoClient(candor.origin)
    browser = await openTestBrowser()
    watched = await openWatchedPage(await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' }))
  })

  afterAll(async () => {
    await browser.close()
    await candor.remove()
    await exchanges.kill()
  })

  async function instrument() {
    const { items } = await client.call(marketInstruments, { category: 'crypto' })
    const found = items.find((item) => item.symbol === symbol)
    if (found === undefined) throw new Error('the instrument is missing')
    return found
  }

  const stateNow = async () => (await client.call(marketQuotes, { symbols: symbol })).items[0]?.state
  const statesOfSources = async () =>
    (await client.call(systemStatus, {})).feed.sources.map(({ name, state }) => `${name} ${state}`)

  async function register(): Promise<void> {
    const email = 'live@example.com'
    await client.call(codeSend, { channel: 'email', address: email, purpose: 'register' })
    const code = await candor.mailedCode(email)
    const words = { loginPassword: 'candor-live', loginPassword2: 'candor-live' }
    const { token } = await client.call(userRegister, {
      requestId: randomUUID(),
      email,
      code,
      inviteCode: candor.inviteCode,
      documents: await publishedDocuments(candor.origin),
      ...words,
    })
    client.setToken(token)
    await verifyCustomer({ origin: candor.origin, token })
  }

  async function buy(): Promise<OrderView> {
    const { durations } = await client.call(contractTerms, { symbol })
    const slot = (await client.call(systemStatus, {})).slot
    const [terms] = durations
    if (terms === undefined || slot === null) throw new Error('nothing can be bought')
    const { durationMs, version: termsVersion } = terms
    return client.call(contractBuy, {
      requestId: randomUUID(),
      symbol,
      direction: 'up',
      stake: '10',
      asset: 'USDT',
      durationMs,
      termsVersion,
      seenSlot: slot,
    })
  }

  const money = async () => (await client.call(walletAssets, {})).items.find(({ asset }) => asset === 'USDT')

  it('are shown with their sources, grow stale when the exchanges die, settle nobody, and come back by themselves', async () => {
    // 1. Live prices with their source, in the API …
    await expect.poll(statesOfSources, { interval: 200 }).toEqual(['kraken live', 'binance live'])
    expect(await instrument()).toMatchObject({
      source: 'live',
      basis: 'own',
      sources: ['kraken', 'binance'],
      state: 'open',
    })
    const quotes = await client.call(marketQuotes, { symbols: `${symbol},DOGEUSDT` })
    expect(Math.abs(Number(quotes.items[0]?.last) - 61_837)).toBeLessThan(500)
    // … and in the browser; instruments without an exchange are simulated and say so.
    const { page } = watched
    await page.goto(`${candor.address}#/pages/contract/contract?symbol=${symbol}`)
    await page.getByText('Live · Kraken, Binance').waitFor()
    expect(await watched.axe()).toEqual([])
    await register()
    const opening = await money()
    const order = await buy()
    await expect.poll(async () => (await client.call(systemStatus, {})).slot).toBeGreaterThan(order.entrySlot)

    // 2. Killed: stale within the limit, and buying stops.
    await exchanges.kill()
    const killedMs = Date.now()
    await expect.poll(stateNow, { timeout: staleWithinMs + 5_000 }).toBe('stale')
    expect(Date.now() - killedMs).toBeLessThan(staleWithinMs)
    await expect(buy()).rejects.toThrow('market-stale')
    expect(await statesOfSources()).toEqual(['kraken down', 'binance down'])
    expect(await instrument()).toMatchObject({ source: 'live', sources: [] })
    await page
      .getByText(/ s old$/)
      .first()
      .waitFor()

    // 3. The slots that would settle the contract are missing: it is void, with everything back.
    await expect
      .poll(async () => (await client.call(contractOrder, { id: order.id })).state, { timeout: 50_000, interval: 500 })
      .toBe('closed')
    expect(await client.call(contractOrder, { id: order.id })).toMatchObject({
      result: 'void',
      voidReason: 'no-exit-price',
      net: '0',
    })
    expect(await money()).toEqual(opening)

    // 4. The exchanges return, and so does everything else.
    await exchanges.open()
    await expect.poll(() => stateNow(), { timeout: 70_000 }).toBe('open')
    const next = await buy()
    expect(next.state).toBe('open')
    await page
      .getByText(/ s old$/)
      .first()
      .waitFor({ state: 'detached' })
  })
})
