import { publishRefusals } from '@candor/api'
import type {
  AdvertView,
  InputOf,
  MerchantApplicationView,
  OutputOf,
  RefusalOf,
  floorApply,
  floorClose,
  floorDesk,
  floorPublish,
  floorPublishing,
} from '@candor/api'
import { amount, formatAmount, formatDecimal, parseUnitsOf } from '@candor/money'
import { idOf } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { booked } from '../ledger/index.ts'
import { readUsdtPrice } from '../statement/index.ts'
import { readAdvertTerms } from './advert-terms-store.ts'
import { applyAsMerchant, readApplications } from './application-store.ts'
import type { ApplicationRecord } from './application-store.ts'
import { advertView } from './floor.ts'
import { listAdverts, readAdvert } from './floor-store.ts'
import { readDeskMoney } from './merchant-store.ts'
import { closeOwnAdvert, publishOwnAdvert, readOwnDesk } from './own-desk-store.ts'
import type { OwnAdvert } from './own-desk-store.ts'

/** How many of a desk's adverts its merchant sees, of the open ones and of the closed ones. */
const advertsShown = 50
const closedShown = 10

type ApplyRefusal = RefusalOf<typeof floorApply> | 'account-disabled' | 'conflict'
type PublishRefusal = RefusalOf<typeof floorPublish> | 'account-disabled' | 'conflict'

/** A customer's own desk on the trading floor: the application, and its adverts. */
export interface OwnDeskService {
  desk(customerId: bigint): Promise<OutputOf<typeof floorDesk>>
  apply(
    customerId: bigint,
    form: InputOf<typeof floorApply>,
  ): Promise<Result<OutputOf<typeof floorApply>, ApplyRefusal>>
  publishing(customerId: bigint): Promise<Result<OutputOf<typeof floorPublishing>, RefusalOf<typeof floorPublishing>>>
  publish(customerId: bigint, form: InputOf<typeof floorPublish>): Promise<Result<AdvertView, PublishRefusal>>
  close(customerId: bigint, id: string): Promise<Result<AdvertView, RefusalOf<typeof floorClose>>>
}

interface OwnDeskDependencies {
  readonly pool: Database
  readonly logger: Logger
}

/** Makes the service. */
export function createOwnDeskService({ pool, logger }: OwnDeskDependencies): OwnDeskService {
  return {
    desk: (customerId) => desk(pool, customerId),
    async apply(customerId, { requestId, name, about }) {
      const outcome = await applyAsMerchant(pool, { customerId, requestId, name, about })
      const refusal = applyRefusals.find((known) => known === outcome)
      if (refusal !== undefined) return refuse(refusal)
      const application = await newestApplication(pool, customerId)
      if (outcome !== 'applied' || application === null) throw new Error(`unknown outcome of applying: ${outcome}`)
      return ok(application)
    },
    async publishing(customerId) {
      const own = await readOwnDesk(pool, customerId)
      if (own?.isApproved !== true) {
        const isKnown = own !== null || (await newestApplication(pool, customerId)) !== null
        return refuse(isKnown ? 'application-not-approved' : 'unknown-advert')
      }
      const [price, { bandBps }, { freeUsd }] = await Promise.all([
        readUsdtPrice(pool),
        readAdvertTerms(pool),
        moneyOf(pool, own.deskId),
      ])
      return ok({ officialPrice: price === null ? null : formatDecimal(price.ticks, price.decimals), bandBps, freeUsd })
    },
    async publish(customerId, form) {
      const wanted = ownAdvert(customerId, form)
      if (wanted === null) return refuse('wrong-amount')
      const { requestId } = form
      const published = await booked(logger, { kind: 'own-advert', customerId, requestId }, () =>
        publishOwnAdvert(pool, wanted),
      )
      if (!published.ok) return published
      const { outcome, advertId } = published.value
      const refusal = refusalsOfPublishing.find((known) => known === outcome)
      if (refusal !== undefined) return refuse(refusal)
      if (advertId === null) throw new Error(`unknown outcome of publishing: ${outcome}`)
      return ok(await shownAdvert(pool, advertId))
    },
    async close(customerId, id) {
      const advertId = idOf(id)
      if (advertId === null) return refuse('not-found')
      const closed = await booked(logger, { kind: 'own-advert-close', customerId, requestId: id }, () =>
        closeOwnAdvert(pool, customerId, advertId),
      )
      if (!closed.ok) return closed
      return closed.value ? ok(await shownAdvert(pool, advertId)) : refuse('not-found')
    },
  }
}

const applyRefusals = ['under-review', 'already-approved', 'account-disabled', 'kyc-not-passed', 'conflict'] as const

const refusalsOfPublishing = [...publishRefusals, 'account-disabled', 'conflict'] as const

async function desk(pool: Database, customerId: bigint): Promise<OutputOf<typeof floorDesk>> {
  const [application, own] = await Promise.all([newestApplication(pool, customerId), readOwnDesk(pool, customerId)])
  if (own === null) return { application, desk: null }
  const { deskId, name, isApproved } = own
  const [money, open, closed] = await Promise.all([
    moneyOf(pool, deskId),
    listAdverts(pool, { deskId, isOpen: true, before: null, limit: advertsShown }),
    listAdverts(pool, { deskId, isOpen: false, before: null, limit: closedShown }),
  ])
  return { application, desk: { name, isApproved, ...money, adverts: [...open, ...closed].map(advertView) } }
}

async function newestApplication(pool: Database, customerId: bigint): Promise<MerchantApplicationView | null> {
  const [newest] = await readApplications(pool, { customerId, limit: 1 })
  return newest === undefined ? null : applicationView(newest)
}

/** Which operator has acted already is not for the applicant to know. */
function applicationView({ name, about, state, appliedMs, decidedMs }: ApplicationRecord): MerchantApplicationView {
  const shown = state === 'approved' || state === 'refused' ? state : 'under-review'
  return { name, about, state: shown, appliedMs, decidedMs }
}

async function moneyOf(pool: Database, deskId: bigint) {
  const accounts = await readDeskMoney(pool, deskId)
  const none = { free: amount('USD', 0n), heldForAdverts: amount('USD', 0n), heldForSales: amount('USD', 0n) }
  const usd = accounts.find(({ asset }) => asset === 'USD') ?? none
  const usdt = accounts.find(({ asset }) => asset === 'USDT')
  return {
    freeUsd: formatAmount(usd.free),
    keptUsd: formatAmount(amount('USD', usd.heldForAdverts.units + usd.heldForSales.units)),
    usdt: usdt === undefined ? '0' : formatAmount(usdt.free),
  }
}

/** The advert of a form, in units; null where a number is none. */
function ownAdvert(customerId: bigint, form: InputOf<typeof floorPublish>): OwnAdvert | null {
  const unitPriceUnits = parseUnitsOf('USD', form.unitPrice)
  const totalUnits = parseUnitsOf('USDT', form.total)
  const minimumUnits = parseUnitsOf('USDT', form.minimum)
  const maximumUnits = parseUnitsOf('USDT', form.maximum)
  if (unitPriceUnits === null || totalUnits === null || minimumUnits === null || maximumUnits === null) return null
  return { customerId, requestId: form.requestId, unitPriceUnits, totalUnits, minimumUnits, maximumUnits }
}

async function shownAdvert(pool: Database, advertId: bigint): Promise<AdvertView> {
  const record = await readAdvert(pool, advertId)
  if (record === null) throw new Error(`there is no advert ${advertId}`)
  return advertView(record)
}
