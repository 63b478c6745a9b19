import { randomUUID } from 'node:crypto'
import type { TermView } from '@candor/api'
import { slotMs } from '@candor/formulas'
import type { Asset } from '@candor/money'
import { pino } from 'pino'
import { readBalances } from '../../statement/balance-store.ts'
import { addVerifiedCustomer } from '../../ledger/testing/customers.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { keepNotices } from '../../messages/testing/kept-notices.ts'
import { createInterestService } from '../interest-service.ts'
import type { InterestDependencies, InterestService } from '../interest-service.ts'
import { openSandboxInterest, readCoverage } from '../product-store.ts'

export const minuteMs = 60_000
/** A customer's money in an asset, in units. */
export interface TermMoney {
  readonly available: bigint
  readonly inTerms: bigint
}

/** Opens a ledger on virtual time that offers the sandbox's products. */
export async function openInterestWorld(...opening: Parameters<typeof openLedgerWorld>): Promise<InterestWorld> {
  const ledger = await openLedgerWorld(...opening)
  await ledger.moveTo(ledger.slot)
  await ledger.owner.query(`insert into origin.mode (mode) values ('sandbox') on conflict do nothing`)
  await openSandboxInterest(ledger.owner)
  return new InterestWorld(ledger)
}

/** Drives the interest wallet in tests. */
export class InterestWorld {
  readonly ledger: LedgerWorld
  readonly service: InterestService
  readonly deps: InterestDependencies
  readonly #notices = keepNotices()
  /** Notices sent to customers' sockets. */
  readonly told = this.#notices.told

  constructor(ledger: LedgerWorld) {
    this.ledger = ledger
    this.deps = {
      pool: ledger.app,
      logger: pino({ level: 'silent' }),
      notifier: this.#notices.notifier,
    }
    this.service = createInterestService(this.deps)
  }

  close(): Promise<void> {
    return this.ledger.close()
  }

  addCustomer(): Promise<bigint> {
    return addVerifiedCustomer(this.ledger)
  }

  /** Moves the clock on. */
  async advance(byMs: number): Promise<void> {
    await this.ledger.moveTo(this.ledger.slot + Math.ceil(byMs / slotMs))
  }

  /** The id of the newest version of a product. */
  async product(asset: Asset, durationMs: number): Promise<string> {
    const found = (await this.service.products()).find(
      (product) => product.asset === asset && product.durationMs === durationMs,
    )
    if (found === undefined) throw new Error(`nothing of ${durationMs} ms is offered in ${asset}`)
    return found.id
  }

  /** Puts an amount in. Throws where it is refused. */
  async open(
    customerId: bigint,
    { asset = 'USDT', durationMs = minuteMs, amount = '1000' }: Partial<Wanted> = {},
  ): Promise<TermView> {
    const opened = await this.service.open(customerId, {
      requestId: randomUUID(),
      productId: await this.product(asset, durationMs),
      amount,
    })
    if (!opened.ok) throw new Error(`${amount} ${asset} for ${durationMs} ms was refused: ${opened.error}`)
    return opened.value
  }

  async money(customerId: bigint, asset: Asset = 'USDT'): Promise<TermMoney> {
    const found = (await readBalances(this.ledger.app, [customerId])).find((balance) => balance.asset === asset)
    if (found === undefined) throw new Error('the customer has no accounts')
    return { available: found.available.units, inTerms: found.term.units }
  }

  /** The house's interest money in an asset, over all stripes. */
  async house(asset: Asset = 'USDT'): Promise<{ posted: bigint; held: bigint }> {
    const found = (await readCoverage(this.ledger.app)).find((coverage) => coverage.asset === asset)
    if (found === undefined) throw new Error('the house has no accounts')
    return { posted: found.funds.units, held: found.reserved.units }
  }
}

interface Wanted {
  readonly asset: Asset
  readonly durationMs: number
  readonly amount: string
}
