import { kindsOfStatementGroup, statementGroupOf } from '@candor/api'
import type { AssetsView, BalanceView, StatementGroup, StatementKind, StatementLine } from '@candor/api'
import { divFloor, formatDecimal, formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'

/** A customer's money of one asset, in units. */
export interface AssetBalance {
  readonly asset: Asset
  readonly availableUnits: bigint
  readonly heldUnits: bigint
  /** The part of the held amount that is for withdrawals; the rest is for open contracts. */
  readonly withdrawingUnits: bigint
  /** Being sold on the trading floor, beside the two above. */
  readonly escrowUnits: bigint
  /** Principal in the interest wallet, beside them. */
  readonly termUnits: bigint
}

/** One entry of a customer's account. */
export interface StatementRecord {
  readonly accountId: bigint
  readonly version: bigint
  readonly asset: Asset
  readonly kind: StatementKind
  /** The id of the related record, whose kind depends on the entry's. */
  readonly ref: bigint | null
  readonly order: StatementLine['order']
  readonly amountUnits: bigint
  readonly availableAfterUnits: bigint
  readonly correctionReason: StatementLine['correctionReason']
  readonly atMs: number
}

/** A statement's read position per asset: lines below this version, booked at that time, remain. */
export type StatementPosition = Readonly<Partial<Record<Asset, { readonly version: bigint; readonly atMs: bigint }>>>

/** A balance as the wire shows it. */
export function balanceView({
  asset,
  availableUnits,
  heldUnits,
  withdrawingUnits,
  escrowUnits,
  termUnits,
}: AssetBalance): BalanceView {
  return {
    asset,
    available: formatUnits(availableUnits),
    heldInContracts: formatUnits(heldUnits - withdrawingUnits),
    heldInWithdrawals: formatUnits(withdrawingUnits),
    inEscrow: formatUnits(escrowUnits),
    inTerms: formatUnits(termUnits),
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
    asset: record.asset,
    kind: record.kind,
    amount: formatUnits(record.amountUnits),
    availableAfter: formatUnits(record.availableAfterUnits),
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

/** The USD price of one USDT. */
export interface UsdtPrice {
  readonly ticks: bigint
  readonly decimals: number
}

/** Amounts of both assets together in USD, rounded down to 0.01; null without a price. */
export function usdValue(
  amounts: readonly { readonly asset: Asset; readonly units: bigint }[],
  usdtPrice: UsdtPrice | null,
): string | null {
  if (usdtPrice === null) return null
  const units = amounts.reduce(
    (total, { asset, units }) =>
      total + (asset === 'USD' ? units : divFloor(units * usdtPrice.ticks, 10n ** BigInt(usdtPrice.decimals))),
    0n,
  )
  return formatDecimal(divFloor(units, 10_000n), 2)
}

/** The unavailable part of a balance, whatever holds it. */
function unavailableUnits({ heldUnits, escrowUnits, termUnits }: AssetBalance): bigint {
  return heldUnits + escrowUnits + termUnits
}

/** All balances in USD, with the available and unavailable parts; each rounded down to 0.01, null without a price. */
export function usdTotals(
  balances: readonly AssetBalance[],
  usdtPrice: UsdtPrice | null,
): { totalUsd: string | null; availableUsd: string | null; heldUsd: string | null } {
  const inUsd = (unitsOf: (balance: AssetBalance) => bigint) =>
    usdValue(
      balances.map((balance) => ({ asset: balance.asset, units: unitsOf(balance) })),
      usdtPrice,
    )
  return {
    totalUsd: inUsd((balance) => balance.availableUnits + unavailableUnits(balance)),
    availableUsd: inUsd(({ availableUnits }) => availableUnits),
    heldUsd: inUsd(unavailableUnits),
  }
}

/** Balances of one customer that were read together, as the wire shows them. */
export function assetsOf(
  balances: readonly (AssetBalance & { readonly version: bigint })[],
  usdtPrice: UsdtPrice | null,
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
  for (const { asset, version, atMs } of records) after[asset] = { version, atMs: BigInt(atMs) }
  return after
}
