import type { BalanceView, StatementLine } from '@candor/contract'
import { divFloor, formatDecimal, formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'

/** A customer's money of one asset, in units. */
export interface AssetBalance {
  readonly asset: Asset
  readonly availableUnits: bigint
  readonly heldUnits: bigint
  /** Of what is held, for withdrawals; the rest is for open contracts. */
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
  readonly kind: StatementLine['kind']
  readonly amountUnits: bigint
  readonly availableAfterUnits: bigint
  readonly orderId: bigint | null
  readonly withdrawalId: bigint | null
  readonly correctionReason: StatementLine['correctionReason']
  readonly depositId: bigint | null
  readonly swapId: bigint | null
  readonly saleId: bigint | null
  readonly termId: bigint | null
  readonly atMs: number
}

/** How far a statement has been read, per asset: lines below this version are still to come. */
export type StatementPosition = Readonly<Partial<Record<Asset, bigint>>>

/** A balance as the wire shows it. */
export function balanceView({ asset, availableUnits, heldUnits, withdrawingUnits, escrowUnits, termUnits }: AssetBalance): BalanceView {
  return {
    asset,
    available: formatUnits(availableUnits),
    heldInContracts: formatUnits(heldUnits - withdrawingUnits),
    heldInWithdrawals: formatUnits(withdrawingUnits),
    inEscrow: formatUnits(escrowUnits),
    inTerms: formatUnits(termUnits),
  }
}

/** A line of the statement: the change of the available balance, and that balance after it. */
export function statementLine(record: StatementRecord): StatementLine {
  return {
    id: `${record.accountId}-${record.version}`,
    asset: record.asset,
    kind: record.kind,
    amount: formatUnits(record.amountUnits),
    availableAfter: formatUnits(record.availableAfterUnits),
    orderId: record.orderId?.toString() ?? null,
    withdrawalId: record.withdrawalId?.toString() ?? null,
    correctionReason: record.correctionReason,
    rechargeId: record.depositId?.toString() ?? null,
    swapId: record.swapId?.toString() ?? null,
    saleId: record.saleId?.toString() ?? null,
    termId: record.termId?.toString() ?? null,
    atMs: record.atMs,
  }
}

/** What one USDT is worth in USD. */
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
    (total, { asset, units }) => total + (asset === 'USD' ? units : divFloor(units * usdtPrice.ticks, 10n ** BigInt(usdtPrice.decimals))),
    0n,
  )
  return formatDecimal(divFloor(units, 10_000n), 2)
}

/** Everything in USD, whatever is held, sold or invested included, and what of it is available; each rounded down to 0.01, null without a price. */
export function usdTotals(
  balances: readonly AssetBalance[],
  usdtPrice: UsdtPrice | null,
): { totalUsd: string | null; availableUsd: string | null } {
  return {
    totalUsd: usdValue(
      balances.map(({ asset, availableUnits, heldUnits, escrowUnits, termUnits }) => ({
        asset,
        units: availableUnits + heldUnits + escrowUnits + termUnits,
      })),
      usdtPrice,
    ),
    availableUsd: usdValue(
      balances.map(({ asset, availableUnits }) => ({ asset, units: availableUnits })),
      usdtPrice,
    ),
  }
}

/** Where the next page of a statement begins, as the client's cursor. */
export function cursorOf(position: StatementPosition): string {
  return `${position.USD ?? ''},${position.USDT ?? ''}`
}

/** Reads a cursor, or answers null where it is not one of ours. */
export function positionOf(cursor: string): StatementPosition | null {
  const match = /^(\d{0,18}),(\d{0,18})$/.exec(cursor)
  if (match === null) return null
  const [, usd = '', usdt = ''] = match
  return { ...(usd === '' ? {} : { USD: BigInt(usd) }), ...(usdt === '' ? {} : { USDT: BigInt(usdt) }) }
}

/** The position after these lines, which follow `position`. */
export function positionAfter(position: StatementPosition, records: readonly StatementRecord[]): StatementPosition {
  const after: Partial<Record<Asset, bigint>> = { ...position }
  for (const record of records) after[record.asset] = record.version
  return after
}
