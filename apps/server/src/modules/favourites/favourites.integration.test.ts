import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createFavouritesService } from './favourites-service.ts'

let customerId: bigint

const symbols = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `TEST${from + index}`)

const world = closeAfterTests(await openLedgerWorld(await testDatabase(), { instruments: 120 }))
const service = createFavouritesService(world.app)

beforeEach(async () => {
  customerId = await newCustomer()
})

async function newCustomer(): Promise<bigint> {
  const digits = String(Math.floor(10_000_000 + Math.random() * 89_999_999))
  const { rows } = await world.owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values ($1, $2, '$argon2id$x', upper(substr(md5($2), 1, 6)), 'verified', 'en', 0) returning customer_id`,
    [digits, `${randomUUID()}@example.com`],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no customer was stored')
  return row.customer_id
}

test('keeps them in the order in which they were added, each once', async () => {
  await service.add(customerId, ['TEST9', 'TEST2'])
  expect(await service.add(customerId, ['TEST2', 'TEST5', 'TEST9'])).toEqual({
    ok: true,
    value: ['TEST9', 'TEST2', 'TEST5'],
  })
  expect(await service.list(customerId)).toEqual(['TEST9', 'TEST2', 'TEST5'])
})

test('a removal takes away what is there, and a repeat of it nothing', async () => {
  await service.add(customerId, ['TEST1', 'TEST2'])
  expect(await service.remove(customerId, ['TEST1', 'NOSUCH'])).toEqual(['TEST2'])
  expect(await service.remove(customerId, ['TEST1'])).toEqual(['TEST2'])
})

test('belong to their customer alone', async () => {
  await service.add(customerId, ['TEST1'])
  const other = await newCustomer()
  await service.remove(other, ['TEST1'])
  expect(await service.list(other)).toEqual([])
  expect(await service.list(customerId)).toEqual(['TEST1'])
})

test('leaves out what is not listed, and refuses where nothing is', async () => {
  await world.owner.query(`update market.instrument set hidden = true where symbol = 'TEST119'`)
  expect(await service.add(customerId, ['NOSUCH', 'TEST119', 'TEST1'])).toEqual({ ok: true, value: ['TEST1'] })
  expect(await service.add(customerId, ['NOSUCH', 'TEST119'])).toEqual({ ok: false, error: 'unknown-instrument' })
})

test('refuses the 101st, and adds nothing of a list that is too long', async () => {
  expect(await service.add(customerId, symbols(1, 99))).toMatchObject({ ok: true })
  expect(await service.add(customerId, ['TEST100', 'TEST101'])).toEqual({ ok: false, error: 'limit-reached' })
  expect(await service.list(customerId)).toHaveLength(99)
  expect(await service.add(customerId, ['TEST100'])).toMatchObject({ ok: true })
  expect(await service.add(customerId, ['TEST1'])).toMatchObject({ ok: true })
})

test('holds the limit against calls at the same moment', async () => {
  await service.add(customerId, symbols(1, 95))
  const answers = await Promise.all(symbols(96, 110).map((symbol) => service.add(customerId, [symbol])))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(await service.list(customerId)).toHaveLength(100)
})
