import type { Asset } from '@candor/money'
import type { Money } from './model-money.ts'

const coin = 1_000_000n
const bps = 10_000n
const spreadBps = 5n
/** A price of USDT has two decimals. */
const priceScale = 100n
/** Ten seconds. */
const quoteSlots = 20

/** A requested swap. */
export interface ModelWanted {
  readonly customerId: bigint
  readonly from: Asset
  readonly units: bigint
}

interface ModelQuote extends ModelWanted {
  readonly quoteId: string
  readonly receives: bigint
  readonly price: bigint | null
  readonly expiresSlot: number
}

/** The request behind a swap. */
interface ModelSwap {
  readonly customerId: bigint
  readonly requestId: string
  readonly quoteId: string
}

/** The model's state that swaps depend on. */
interface Ground {
  readonly slot: number
  readonly customers: ReadonlyMap<string, Money>
  /** The house's exchange accounts, by stripe. */
  readonly fx: ReadonlyMap<number, bigint>
  /** In hundredths of a USD, while it is current. */
  currentPrice(instrumentId: number): bigint | null
  moveFx(stripe: number, units: bigint): void
}

const other = (asset: Asset): Asset => (asset === 'USD' ? 'USDT' : 'USD')
const stripesOf = (asset: Asset) => (asset === 'USD' ? [1, 2, 3, 4] : [5, 6, 7, 8])

/**
 * A second implementation of the swap rules, sequential and in plain integers. The first instrument is the price of
 * USDT.
 */
export class SwapModel {
  readonly all: ModelSwap[] = []
  readonly #ground: Ground
  readonly #quotes = new Map<string, ModelQuote>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** The quotes that no swap has used up, whether or not they still last. */
  get quotes(): readonly ModelQuote[] {
    return [...this.#quotes.values()]
  }

  /** The proceeds of a quote, or the reason for its refusal. */
  judge({ customerId, from, units }: ModelWanted): bigint | string {
    if (this.#money(customerId, from) === undefined) return 'account-disabled'
    if (units < coin || (from === 'USD' && units % coin !== 0n)) return 'wrong-amount'
    const price = this.#ground.currentPrice(1)
    if (price === null) return 'market-stale'
    const receives =
      from === 'USD'
        ? (units * priceScale * bps) / (price * (bps + spreadBps))
        : (units * price * (bps - spreadBps)) / (priceScale * bps)
    return this.#payer(customerId, other(from), receives) === undefined ? 'not-covered' : receives
  }

  /** Adds a quote given by the ledger. */
  quote(wanted: ModelWanted, quoteId: string, receives: bigint): void {
    const expiresSlot = this.#ground.slot + quoteSlots
    this.#quotes.set(`${wanted.customerId}:${wanted.from}`, {
      ...wanted,
      quoteId,
      receives,
      price: this.#ground.currentPrice(1),
      expiresSlot,
    })
  }

  /** The result of a request; executed unless refused. */
  execute({ customerId, requestId, quoteId }: ModelSwap): string {
    const past = this.all.find((one) => one.customerId === customerId && one.requestId === requestId)
    if (past !== undefined) return past.quoteId === quoteId ? 'repeated' : 'conflict'
    const quote = this.quotes.find((one) => one.customerId === customerId && one.quoteId === quoteId)
    if (quote === undefined || quote.expiresSlot <= this.#ground.slot) return 'quote-expired'
    const given = this.#money(customerId, quote.from)
    const received = this.#money(customerId, other(quote.from))
    if (given === undefined || received === undefined) return 'account-disabled'
    const price = this.#ground.currentPrice(1)
    if (price === null) return 'market-stale'
    // Prices of the model move in whole hundredths, so each move is wider than the spread.
    if (price !== quote.price) return 'quote-expired'
    if (quote.units > given.posted - given.held) return 'insufficient-balance'
    const payer = this.#payer(customerId, other(quote.from), quote.receives)
    if (payer === undefined) return 'not-covered'
    given.posted -= quote.units
    received.posted += quote.receives
    const spread = (quote.units * spreadBps) / (quote.from === 'USD' ? bps + spreadBps : bps)
    this.#ground.moveFx(this.#ownStripe(customerId, quote.from), quote.units - spread)
    this.#ground.moveFx(payer, -quote.receives)
    this.#quotes.delete(`${customerId}:${quote.from}`)
    this.all.push({ customerId, requestId, quoteId })
    return 'swapped'
  }

  #money(customerId: bigint, asset: Asset) {
    return this.#ground.customers.get(`${customerId}:${asset}`)
  }

  #ownStripe(customerId: bigint, asset: Asset): number {
    return (asset === 'USD' ? 1 : 5) + Number(customerId % 4n)
  }

  #payer(customerId: bigint, asset: Asset, units: bigint): number | undefined {
    return [this.#ownStripe(customerId, asset), ...stripesOf(asset)].find(
      (stripe) => (this.#ground.fx.get(stripe) ?? 0n) >= units,
    )
  }
}
