import * as z from 'zod/mini'
import type { SettledOrder } from '../../apps/server/src/modules/settlement/index.ts'
import { storeCustomers } from '../../apps/server/src/modules/ledger/testing/stored-customers.ts'
import type { ContractOracle, OracleCell, OracleRequest } from './contract-oracle.ts'
import type { AskedRequest } from './simulated-customers.ts'
import type { Committed } from './simulated-database.ts'
import type { SimulatedWorld } from './simulated-world.ts'

/** Placements arrive as lists of cells: the outcome, the order, and its other values. */
const placedRows = z.array(z.tuple([z.string(), z.nullable(z.bigint())], z.unknown()))
const settledRows = z.array(z.object({ order_id: z.bigint(), result: z.string(), void_reason: z.nullable(z.string()) }))
/** Arrays arrive in PostgreSQL's text form. */
const items = z.pipe(
  z.string().check(z.regex(/^\{.+\}$/)),
  z.transform((text): unknown[] => text.slice(1, -1).split(',')),
)
const numbers = z.pipe(items, z.array(z.coerce.number()))
const bigints = z.pipe(items, z.array(z.coerce.bigint()))
const placedValues = z.tuple([
  z.number(),
  bigints,
  z.pipe(items, z.array(z.string())),
  numbers,
  numbers,
  bigints,
  z.pipe(items, z.array(z.enum(['up', 'down']))),
  bigints,
  numbers,
  z.boolean(),
])
const lastUsdStripe = 4

/** Compares every committed statement, every response to a customer, and the final state with the oracle. */
export class LifeAudit {
  readonly failures: string[] = []
  /** Frames as they were sent, by slot. */
  readonly publishing = new Map<number, readonly OracleCell[]>()
  readonly #world: SimulatedWorld
  readonly #oracle: ContractOracle
  readonly #customers: readonly bigint[]
  readonly #asked: readonly AskedRequest[]
  readonly #told = new Set<bigint>()

  constructor(given: {
    world: SimulatedWorld
    oracle: ContractOracle
    customers: readonly bigint[]
    asked: readonly AskedRequest[]
  }) {
    this.#world = given.world
    this.#oracle = given.oracle
    this.#customers = given.customers
    this.#asked = given.asked
  }

  async openAccounts(): Promise<void> {
    await storeCustomers(this.#world.ledger.owner, this.#customers)
    await this.#world.ledger.app.query('select ledger.open_customer(id) from unnest($1::bigint[]) as id', [
      this.#customers,
    ])
  }

  /**
   * A statement that cannot be followed is recorded as a failure: the server under trial would swallow an exception.
   */
  readonly onCommitted = (statement: Committed): void => {
    try {
      this.#follow(statement)
    } catch (fault) {
      this.failures.push(`${statement.name} could not be followed: ${String(fault)}`)
    }
  }

  #follow(statement: Committed): void {
    if (statement.name === 'ledger-place-orders') this.#checkPlaced(statement)
    if (statement.name === 'ledger-settle-due') this.#checkSettled(statement)
    if (statement.name === 'publish-frame') {
      const slot = Number(statement.values[0])
      const cells = this.publishing.get(slot)
      if (cells !== undefined) this.#oracle.publish(slot, cells)
    }
  }

  readonly onSettled = ({ orderId }: SettledOrder): void => {
    this.expect(!this.#told.has(orderId), `order ${orderId} was settled twice`)
    this.#told.add(orderId)
  }

  isAllClosed(): boolean {
    return [...this.#oracle.orders.values()].every(({ outcome }) => outcome !== null)
  }

  expect(isRight: boolean, failure: string): void {
    if (!isRight) this.failures.push(failure)
  }

  /** Compares responses, orders and money after the last slot. */
  async conclude(): Promise<void> {
    this.expect(this.isAllClosed(), 'an order is still open after every window has passed')
    for (const asked of this.#asked) this.#checkAnswers(asked)
    await this.#checkStoredOrders()
    await this.#checkBalances()
  }

  #checkPlaced({ values, rows }: Committed): void {
    const [stripe, customers, requestIds, , , termsIds, directions, stakes, seenSlots] = z.parse(placedValues, values)
    const atMs = this.#world.time.nowMs()
    for (const [index, [outcome, orderId]] of z.parse(placedRows, rows).entries()) {
      const terms = this.#world.terms.find(({ termsId }) => termsId === termsIds[index])
      const [customer, requestId, direction, stake, seenSlot] = [
        customers[index],
        requestIds[index],
        directions[index],
        stakes[index],
        seenSlots[index],
      ]
      if (
        terms === undefined ||
        customer === undefined ||
        requestId === undefined ||
        direction === undefined ||
        stake === undefined ||
        seenSlot === undefined
      )
        throw new Error('a batch has holes')
      const asset = stripe <= lastUsdStripe ? 'USD' : 'USDT'
      const request: OracleRequest = { customer, requestId, asset, terms, direction, stake, seenSlot }
      const expected = this.#oracle.place(atMs, request, orderId)
      const found = orderId === null ? outcome : `${outcome} order ${orderId}`
      this.expect(
        found === expected,
        `request ${requestId} of ${customer}: the ledger says ${found}, the oracle ${expected}`,
      )
    }
  }

  #checkSettled({ rows }: Committed): void {
    for (const row of z.parse(settledRows, rows)) {
      const expected = this.#oracle.close(row.order_id)
      const found = row.void_reason === null ? row.result : `${row.result} ${row.void_reason}`
      this.expect(found === expected, `order ${row.order_id}: the ledger says ${found}, the oracle ${expected}`)
    }
  }

  #checkAnswers({ request, answers }: AskedRequest): void {
    const { customer, requestId } = request
    const stored = this.#oracle.answerOf(customer, requestId)
    // Another request under this key may have come first; then this one is a conflict each time.
    const allowed = new Set([stored, 'conflict'])
    for (const answer of answers)
      this.expect(allowed.has(answer), `request ${requestId} was answered ${answer}, and is ${stored ?? 'unknown'}`)
    this.expect(answers.size === 1, `request ${requestId} was answered ${[...answers].join(' and ') || 'never'}`)
  }

  async #checkStoredOrders(): Promise<void> {
    const { rows } = await this.#world.ledger.owner.query<{
      order_id: bigint
      entry_slot: bigint
      exit_slot: bigint
      fee: bigint
      profit: bigint
      result: string | null
      void_reason: string | null
    }>(
      'select order_id, entry_slot, exit_slot, fee, profit, result, void_reason from contract.contract_order where customer_id = any($1::bigint[])',
      [this.#customers],
    )
    this.expect(
      rows.length === this.#oracle.orders.size,
      `${rows.length} orders are stored, the oracle has ${this.#oracle.orders.size}`,
    )
    for (const row of rows) {
      const order = this.#oracle.orders.get(row.order_id)
      const found = [
        row.entry_slot,
        row.exit_slot,
        row.fee,
        row.profit,
        row.void_reason === null ? row.result : `${row.result} ${row.void_reason}`,
      ]
      const expected = [order?.entrySlot, order?.exitSlot, order?.fee, order?.profit, order?.outcome]
      this.expect(
        found.join(' ') === expected.join(' '),
        `order ${row.order_id} is stored as ${found.join(' ')}, the oracle says ${expected.join(' ')}`,
      )
    }
  }

  async #checkBalances(): Promise<void> {
    const { rows } = await this.#world.ledger.owner.query<{
      owner_id: bigint
      asset: number
      posted: bigint
      held: bigint
    }>(
      `select owner_id, asset, posted, held from ledger.balance where owner_id = any($1::bigint[])
        and kind = 'available'`,
      [this.#customers],
    )
    this.expect(rows.length === this.#customers.length * 2, `${rows.length} accounts are there`)
    for (const { owner_id: customer, asset, posted, held } of rows) {
      const key = `${customer}:${asset === 1 ? 'USD' : 'USDT'}`
      const owned = this.#oracle.owned.get(key)
      const isRight = owned !== undefined && owned.held === held && owned.available === posted - held
      this.expect(
        isRight,
        `${key} has ${posted - held} and ${held} held, the oracle says ${owned?.available} and ${owned?.held}`,
      )
    }
  }
}
