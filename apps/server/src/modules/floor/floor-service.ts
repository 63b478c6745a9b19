import type {
  InputOf,
  OutputOf,
  RefusalOf,
  SaleDetailView,
  SaleState,
  floorAdvert,
  floorAdverts,
  floorSaleList,
  floorSell,
} from '@candor/api'
import { formatDecimal, formatUnits, parseUnitsOf } from '@candor/money'
import { idOf } from '../../platform/ids.ts'
import { sharedInFlight } from '../../platform/in-flight.ts'
import type { Logger } from '../../platform/logger.ts'
import { ownRecords } from '../../platform/page.ts'
import type { PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { BookingBatcher, bookInHalves, booked } from '../ledger/index.ts'
import type { Notifier } from '../messages/index.ts'
import type { PaymentPasswords } from '../security/index.ts'
import { readUsdtPrice } from '../statement/index.ts'
import { listSales, readAdvert, readSales, readShownAdverts, sellToAdvert } from './floor-store.ts'
import type { SaleRefusal, SaleRequest } from './floor-store.ts'
import { advertView, saleDetailView, saleView } from './floor.ts'
import type { SaleRecord } from './floor.ts'

type SellForm = InputOf<typeof floorSell>
type SellRefusal = RefusalOf<typeof floorSell> | 'account-disabled' | 'conflict' | 'frequent-operations'

export interface FloorDependencies {
  readonly pool: Database
  readonly logger: Logger
  readonly notifier: Notifier
  readonly paymentPasswords: Pick<PaymentPasswords, 'verify'>
}

/** The customers' side of the trading floor. */
export interface FloorService {
  adverts(): Promise<OutputOf<typeof floorAdverts>>
  /** The advert of a merchant who awaits approval is hidden, and the merchant sees why. */
  advert(
    id: string,
    customerId: bigint | null,
  ): Promise<Result<OutputOf<typeof floorAdvert>, RefusalOf<typeof floorAdvert>>>
  /**
   * Sells exactly as the advert says. A repeat of a request returns the first result; equal requests in flight share
   * one check of the password.
   */
  sell(customerId: bigint, form: SellForm): Promise<Result<SaleDetailView, SellRefusal>>
  sales(
    customerId: bigint,
    wanted: PageWanted & { readonly state: SaleState | null },
  ): Promise<OutputOf<typeof floorSaleList>>
  sale(customerId: bigint, id: string): Promise<Result<SaleDetailView, 'not-found'>>
}

/** The result of one request: the sale, or the reason there is none. */
type Sold = { readonly record: SaleRecord; readonly isNew: boolean } | { readonly refusal: SaleRefusal }

/** Makes the service of the trading floor. */
export function createFloorService(deps: FloorDependencies): FloorService {
  const { pool } = deps
  const batcher = createSaleBatcher(pool)
  return {
    adverts: async () => {
      const [records, referencePrice] = await Promise.all([readShownAdverts(pool), readReference(pool)])
      return { items: records.map(advertView), referencePrice }
    },
    async advert(id, customerId) {
      const advertId = idOf(id)
      const record = advertId === null ? null : await readAdvert(pool, advertId)
      if (record === null) return refuse('unknown-advert')
      if (!record.isApproved)
        return refuse(
          record.merchantCustomerId === customerId && customerId !== null
            ? 'application-not-approved'
            : 'unknown-advert',
        )
      return ok({ advert: advertView(record), referencePrice: await readReference(pool) })
    },
    sell: sharedInFlight((customerId: bigint, form: SellForm) => sell(deps, batcher, customerId, form)),
    sales: ownRecords((wanted) => listSales(pool, wanted), { idOf: ({ saleId }) => saleId, viewOf: saleView }),
    async sale(customerId, id) {
      const saleId = idOf(id)
      const record = saleId === null ? undefined : (await readSales(pool, [saleId])).get(saleId)
      return record?.customerId === customerId ? ok(saleDetailView(record)) : refuse('not-found')
    },
  }
}

async function readReference(pool: Database): Promise<string | null> {
  const price = await readUsdtPrice(pool)
  return price === null ? null : formatDecimal(price.ticks, price.decimals)
}

type AdvertSale = SaleRequest & { readonly advertId: bigint }
type SaleBatcher = BookingBatcher<bigint, AdvertSale, Sold>

/** Batches sales per advert. A batch has one sale per customer, as the ledger requires. */
function createSaleBatcher(pool: Database): SaleBatcher {
  return new BookingBatcher({
    book: (requests, advertId) => bookInHalves(requests, (part) => sellBatch(pool, advertId, part)),
    keyOf: ({ advertId }) => advertId,
    distinctBy: ({ customerId }) => customerId,
    maxBatch: 250,
    readsInputBetween: true,
  })
}

async function sell(
  deps: FloorDependencies,
  batcher: SaleBatcher,
  customerId: bigint,
  form: SellForm,
): Promise<Result<SaleDetailView, SellRefusal>> {
  const advertId = idOf(form.advertId)
  const quantityUnits = parseUnitsOf('USDT', form.quantity)
  const unitPriceUnits = parseUnitsOf('USD', form.unitPrice)
  // Checked before the password: an impossible sale costs no attempt.
  if (advertId === null) return refuse('unknown-advert')
  if (quantityUnits === null || quantityUnits === 0n) return refuse('wrong-amount')
  if (unitPriceUnits === null) return refuse('price-changed')
  const verified = await deps.paymentPasswords.verify(customerId, form.paymentPassword)
  if (!verified.ok) return verified
  const { requestId } = form
  const answer = await booked(deps.logger, { kind: 'sale', customerId, requestId }, () =>
    batcher.submit({ advertId, customerId, requestId, quantityUnits, unitPriceUnits }),
  )
  if (!answer.ok) return answer
  const sold = answer.value
  if ('refusal' in sold) return refuse(sold.refusal, await detailsOf(deps.pool, advertId, sold.refusal))
  if (sold.isNew) await notifySockets(deps, sold.record)
  return ok(saleDetailView(sold.record))
}

/** Sells a batch, and reads all its sales in one query. */
async function sellBatch(pool: Database, advertId: bigint, requests: readonly SaleRequest[]): Promise<Sold[]> {
  const answers = await sellToAdvert(pool, advertId, requests)
  const saleIds = answers.flatMap(({ saleId }) => (saleId === null ? [] : [saleId]))
  const records: ReadonlyMap<bigint, SaleRecord> = saleIds.length === 0 ? new Map() : await readSales(pool, saleIds)
  return answers.map((answer) => {
    if (answer.saleId === null) return { refusal: answer.outcome }
    const record = records.get(answer.saleId)
    if (record === undefined) throw new Error(`there is no sale ${answer.saleId}`)
    return { record, isNew: answer.outcome === 'sold' }
  })
}

/** A refusal's details: the limits of a sale, or the remaining quantity. */
async function detailsOf(pool: Database, advertId: bigint, refusal: SaleRefusal): Promise<unknown> {
  if (refusal !== 'wrong-amount' && refusal !== 'not-enough-quantity') return undefined
  const advert = await readAdvert(pool, advertId)
  if (advert === null) return undefined
  const { minimumUnits, maximumUnits, remainingUnits } = advert
  return refusal === 'wrong-amount'
    ? { minimum: formatUnits(minimumUnits), maximum: formatUnits(maximumUnits) }
    : { remaining: formatUnits(remainingUnits) }
}

/** Notifies the customer's open sockets after a committed step. If notifying fails, the inbox still has it. */
export async function notifySockets(
  { notifier, logger }: Pick<FloorDependencies, 'notifier' | 'logger'>,
  { customerId, saleId, state }: Pick<SaleRecord, 'customerId' | 'saleId' | 'state'>,
): Promise<void> {
  await notifier.announce(customerId, { kind: 'sale', id: String(saleId), state }).catch((error: unknown) => {
    logger.warn({ err: error }, 'a customer could not be notified of a sale')
  })
}
