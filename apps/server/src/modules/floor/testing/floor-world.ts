import { randomUUID } from 'node:crypto'
import type { InputOf, SaleDetailView, floorSell } from '@candor/api'
import type { AdvertCase, OperatorRole } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import type { Asset } from '@candor/money'
import { pino } from 'pino'
import { ok, refuse } from '../../../platform/result.ts'
import { readBalances } from '../../statement/balance-store.ts'
import { addVerifiedCustomer } from '../../ledger/testing/customers.ts'
import { fundDesk, readDeskAccounts } from '../../ledger/testing/desks.ts'
import { genesisMs, openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { keepNotices } from '../../messages/testing/kept-notices.ts'
import { messagesOf } from '../../messages/testing/stored-messages.ts'
import type { PaymentPasswords } from '../../security/index.ts'
import { logInOperator } from '../../operator/testing/operators.ts'
import { createMerchantService } from '../merchant-service.ts'
import type { Dealer, MerchantDependencies, MerchantService } from '../merchant-service.ts'
import { readDesks } from '../merchant-store.ts'
import { createFloorService } from '../floor-service.ts'
import type { FloorService } from '../floor-service.ts'
import { followBid, openSandboxFloor } from '../floor-store.ts'
import { lapseDue } from '../floor-watch.ts'

/** How long a desk has to confirm a sale. */
export const timeLimitMs = 15 * 60_000
/** Not the real check, whose results do not concern the floor. */
export const wrongPassword = '000000'
const paymentPassword = '481516'

/** A customer's money, in units. */
export interface SellerMoney {
  readonly USD: bigint
  readonly USDT: bigint
  readonly inEscrow: bigint
}

/** The adverts of the sandbox: two confirmed automatically, the better price first, and one confirmed by a person. */
export interface SandboxAdverts {
  readonly auto: string
  readonly second: string
  readonly manual: string
}

interface SaleDetails {
  readonly quantity: string
  readonly unitPrice: string
  readonly total: string
  readonly asset: Asset
}

/**
 * Opens a ledger on virtual time with the floor of the sandbox, in which one USDT costs one USD and a swap pays 0.9995.
 */
export async function openFloorWorld(...opening: Parameters<typeof openLedgerWorld>): Promise<FloorWorld> {
  const ledger = await openLedgerWorld(...opening)
  await ledger.owner.query(
    `update market.instrument set symbol = 'USDTUSD', tick_decimals = 3, price_decimals = 4 where instrument_id = 1`,
  )
  await openSandboxFloor(ledger.owner)
  const world = new FloorWorld(ledger)
  await world.price(10_000n)
  await world.follow()
  return world
}

/** Drives the trading floor in tests: customers and operators through the services. */
export class FloorWorld {
  readonly ledger: LedgerWorld
  readonly service: FloorService
  readonly desks: MerchantService
  readonly deps: MerchantDependencies
  readonly #notices = keepNotices()
  /** Notices sent to customers' sockets. */
  readonly told = this.#notices.told
  #dealers = 0

  constructor(ledger: LedgerWorld) {
    this.ledger = ledger
    this.deps = {
      pool: ledger.app,
      clock: { nowMs: () => genesisMs + ledger.slot * slotMs + slotMs / 2 },
      logger: pino({ level: 'silent' }),
      notifier: this.#notices.notifier,
    }
    this.service = this.anotherServer()
    this.desks = createMerchantService(this.deps)
  }

  close(): Promise<void> {
    return this.ledger.close()
  }

  /** The service as another server on the same database has it. */
  anotherServer(): FloorService {
    const verify: PaymentPasswords['verify'] = (_, password) =>
      Promise.resolve(password === wrongPassword ? refuse('wrong-payment-password') : ok(null))
    return createFloorService({ ...this.deps, paymentPasswords: { verify } })
  }

  /** Throws when the books are unsound: they must be sound after any test. */
  requireSoundBooks(): Promise<void> {
    return this.ledger.requireSoundBooks()
  }

  addCustomer(): Promise<bigint> {
    return addVerifiedCustomer(this.ledger)
  }

  /** Logs an operator in. Move the clock by an hour, and the session is over. */
  async dealer(roles: readonly OperatorRole[] = ['desk']): Promise<Dealer> {
    this.#dealers += 1
    const name = `dealer-${this.#dealers}`
    const { operatorId, secret } = await logInOperator(this.ledger, { name, roles })
    return { operatorId, name, roles, secret, isSandboxReviewer: false, expiresMs: genesisMs * 2 }
  }

  /** Publishes a price of USDT in ten thousandths of a USD; state 0 is closed, 2 is stale. */
  price(ticks: bigint, state: 0 | 1 | 2 = 1): Promise<void> {
    return this.ledger.publish({ 1: { price: ticks, state } })
  }

  /** Moves the clock on, to where the price of before is no longer current unless it is published again. */
  async advance(byMs: number): Promise<void> {
    await this.ledger.moveTo(this.ledger.slot + Math.ceil(byMs / slotMs))
  }

  /** Has every automatic advert follow the price. */
  async follow(): Promise<number> {
    let followed = 0
    while (await followBid(this.ledger.app)) followed += 1
    return followed
  }

  lapse(): Promise<number> {
    return lapseDue(this.deps)
  }

  /** Has every sale that waits lapse, and every automatic advert follow a current price of one USD. */
  async endSales(): Promise<void> {
    await this.advance(timeLimitMs)
    await this.lapse()
    await this.price(10_000n)
    await this.follow()
  }

  /** The open adverts of the sandbox, as they are now. */
  async adverts(): Promise<SandboxAdverts> {
    const { items } = await this.service.adverts()
    const [auto, second] = items.filter(({ isAuto, isOpen }) => isAuto && isOpen)
    const manual = items.find(({ isAuto, isOpen }) => !isAuto && isOpen)
    if (auto === undefined || second === undefined || manual === undefined)
      throw new Error('the floor of the sandbox is not whole')
    return { auto: auto.id, second: second.id, manual: manual.id }
  }

  /** The form that sells into an advert at its price. */
  async form(advertId: string, quantity: string): Promise<InputOf<typeof floorSell>> {
    const shown = await this.service.advert(advertId, null)
    if (!shown.ok) throw new Error(`there is no advert ${advertId}`)
    return { requestId: randomUUID(), advertId, quantity, unitPrice: shown.value.advert.unitPrice, paymentPassword }
  }

  /** Sells. Throws where it is refused. */
  async sell(customerId: bigint, advertId: string, quantity: string): Promise<SaleDetailView> {
    const sold = await this.service.sell(customerId, await this.form(advertId, quantity))
    if (!sold.ok) throw new Error(`a sale of ${quantity} was refused: ${sold.error}`)
    return sold.value
  }

  /** Publishes an advert of a desk. Throws where it is refused. */
  async publish(
    dealer: Dealer,
    wanted: { deskId: string; total: string; minimum: string; maximum: string; unitPrice?: string; isAuto?: boolean },
  ): Promise<AdvertCase> {
    const form = { requestId: randomUUID(), unitPrice: '0.999', isAuto: false, ...wanted }
    const published = await this.desks.publish(dealer.secret, form)
    if (!published.ok) throw new Error(`an advert was refused: ${published.error}`)
    return published.value
  }

  /** The number of a desk of the sandbox. */
  async desk(name: 'Meridian Desk' | 'Kestrel OTC'): Promise<string> {
    const found = (await readDesks(this.ledger.app, null)).find((desk) => desk.name === name)
    if (found === undefined) throw new Error(`there is no desk ${name}`)
    return String(found.deskId)
  }

  async money(customerId: bigint): Promise<SellerMoney> {
    const balances = await readBalances(this.ledger.app, [customerId])
    const of = (asset: Asset) => balances.find((balance) => balance.asset === asset)
    const [usd, usdt] = [of('USD'), of('USDT')]
    if (usd === undefined || usdt === undefined) throw new Error('the customer has no accounts')
    return { USD: usd.available.units, USDT: usdt.available.units, inEscrow: usdt.escrow.units }
  }

  /** Everything sent to a customer: through sockets, and in messages. */
  async toldOf(customerId: bigint): Promise<{ sockets: string[]; messages: string[] }> {
    const messages = await messagesOf<SaleDetails>(this.ledger.app, customerId)
    return {
      sockets: this.told
        .filter((one) => one.customerId === customerId)
        .map(({ notice }) => `${notice.kind} ${notice.id} ${notice.state}`),
      messages: messages.map(
        ({ kind, subject, details: of }) =>
          `${kind} ${subject} ${of.quantity} × ${of.unitPrice} = ${of.total} ${of.asset}`,
      ),
    }
  }

  /** The account number that a customer sees. */
  async accountOf(customerId: bigint): Promise<string> {
    const { rows } = await this.ledger.app.query<{ public_id: string }>(
      'select public_id from identity.customer where customer_id = $1',
      [customerId],
    )
    return rows[0]?.public_id ?? ''
  }

  /** Gives a merchant USD. */
  fund(deskId: string, units: bigint): Promise<void> {
    return fundDesk(this.ledger.owner, deskId, units)
  }

  /** A merchant's money, in units. */
  deskMoney(deskId: string): Promise<Record<Asset, { posted: bigint; held: bigint }>> {
    return readDeskAccounts(this.ledger.app, deskId)
  }
}
