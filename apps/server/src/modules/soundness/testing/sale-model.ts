import type { Money } from './model-money.ts'

const coin = 1_000_000n
/** How far from the official price an advert that a person confirms sells. */
export const bandBps = 300n
/** How long a desk of a history has to confirm a sale. */
export const lapseSlots = 40

/** An advert in the model, identified by its index. */
export interface ModelAdvert {
  readonly id: bigint
  readonly unitPrice: bigint
  readonly minimum: bigint
  readonly maximum: bigint
  readonly isAuto: boolean
  remaining: bigint
  isOpen: boolean
}

/** A request to sell in the model. */
export interface ModelSaleRequest {
  readonly customerId: bigint
  readonly requestId: string
  readonly quantity: bigint
  readonly unitPrice: bigint
}

interface ModelSale {
  readonly id: bigint
  readonly advert: ModelAdvert
  readonly request: ModelSaleRequest
  readonly total: bigint
  readonly soldSlot: number
  state: 'in-progress' | 'completed' | 'closed'
}

/** The rest of the model, as the sales rules need it. */
interface Ground {
  readonly slot: number
  readonly customers: ReadonlyMap<string, Money>
  /** In hundredths of a USD, while it is current. */
  currentPrice(instrumentId: number): bigint | null
}

/** The rules of the trading floor a second time, in plain integers. */
export class SaleModel {
  readonly adverts: ModelAdvert[] = []
  readonly all: ModelSale[] = []
  /** Escrow, by customer. */
  readonly escrow = new Map<bigint, bigint>()
  /** The number of customers, with or without an account. */
  customers = 0
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** The result of each request. `saleIds` are the ledger's ids for the sales made here. */
  sell(advert: ModelAdvert, requests: readonly ModelSaleRequest[], saleIds: readonly (bigint | null)[]): string[] {
    return requests.map((request, index) => {
      const outcome = this.#judge(advert, request)
      if (outcome === 'sold') this.#take(advert, request, saleIds[index] ?? -1n)
      return outcome
    })
  }

  /** The result of a confirmation: the state after it, or the error. */
  confirm(sale: ModelSale): string {
    if (sale.state === 'completed') return 'completed'
    if (sale.state === 'closed' || this.#isOver(sale)) return 'CO004'
    this.#hold(sale, -1n)
    this.#moneyOf(sale.request.customerId, 'USD').posted += sale.total
    sale.state = 'completed'
    return 'completed'
  }

  /** Whether a sale lapses because it was not confirmed in time. */
  lapse(sale: ModelSale): boolean {
    if (sale.state !== 'in-progress' || !this.#isOver(sale)) return false
    this.#hold(sale, -1n)
    this.#moneyOf(sale.request.customerId, 'USDT').posted += sale.request.quantity
    sale.advert.remaining += sale.request.quantity
    sale.state = 'closed'
    return true
  }

  /** Why an advert is not opened now, or that it is. */
  open(advert: ModelAdvert, isOpen: boolean): string {
    const bid = this.#bid()
    if (isOpen && !advert.isOpen && advert.isAuto) {
      if (bid === null) return 'market-stale'
      if (advert.unitPrice > bid) return 'price-above-bid'
    }
    advert.isOpen = isOpen
    return 'done'
  }

  #judge(advert: ModelAdvert, { customerId, requestId, quantity, unitPrice }: ModelSaleRequest): string {
    const past = this.all.find(({ request }) => request.customerId === customerId && request.requestId === requestId)
    if (past !== undefined) {
      const isSame =
        past.advert === advert && past.request.quantity === quantity && past.request.unitPrice === unitPrice
      return isSame ? 'repeated' : 'conflict'
    }
    if (!advert.isOpen) return 'transaction-closed'
    const bid = this.#bid()
    if (advert.isAuto && bid === null) return 'market-stale'
    if (advert.isAuto && bid !== null && advert.unitPrice > bid) return 'price-changed'
    if (!advert.isAuto) {
      const official = this.#official()
      if (official === null) return 'market-stale'
      const distance = advert.unitPrice - official
      if ((distance < 0n ? -distance : distance) * 10_000n > official * bandBps) return 'price-outside-band'
    }
    if (unitPrice !== advert.unitPrice) return 'price-changed'
    if (quantity <= 0n || quantity > advert.maximum) return 'wrong-amount'
    if (quantity < advert.minimum && advert.remaining >= advert.minimum) return 'wrong-amount'
    if (quantity > advert.remaining) return 'not-enough-quantity'
    if ((quantity * unitPrice) / coin === 0n) return 'wrong-amount'
    if (customerId > BigInt(this.customers)) return 'account-disabled'
    const money = this.#ground.customers.get(`${customerId}:USDT`)
    return money === undefined || quantity > money.posted - money.held ? 'insufficient-usdt-balance' : 'sold'
  }

  #take(advert: ModelAdvert, request: ModelSaleRequest, id: bigint): void {
    const { customerId, quantity, unitPrice } = request
    const total = (quantity * unitPrice) / coin
    const sale: ModelSale = {
      id,
      advert,
      request,
      total,
      soldSlot: this.#ground.slot,
      state: advert.isAuto ? 'completed' : 'in-progress',
    }
    this.all.push(sale)
    advert.remaining -= quantity
    this.#moneyOf(customerId, 'USDT').posted -= quantity
    if (advert.isAuto) this.#moneyOf(customerId, 'USD').posted += total
    else this.#hold(sale, 1n)
  }

  #hold({ request: { customerId, quantity } }: ModelSale, sign: 1n | -1n): void {
    this.escrow.set(customerId, (this.escrow.get(customerId) ?? 0n) + sign * quantity)
  }

  #isOver(sale: ModelSale): boolean {
    return this.#ground.slot - sale.soldSlot >= lapseSlots
  }

  /** The swap price of one USDT: the official price less 5 hundredths of a percent. */
  #bid(): bigint | null {
    const official = this.#official()
    return official === null ? null : (official * 9_995n) / 10_000n
  }

  #official(): bigint | null {
    const cents = this.#ground.currentPrice(1)
    return cents === null ? null : (coin * cents) / 100n
  }

  #moneyOf(customerId: bigint, asset: string): Money {
    const money = this.#ground.customers.get(`${customerId}:${asset}`)
    if (money === undefined) throw new Error(`customer ${customerId} has no ${asset}`)
    return money
  }
}
