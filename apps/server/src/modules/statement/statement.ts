import { kindsOfStatementGroup, statementGroupOf } from '@candor/api'
import type { AssetsView, BalanceView, StatementGroup, StatementKind, StatementLine } from '@candor/api'
import { add, amount, divFloor, formatAmount, formatDecimal, subtract, unitsPerCent } from '@candor/money'
import type { Amount, Asset, Price } from '@candor/money'

/** A customer's money of one asset. */
export interface Balance {
  readonly customerId: bigint
  readonly asset: Asset
  readonly available: Amount
  readonly held: Amount
  /** The part of the held amount that is for withdrawals in progress. */
  readonly withdrawing: Amount
  /** Being sold on the trading floor; part of neither the available nor the held amount. */
  readonly escrow: Amount
  /** Principal in the interest wallet; part of neither the available nor the held amount. */
  readonly term: Amount
  /** The number of bookings on the accounts of this balance: it never decreases. */
  readonly version: bigint
}

/** A balance without its customer and version. */
export type AssetBalance = Omit<Balance, 'customerId' | 'version'>

/** One entry of a customer's account. */
export interface StatementRecord {
  readonly accountId: bigint
  readonly version: bigint
  readonly kind: StatementKind
  /** The id of the related record, whose kind depends on the entry's. */
  readonly ref: bigint | null
  readonly order: StatementLine['order']
  readonly amount: Amount
  readonly availableAfter: Amount
  readonly correctionReason: StatementLine['correctionReason']
  readonly atMs: number
}

/** A statement's read position per asset: lines below this version, booked at that time, remain. */
export type StatementPosition = Readonly<Partial<Record<Asset, { readonly version: bigint; readonly atMs: bigint }>>>

/** A balance as the wire shows it; what is held beside withdrawals is for open contracts. */
export function balanceView({ asset, available, held, withdrawing, escrow, term }: AssetBalance): BalanceView {
  return {
    asset,
    available: formatAmount(available),
    heldInContracts: formatAmount(subtract(held, withdrawing)),
    heldInWithdrawals: formatAmount(withdrawing),
    inEscrow: formatAmount(escrow),
    inTerms: formatAmount(term),
  }
}

/** The field of a line that names its related record. */
type ReferenceField = 'orderId' | 'withdrawalId' | 'rechargeId' | 'swapId' | 'saleId' | 'termId'

const referenceFields: Readonly<Partial<Record<StatementGroup, ReferenceField>>> = {
  contracts: 'orderId',
  withdrawals: 'withdrawalId',
  recharges: 'rechargeId',
  swaps: 'swapId',
  sales: 'saleId',
  interest: 'termId',
}
const noReferences = { orderId: null, withdrawalId: null, rechargeId: null, swapId: null, saleId: null, termId: null }

/** A line of the statement: the change of the available balance, and that balance after it. */
export function statementLine(record: StatementRecord): StatementLine {
  const field = referenceFields[statementGroupOf(record.kind)]
  return {
    id: `${record.accountId}-${record.version}`,
    asset: record.amount.asset,
    kind: record.kind,
    amount: formatAmount(record.amount),
    availableAfter: formatAmount(record.availableAfter),
    ...noReferences,
    ...(field === undefined || record.ref === null ? {} : { [field]: String(record.ref) }),
    order: record.order,
    correctionReason: record.correctionReason,
    atMs: record.atMs,
  }
}

/** The kinds that a filter includes, or null for all: one kind, a group's, or their intersection. */
export function kindsOf(
  kind: StatementKind | undefined,
  group: StatementGroup | undefined,
): readonly StatementKind[] | null {
  if (group === undefined) return kind === undefined ? null : [kind]
  return kindsOfStatementGroup[group].filter((known) => kind === undefined || known === kind)
}

/** Amounts of both assets together in USD, at the USD price of one USDT, rounded down to 0.01; null without a price. */
export function usdValue(amounts: readonly Amount[], usdtPrice: Price | null): string | null {
  if (usdtPrice === null) return null
  const total = amounts.reduce((sum, valued) => add(sum, inUsd(valued, usdtPrice)), amount('USD', 0n))
  return formatDecimal(divFloor(total.units, unitsPerCent), 2)
}

function inUsd(valued: Amount, usdtPrice: Price): Amount {
  if (valued.asset === 'USD') return valued
  return amount('USD', divFloor(valued.units * usdtPrice.ticks, 10n ** BigInt(usdtPrice.decimals)))
}

/** The unavailable part of a balance, whatever holds it. */
function unavailable({ held, escrow, term }: AssetBalance): Amount {
  return add(add(held, escrow), term)
}

/** All balances in USD, with the available and unavailable parts; each rounded down to 0.01, null without a price. */
export function usdTotals(
  balances: readonly AssetBalance[],
  usdtPrice: Price | null,
): { totalUsd: string | null; availableUsd: string | null; heldUsd: string | null } {
  const valueOf = (partOf: (balance: AssetBalance) => Amount) => usdValue(balances.map(partOf), usdtPrice)
  return {
    totalUsd: valueOf((balance) => add(balance.available, unavailable(balance))),
    availableUsd: valueOf(({ available }) => available),
    heldUsd: valueOf(unavailable),
  }
}

/** Balances of one customer that were read together, as the wire shows them. */
export function assetsOf(
  balances: readonly (AssetBalance & { readonly version: bigint })[],
  usdtPrice: Price | null,
): AssetsView {
  const { totalUsd, availableUsd } = usdTotals(balances, usdtPrice)
  const version = balances.reduce((sum, balance) => sum + balance.version, 0n)
  return { items: balances.map(balanceView), totalUsd, availableUsd, version: Number(version) }
}

/** Where the next page of a statement begins, as the client's cursor. */
export function cursorOf({ USD, USDT }: StatementPosition): string {
  return [USD, USDT].map((place) => (place === undefined ? '' : `${place.version}.${place.atMs}`)).join()
}

/** Parses a cursor; null when malformed. */
export function positionOf(cursor: string): StatementPosition | null {
  const match = /^(?:(\d{1,15})\.(\d{1,15}))?,(?:(\d{1,15})\.(\d{1,15}))?$/.exec(cursor)
  if (match === null) return null
  const [, usd, usdMs, usdt, usdtMs] = match
  return { ...placeOf('USD', usd, usdMs), ...placeOf('USDT', usdt, usdtMs) }
}

function placeOf(asset: Asset, version: string | undefined, atMs: string | undefined): StatementPosition {
  return version === undefined || atMs === undefined
    ? {}
    : { [asset]: { version: BigInt(version), atMs: BigInt(atMs) } }
}

/** The position after these lines, which follow `position`. */
export function positionAfter(position: StatementPosition, records: readonly StatementRecord[]): StatementPosition {
  const after: Partial<Record<Asset, { version: bigint; atMs: bigint }>> = { ...position }
  for (const { amount, version, atMs } of records) after[amount.asset] = { version, atMs: BigInt(atMs) }
  return after
}
