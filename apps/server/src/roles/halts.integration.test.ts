import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { confirmAct } from '../modules/verifier/testing/confirm.ts'
import { customerToken, openOperatorWorld } from '../../test/operator-world.ts'
import type { OperatorWorld } from '../../test/operator-world.ts'
import { closeAfterTests } from '../platform/postgres/test-database.ts'

const call: OperatorWorld['call'] = (...words) => world.call(...words)
const as: OperatorWorld['as'] = (role) => world.as(role)
const halting = { symbol: 'ETHUSDT', reason: 'price-doubt', note: 'two sources differ' }
const withId = z.object({ id: z.string() })

const world = closeAfterTests(await openOperatorWorld())

async function buy(symbol: string) {
  const { durations } = z.parse(
    z.object({ durations: z.array(z.object({ durationMs: z.int(), version: z.string() })) }),
    (await call('api/contract/terms', { symbol }, null)).data,
  )
  const { slot } = z.parse(
    z.object({ slot: z.int() }),
    (await call('api/market/quotes', { symbols: symbol }, null)).data,
  )
  const version = durations.find(({ durationMs }) => durationMs === 30_000)?.version
  const form = { symbol, direction: 'up', durationMs: '30000', stake: '10', asset: 'USD', termsVersion: version ?? '' }
  return call('api/contract/buy', { ...form, seenSlot: String(slot), requestId: randomUUID() }, customerToken)
}

/** Buys as soon as its price is fresh: on a busy machine frames come late, which refuses any order. */
const buyOnFreshPrice = (symbol: string) => expect.poll(async () => (await buy(symbol)).error === null).toBe(true)

const shown = async (symbol: string) => {
  const { items } = z.parse(
    z.object({ items: z.array(z.object({ symbol: z.string(), isHalted: z.boolean() })) }),
    (await call('api/market/instruments', {}, null)).data,
  )
  return items.find((item) => item.symbol === symbol)?.isHalted
}

describe('a halt', () => {
  it('refuses new orders at once, shows in the app, and is lifted by two', async () => {
    await buyOnFreshPrice('ETHUSDT')
    const { data } = await call('operator/market_halt', halting, as('risk'))
    const { id } = z.parse(withId, data)
    expect(await shown('ETHUSDT')).toBe(true)
    expect((await buy('ETHUSDT')).error).toBe('market-closed')
    await buyOnFreshPrice('BTCUSDT')
    expect((await call('operator/market_halt', halting, as('risk'))).error).toBe('already-decided')

    expect((await call('operator/market_lift', { id }, as('lead'))).error).toBe('not-found')
    const both = await world.logIn('risk-and-lead', ['risk', 'lead'])
    const asked = { id, note: 'the source reconnected' }
    expect(await call('operator/market_lift_request', asked, both)).toMatchObject({
      data: { lift: { note: asked.note } },
    })
    expect((await call('operator/market_lift_request', asked, as('risk'))).error).toBe('already-decided')
    expect((await call('operator/market_lift', { id }, both)).error).toBe('same-operator')
    expect(await call('operator/market_lift_refuse', { id, note: 'not yet' }, as('lead'))).toMatchObject({
      data: { lift: null },
    })
    expect((await buy('ETHUSDT')).error).toBe('market-closed')
    await call('operator/market_lift_request', asked, both)
    expect((await call('operator/market_lift', { id }, as('lead'))).error).toBe('confirmation-required')
    await confirmAct(world, as('lead'), { act: 'halt.lift', id: BigInt(id) })
    expect(await call('operator/market_lift', { id }, as('lead'))).toMatchObject({ data: { symbol: 'ETHUSDT' } })
    expect(await shown('ETHUSDT')).toBe(false)
    await buyOnFreshPrice('ETHUSDT')
    expect((await call('operator/market_lift', { id }, as('lead'))).error).toBe('not-found')
  })

  it('is recorded in the audit with its reason, step by step', async () => {
    const { rows } = await world.owner.query<{ action: string; actor: string; reason: string }>(
      "select action, actor, reason from audit.entry where action like 'instrument.%' order by seq",
    )
    expect(rows).toEqual([
      { action: 'instrument.halted', actor: 'only-risk', reason: 'price-doubt: two sources differ' },
      { action: 'instrument.lift-requested', actor: 'risk-and-lead', reason: 'the source reconnected' },
      { action: 'instrument.lift-refused', actor: 'only-lead', reason: 'not yet' },
      { action: 'instrument.lift-requested', actor: 'risk-and-lead', reason: 'the source reconnected' },
      { action: 'instrument.resumed', actor: 'only-lead', reason: '' },
    ])
  })

  it('happens once, however many ask at once', async () => {
    await expect.poll(async () => (await buy('SOLUSDT')).error === null).toBe(true)
    const forms = Array.from({ length: 20 }, () =>
      call('operator/market_halt', { ...halting, symbol: 'SOLUSDT' }, as('risk')),
    )
    const answers = await Promise.all(forms)
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'already-decided')).toHaveLength(19)
  })

  it('is refused for an instrument that does not exist', async () => {
    expect((await call('operator/market_halt', { ...halting, symbol: 'NOSUCH' }, as('risk'))).error).toBe(
      'unknown-instrument',
    )
  })

  it.each([
    'update market.instrument set halted = false',
    "insert into market.halt (instrument_id, reason, note, halted_by, halted_ms) values (1, 'other', 'why', 1, 1)",
    'update market.halt set lifted_ms = 1, lifted_by = 1',
    'delete from market.halt',
  ])('cannot be made or lifted by the application itself: %s', async (attack) => {
    await expect(world.app.query(attack)).rejects.toThrow('permission denied')
  })

  it('is lifted by one person not even by the owner of the database', async () => {
    await expect(
      world.owner.query(
        "update market.halt set lift_note = 'why', lift_requested_by = halted_by, lift_requested_ms = 1, lifted_by = halted_by, lifted_ms = 1 where lifted_ms is null",
      ),
    ).rejects.toThrow('lifting_needs_two_operators')
  })
})

describe('what operators see of the markets', () => {
  it('is the stake of each direction and the age of each price', async () => {
    await expect.poll(async () => (await buy('BTCUSDT')).error === null).toBe(true)
    const exposure = await call('operator/exposure', {}, as('risk'))
    expect(exposure).toMatchObject({
      data: { instruments: expect.arrayContaining([expect.objectContaining({ stakeDown: '0' })]) },
    })
    const instruments = z.parse(
      z.object({ instruments: z.array(z.object({ symbol: z.string(), stakeUp: z.string(), openOrders: z.int() })) }),
      exposure.data,
    ).instruments
    for (const { stakeUp, openOrders } of instruments) expect(Number(stakeUp)).toBe(openOrders * 10)
    const markets = await call('operator/markets', {}, as('auditor'))
    expect(markets).toMatchObject({
      data: {
        feed: { name: 'simulated:7', sources: [] },
        items: expect.arrayContaining([
          expect.objectContaining({ symbol: 'BTCUSDT', state: 'open', sources: null, halt: null }),
          expect.objectContaining({ symbol: 'SOLUSDT', halt: expect.objectContaining({ reason: 'price-doubt' }) }),
        ]),
      },
    })
  })
})
