import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { customersOf, newEmail, newMobile, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { openCustomer } from '../ledger/index.ts'
import { becomeCell } from './clearing-store.ts'
import { openSharedNames } from './shared-names.ts'
import { openDirectory } from './testing/cell-world.ts'

const directory = closeAfterTests(await openDirectory([1, 1]))
const logger = pino({ level: 'silent' })
/** The directory as the role of cells. */
const asCell = createPool(directory.urlAs('candor_cell'), 'test-names', { maxConnections: 4 })
afterAll(() => asCell.end())

/** Whether the next customer's accounts cannot be opened, which ends a registration after the directory was asked. */
let isCrashing = false

/** A cell of its own, whose server asks the directory. */
async function openCell(cell: number) {
  const fixture = closeAfterTests(
    await openIdentity({
      openAccounts: async (client, customerId) => {
        if (isCrashing) throw new Error('crash')
        await openCustomer(client, customerId)
      },
      openNames: async ({ pool, owner, clock }) => {
        await becomeCell(owner, cell)
        return openSharedNames({ directory: asCell, pool, clock, logger })
      },
    }),
  )
  return { ...fixture, ...customersOf(() => fixture) }
}

const [first, second] = [await openCell(1), await openCell(2)]

type Cell = typeof first

async function registerBy(cell: Cell, email: string) {
  cell.clock.advance(3_600_000)
  return cell.register({ email, code: await cell.codeFor(email) })
}

async function stored(cell: Cell, email: string) {
  const { rows } = await cell.pool.query<{ customer_id: bigint; public_id: string; invite_code: string }>(
    'select customer_id, public_id, invite_code from identity.customer where email = $1',
    [email],
  )
  return rows
}

async function namesOf(customerId: bigint | undefined): Promise<Record<string, string>> {
  const { rows } = await directory.owner.query<{ kind: string; name: string }>(
    'select kind, name from directory.name where customer_id = $1',
    [customerId],
  )
  return Object.fromEntries(rows.map(({ kind, name }) => [kind, name]))
}

test('stores a customer under the number and the names that the directory has', async () => {
  const email = newEmail()
  expect(await registerBy(second, email)).toMatchObject({ code: 1 })
  const [customer] = await stored(second, email)
  expect(await namesOf(customer?.customer_id)).toEqual({
    email,
    'account-number': customer?.public_id,
    'invitation-code': customer?.invite_code,
  })
  const { rows } = await directory.owner.query('select cell from directory.customer where customer_id = $1', [
    customer?.customer_id,
  ])
  expect(rows).toEqual([{ cell: 2 }])
})

test('refuses an e-mail and a mobile number that are registered in another cell', async () => {
  const email = newEmail()
  const mobile = newMobile()
  expect(await registerBy(first, email)).toMatchObject({ code: 1 })
  expect(await first.register({ mobile, ...(await first.captcha()) })).toMatchObject({ code: 1 })
  expect(await registerBy(second, email)).toMatchObject({ error: 'already-registered' })
  const probing = await second.register({ mobile, ...(await second.captcha()) })
  expect(probing).toMatchObject({ error: 'already-registered' })
  expect(await stored(second, email)).toEqual([])
})

test('goes on with the number of a registration that was not stored, for a customer who proves the name again', async () => {
  const email = newEmail()
  isCrashing = true
  await expect(registerBy(first, email)).resolves.toMatchObject({ error: 'system-error' })
  isCrashing = false
  expect(await stored(first, email)).toEqual([])
  const { rows } = await directory.owner.query<{ customer_id: bigint }>(
    `select customer_id from directory.find('email', $1)`,
    [email],
  )
  expect(await registerBy(second, email)).toMatchObject({ error: 'already-registered' })
  expect(await registerBy(first, email)).toMatchObject({ code: 1 })
  const [customer] = await stored(first, email)
  expect(customer?.customer_id).toBe(rows[0]?.customer_id)
  const { rows: found } = await directory.owner.query(
    `select customer_id from directory.find('account-number', $1)
     union all select customer_id from directory.find('invitation-code', $2)`,
    [customer?.public_id, customer?.invite_code],
  )
  expect(found).toEqual([{ customer_id: customer?.customer_id }, { customer_id: customer?.customer_id }])
  expect(await registerBy(first, email)).toMatchObject({ error: 'already-registered' })
})

test('opens one account where registrations of an e-mail come at once', async () => {
  const email = newEmail()
  first.clock.advance(3_600_000)
  const code = await first.codeFor(email)
  const outcomes = await Promise.all([first.register({ email, code }), first.register({ email, code })])
  expect(outcomes.filter(({ code: outcome }) => outcome === 1)).toHaveLength(1)
  expect(await stored(first, email)).toHaveLength(1)
})

test('claims a bound e-mail and mobile number in all cells, and gives up the former ones', async () => {
  const { email, token } = await first.newMailbox()
  const [customer] = await stored(first, email)
  const next = newEmail()
  const bind = async (to: string) => {
    first.clock.advance(3_600_000)
    const codes = {
      code: await first.codeFor(to, 'bind-email'),
      currentCode: await first.codeFor(email, 'change-email'),
    }
    return (await first.call('security/bind_email', { email: to, ...codes, loginPassword: password }, { token })).body
  }
  const taken = newEmail()
  expect(await registerBy(second, taken)).toMatchObject({ code: 1 })
  expect(await bind(taken)).toMatchObject({ error: 'already-registered' })
  expect(await bind(next)).toMatchObject({ code: 1 })
  expect(await namesOf(customer?.customer_id)).toMatchObject({ email: next })
  expect(await registerBy(second, email)).toMatchObject({ code: 1 })
  const mobile = newMobile()
  const phone = { mobile, loginPassword: password, ...(await first.captcha()) }
  expect((await first.call('security/bind_phone', phone, { token })).body).toMatchObject({ code: 1 })
  expect(await namesOf(customer?.customer_id)).toMatchObject({ mobile })
  const unbound = await first.call('security/unbind_phone', { loginPassword: password }, { token })
  expect(unbound.body).toMatchObject({ code: 1 })
  expect(await namesOf(customer?.customer_id)).not.toHaveProperty('mobile')
})

test('registers nobody while the directory is away, and refuses a database that is no cell', async () => {
  const email = newEmail()
  await directory.owner.query('alter function directory.register rename to away')
  await expect(registerBy(first, email)).resolves.toMatchObject({ error: 'system-error' })
  await directory.owner.query('alter function directory.away rename to register')
  expect(await registerBy(first, email)).toMatchObject({ code: 1 })
  const alone = closeAfterTests(await openIdentity())
  const opening = openSharedNames({ directory: asCell, pool: alone.pool, clock: alone.clock, logger })
  await expect(opening).rejects.toThrow('the database is no cell of a platform')
})

test('follows a change that is stored already, and leaves a name that another customer has', async () => {
  const { email } = await first.newMailbox()
  const [customer] = await stored(first, email)
  const customerId = customer?.customer_id ?? 0n
  const names = await openSharedNames({ directory: asCell, pool: first.pool, clock: first.clock, logger })
  const next = newEmail()
  await first.pool.query('update identity.customer set email = $2 where customer_id = $1', [customerId, next])
  await names.follow(customerId, { kind: 'email', from: email, to: next })
  expect(await namesOf(customerId)).toMatchObject({ email: next })
  expect(await registerBy(second, email)).toMatchObject({ code: 1 })
  await names.follow(customerId, { kind: 'email', from: null, to: email })
  expect(await namesOf(customerId)).toMatchObject({ email: next })
})

test('claims a deposit address for one customer, so that a transfer to it finds the cell', async () => {
  const [{ email: one }, { email: other }] = [await second.newMailbox(), await first.newMailbox()]
  const idOf = async (cell: Cell, email: string) => (await stored(cell, email))[0]?.customer_id ?? 0n
  const [customerId, otherId] = [await idOf(second, one), await idOf(first, other)]
  const openNames = ({ pool, clock }: Cell) => openSharedNames({ directory: asCell, pool, clock, logger })
  const [names, otherNames] = [await openNames(second), await openNames(first)]
  const placeOf = async (address: string) => {
    const { rows } = await directory.owner.query('select directory.place_of_address($1) as place', [address])
    return rows
  }
  const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  await expect(placeOf(address)).rejects.toMatchObject({ code: 'CD001' })
  await names.claimAddress(customerId, address)
  await names.claimAddress(customerId, address)
  expect(await placeOf(address)).toEqual([{ place: 1 }])
  await expect(otherNames.claimAddress(otherId, address)).rejects.toThrow('taken in another cell')
  const unclaimed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  await directory.owner.query('alter function directory.claim rename to away')
  await names.claimAddress(customerId, unclaimed)
  await directory.owner.query('alter function directory.away rename to claim')
  await expect(placeOf(unclaimed)).rejects.toMatchObject({ code: 'CD001' })
})
