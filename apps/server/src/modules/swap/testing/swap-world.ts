import { randomUUID } from 'node:crypto'
import type { SwapView } from '@candor/api'
import type { Asset } from '@candor/money'
import { pino } from 'pino'
import { readBalances } from '../../statement/balance-store.ts'
import { addVerifiedCustomer } from '../../ledger/testing/customers.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { createSwapService } from '../swap-service.ts'
import type { SwapService } from '../swap-service.ts'

/** Opens a ledger on virtual time in which one USDT costs 0.99 USD. */
export async function openSwapWorld(...opening: Parameters<typeof openLedgerWorld>): Promise<SwapWorld> {
  const ledger = await openLedgerWorld(...opening)
  await ledger.owner.query("update market.instrument set symbol = 'USDTUSD' where instrument_id = 1")
  const world = new SwapWorld(ledger)
  await world.price(99n)
  return world
}

/** Drives swaps in tests, as customers through the service. */
export class SwapWorld {
  readonly ledger: LedgerWorld
  readonly service: SwapService
  /** The published swaps and their customers. */
  readonly told: { readonly customerId: bigint; readonly id: string }[] = []

  constructor(ledger: LedgerWorld) {
    this.ledger = ledger
    const onSwapped = (customerId: bigint, id: string) => {
      this.told.push({ customerId, id })
      return Promise.resolve()
    }
    this.service = createSwapService({ pool: ledger.app, logger: pino({ level: 'silent' }), onSwapped })
  }

  /** Throws when the books are unsound: they must be sound after any test. */
  requireSoundBooks(): Promise<void> {
    return this.ledger.requireSoundBooks()
  }

  close(): Promise<void> {
    return this.ledger.close()
  }

  /** Publishes a price of USDT in hundredths of a USD; state 0 is closed, 2 is stale. */
  price(cents: bigint, state: 0 | 1 | 2 = 1): Promise<void> {
    return this.ledger.publish({ 1: { price: cents, state } })
  }

  /** Lets time pass in slots of half a second, without a price. */
  wait(slots: number): Promise<void> {
    return this.ledger.moveTo(this.ledger.slot + slots)
  }

  /** Registers a verified customer with the opening balances of the sandbox. */
  addCustomer(): Promise<bigint> {
    return addVerifiedCustomer(this.ledger)
  }

  /** The form that swaps an amount, with a quote of its own. Throws where the quote is refused. */
  async form(customerId: bigint, from: Asset, amount: string): Promise<{ requestId: string; quoteId: string }> {
    const quoted = await this.service.quote(customerId, { from, amount })
    if (!quoted.ok) throw new Error(`a quote of ${amount} ${from} was refused: ${quoted.error}`)
    return { requestId: randomUUID(), quoteId: quoted.value.quoteId }
  }

  /** Swaps an amount. Throws where it is refused. */
  async swap(customerId: bigint, from: Asset, amount: string): Promise<SwapView> {
    const done = await this.service.execute(customerId, await this.form(customerId, from, amount))
    if (!done.ok) throw new Error(`a swap of ${amount} ${from} was refused: ${done.error}`)
    return done.value
  }

  /** A customer's available money in each asset, in units. */
  async money(customerId: bigint): Promise<Record<Asset, bigint>> {
    const [usd, usdt] = await readBalances(this.ledger.app, [customerId])
    if (usd === undefined || usdt === undefined) throw new Error('the customer has no accounts')
    return { USD: usd.available.units, USDT: usdt.available.units }
  }
}
