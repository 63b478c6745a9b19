import { saleState } from '@candor/api'
import { advertRefusals } from '@candor/api/operator'
import type {
  AdvertCase,
  DeskCase,
  InputOf,
  OperatorOperation,
  OutputOf,
  RefusalOf,
  SaleCase,
  operatorAdvertClose,
  operatorAdvertOpen,
  operatorAdvertPublish,
  operatorAdverts,
  operatorDeskAdd,
  operatorDeskApprove,
  operatorDeskMoney,
  operatorSaleConfirm,
  operatorSaleDetail,
  operatorSaleEnded,
  operatorSaleQueue,
} from '@candor/api/operator'
import { formatAmount, formatUnits, parseUnitsOf } from '@candor/money'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OperatorPrincipal } from '../../platform/principal.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Notifier } from '../messages/index.ts'
import {
  addDesk,
  approveDesk,
  confirmSale,
  publishAdvert,
  readDeskMoney,
  readDesks,
  readSaleFacts,
  readSold,
  setAdvertOpen,
} from './merchant-store.ts'
import type { Author, DeskRecord, WantedAdvert } from './merchant-store.ts'
import { notifySockets } from './floor-service.ts'
import { listAdverts, listEndedSales, listWaitingSales, readAdvert, readSales } from './floor-store.ts'
import { advertView, saleView } from './floor.ts'
import type { AdvertRecord, SaleRecord } from './floor.ts'

/** The calling operator, with the session secret that the ledger verifies again. */
export type Dealer = OperatorPrincipal & { readonly secret: string }

type Answered<O extends OperatorOperation> = Promise<Result<OutputOf<O>, RefusalOf<O>>>

export interface MerchantDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly notifier: Notifier
}

/**
 * The operators' acts on the trading floor. Each act is one function of the ledger; its errors CO001 to CO004 are
 * thrown.
 */
export interface MerchantService {
  desks(dealer: Dealer): Promise<DeskCase[]>
  money(deskId: bigint): Answered<typeof operatorDeskMoney>
  add(dealer: Dealer, form: InputOf<typeof operatorDeskAdd>): Answered<typeof operatorDeskAdd>
  approve(dealer: Dealer, deskId: bigint): Answered<typeof operatorDeskApprove>
  adverts(wanted: InputOf<typeof operatorAdverts>): Promise<OutputOf<typeof operatorAdverts>>
  publish(secret: string, form: InputOf<typeof operatorAdvertPublish>): Answered<typeof operatorAdvertPublish>
  close(secret: string, advertId: bigint): Answered<typeof operatorAdvertClose>
  open(secret: string, advertId: bigint): Answered<typeof operatorAdvertOpen>
  queue(dealer: Dealer, wanted: InputOf<typeof operatorSaleQueue>): Promise<SaleCase[]>
  /** Sales that a dealer confirmed or let lapse. */
  ended(dealer: Dealer, wanted: InputOf<typeof operatorSaleEnded>): Promise<OutputOf<typeof operatorSaleEnded>>
  sale(dealer: Dealer, saleId: bigint): Answered<typeof operatorSaleDetail>
  confirm(secret: string, saleId: bigint): Answered<typeof operatorSaleConfirm>
}

/** Makes the operators' side of the trading floor. */
export function createMerchantService(deps: MerchantDependencies): MerchantService {
  const { pool, clock } = deps
  const caseOf = async (dealer: Dealer, deskId: bigint) => {
    const [record] = await readDesks(pool, deskId)
    if (record === undefined) throw new Error(`there is no desk ${deskId}`)
    return deskCase(record, dealer)
  }
  return {
    desks: async (dealer) => (await readDesks(pool, null)).map((record) => deskCase(record, dealer)),
    money: (deskId) => money(pool, deskId),
    async add(dealer, { name, kind, account = null }) {
      const { outcome, deskId } = await addDesk(pool, dealer.secret, { name, kind, account })
      if (outcome === 'not-found' || outcome === 'already-registered') return refuse(outcome)
      if (deskId === null) throw new Error(`unknown outcome of adding a desk: ${outcome}`)
      return ok(await caseOf(dealer, deskId))
    },
    async approve(dealer, deskId) {
      return (await approveDesk(pool, dealer.secret, deskId)) ? ok(await caseOf(dealer, deskId)) : refuse('not-found')
    },
    adverts: (wanted) => adverts(pool, wanted),
    publish: (secret, form) => publish(pool, secret, form),
    async close(secret, advertId) {
      const outcome = await setAdvertOpen(pool, secret, advertId, false)
      return outcome === 'not-found' ? refuse(outcome) : ok(await advertCaseOf(pool, advertId))
    },
    open: (secret, advertId) => open(pool, secret, advertId),
    queue: async (dealer, { deskId, limit }) => {
      const records = await listWaitingSales(pool, deskId === undefined ? null : BigInt(deskId), limit)
      return saleCases(pool, records, { dealer, nowMs: clock.nowMs() })
    },
    async ended(dealer, wanted) {
      const { items, nextCursor } = await pageById(wanted, {
        read: (before, limit) => listEndedSales(pool, before, limit),
        idOf: ({ saleId }) => saleId,
        viewOf: (record) => record,
      })
      return { items: await saleCases(pool, items, { dealer, nowMs: clock.nowMs() }), nextCursor }
    },
    async sale(dealer, saleId) {
      const found = [...(await readSales(pool, [saleId])).values()]
      const [shown] = await saleCases(pool, found, { dealer, nowMs: clock.nowMs() })
      return shown === undefined ? refuse('not-found') : ok(shown)
    },
    async confirm(secret, saleId) {
      const state = await confirmSale(pool, secret, saleId)
      if (state === null) return refuse('not-found')
      const record = (await readSales(pool, [saleId])).get(saleId)
      if (record !== undefined) await notifySockets(deps, record)
      return ok({ state: z.parse(saleState, state) })
    },
  }
}

function deskCase(record: DeskRecord, dealer: Dealer): DeskCase {
  const isApproved = record.approvedMs !== null
  const isOwn = record.appliedBy?.operatorId === dealer.operatorId
  return {
    id: String(record.deskId),
    subject: `desk:${record.deskId}`,
    name: record.name,
    kind: record.kind,
    state: isApproved ? 'approved' : 'applied',
    account: record.account,
    appliedBy: isApproved || isOwn ? nameOf(record.appliedBy) : null,
    appliedMs: record.appliedMs,
    approvedBy: nameOf(record.approvedBy),
    approvedMs: record.approvedMs,
    mayApprove: !isApproved && dealer.roles.includes('lead') && !isOwn,
    openAdverts: record.openAdverts,
    salesInProgress: record.salesInProgress,
  }
}

/** An operator's name on the wire; null where there is none. */
export function nameOf(author: Author | null): { operatorId: string; name: string } | null {
  return author === null ? null : { operatorId: String(author.operatorId), name: author.name }
}

async function money(pool: Database, deskId: bigint): Answered<typeof operatorDeskMoney> {
  const found = await readDeskMoney(pool, deskId)
  if (found.length === 0) return refuse('not-found')
  return ok({
    items: found.map(({ asset, free, heldForAdverts, heldForSales }) => ({
      asset,
      free: formatAmount(free),
      heldForAdverts: formatAmount(heldForAdverts),
      heldForSales: formatAmount(heldForSales),
    })),
  })
}

async function adverts(
  pool: Database,
  wanted: InputOf<typeof operatorAdverts>,
): Promise<OutputOf<typeof operatorAdverts>> {
  const deskId = wanted.deskId === undefined ? null : BigInt(wanted.deskId)
  const { items, nextCursor } = await pageById(wanted, {
    read: (before, limit) => listAdverts(pool, { deskId, isOpen: wanted.isOpen ?? null, before, limit }),
    idOf: ({ advertId }) => advertId,
    viewOf: (record) => record,
  })
  return { items: await advertCases(pool, items), nextCursor }
}

async function advertCases(pool: Database, records: readonly AdvertRecord[]): Promise<AdvertCase[]> {
  const sold = await readSold(
    pool,
    records.map(({ advertId }) => advertId),
  )
  return records.map((record) => {
    const { inProgress, completed } = sold.get(record.advertId) ?? { inProgress: 0n, completed: 0n }
    return {
      ...advertView(record),
      subject: `advert:${record.advertId}`,
      deskId: String(record.deskId),
      inProgress: formatUnits(inProgress),
      completed: formatUnits(completed),
      belowBidBps: record.belowBidBps,
      closedMs: record.closedMs,
    }
  })
}

async function advertCaseOf(pool: Database, advertId: bigint): Promise<AdvertCase> {
  const record = await readAdvert(pool, advertId)
  const [shown] = record === null ? [] : await advertCases(pool, [record])
  if (shown === undefined) throw new Error(`there is no advert ${advertId}`)
  return shown
}

const publishRefusals = ['not-found', ...advertRefusals, 'conflict'] as const

/** The advert of a form, in units; null where a number is none. */
export function wantedAdvert(form: InputOf<typeof operatorAdvertPublish>): WantedAdvert | null {
  const unitPriceUnits = parseUnitsOf('USD', form.unitPrice)
  const totalUnits = parseUnitsOf('USDT', form.total)
  const minimumUnits = parseUnitsOf('USDT', form.minimum)
  const maximumUnits = parseUnitsOf('USDT', form.maximum)
  if (unitPriceUnits === null || totalUnits === null || minimumUnits === null || maximumUnits === null) return null
  const { requestId, deskId, isAuto } = form
  return { requestId, deskId: BigInt(deskId), unitPriceUnits, totalUnits, minimumUnits, maximumUnits, isAuto }
}

async function publish(
  pool: Database,
  secret: string,
  form: InputOf<typeof operatorAdvertPublish>,
): Answered<typeof operatorAdvertPublish> {
  const wanted = wantedAdvert(form)
  if (wanted === null) return refuse('wrong-amount')
  const { outcome, advertId } = await publishAdvert(pool, secret, wanted)
  const refusal = publishRefusals.find((name) => name === outcome)
  if (refusal !== undefined) return refuse(refusal)
  if (advertId === null) throw new Error(`unknown outcome of publishing: ${outcome}`)
  return ok(await advertCaseOf(pool, advertId))
}

const openRefusals = [
  'not-found',
  'insufficient-balance',
  'price-above-bid',
  'market-stale',
  'transaction-closed',
] as const

async function open(pool: Database, secret: string, advertId: bigint): Answered<typeof operatorAdvertOpen> {
  const outcome = await setAdvertOpen(pool, secret, advertId, true)
  const refusal = openRefusals.find((name) => name === outcome)
  return refusal === undefined ? ok(await advertCaseOf(pool, advertId)) : refuse(refusal)
}

async function saleCases(
  pool: Database,
  records: readonly SaleRecord[],
  { dealer, nowMs }: { dealer: Dealer; nowMs: number },
): Promise<SaleCase[]> {
  const facts = await readSaleFacts(
    pool,
    records.map(({ saleId }) => saleId),
  )
  const isDealer = dealer.roles.includes('desk') || dealer.roles.includes('lead')
  return records.flatMap((record) => {
    const known = facts.get(record.saleId)
    if (known === undefined) return []
    const isOwnAdvert = known.proposedBy === dealer.operatorId
    return [
      {
        ...saleView(record),
        subject: `sale:${record.saleId}`,
        deskId: String(record.deskId),
        customerId: String(record.customerId),
        account: known.account,
        confirmedBy: nameOf(known.confirmedBy),
        mayConfirm: isDealer && !isOwnAdvert && record.state === 'in-progress' && (record.lapsesMs ?? 0) > nowMs,
        isOwnAdvert,
      },
    ]
  })
}
