import type { StatementKind } from '@candor/api'
import type { Amount, Asset, Price } from '@candor/money'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as correction from '../../../database/rows/correction.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as market from '../../../database/rows/market.ts'
import type * as statement from '../../../database/rows/statement.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { amountOf, assetCode } from '../ledger/index.ts'
import type { StatementPosition, StatementRecord } from './statement.ts'

/** Filter of a customer's statement. Times are unix milliseconds, the end excluded. */
export interface StatementFilter {
  readonly customerId: bigint
  readonly asset: Asset | null
  /** Null: every kind. */
  readonly kinds: readonly StatementKind[] | null
  readonly fromMs: number | null
  readonly toMs: number | null
}

const endOfTime = 1n << 52n

type StatementRow = Known<
  Pick<ledger.PostingRow, 'account_id' | 'version' | 'asset' | 'kind' | 'ref' | 'at_ms'>,
  'account_id' | 'version' | 'asset' | 'kind' | 'at_ms'
> &
  Joined<Pick<contract.ContractOrderRow, 'direction'>> &
  Joined<Pick<market.InstrumentRow, 'symbol' | 'name'>> & {
    readonly kind: StatementKind
    readonly amount: bigint
    readonly available_after: bigint
    readonly correction_reason: correction.CorrectionRow['reason'] | null
  }

/**
 * Up to `limit` lines after a position, newest first. Each asset's lines keep the order of their versions, which the
 * position counts, even when a clock was set back between them: a line is never sorted above an older time before it.
 */
export async function readStatement(
  pool: Pool,
  filter: StatementFilter,
  position: StatementPosition,
  limit: number,
): Promise<StatementRecord[]> {
  const { rows } = await pool.query<StatementRow>({
    name: 'statement-lines',
    text: `select e.*, o.direction, i.symbol, i.name, k.reason as correction_reason from (
       select line.account_id, line.version, line.asset, line.kind, line.ref, line.at_ms,
         line.d_posted - line.d_held as amount, line.posted_after - line.held_after as available_after,
         min(line.at_ms) over (partition by line.asset order by line.version desc) as place_ms
       from ledger.balance as a cross join lateral statement.statement_entries(a.account_id,
         case a.asset when 1 then $3::bigint else $4::bigint end, case a.asset when 1 then $5::bigint else $6::bigint end, $7, $8, $9, $10) as line
       where a.owner_id = $1 and a.owner_id > 0 and a.kind = 'available' and ($2::smallint is null or a.asset = $2)
       order by place_ms desc, line.asset, line.version desc limit $10
     ) as e
     left join contract.contract_order as o
       on o.order_id = e.ref and e.kind in ('contract-placed', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void')
     left join market.instrument as i using (instrument_id)
     left join correction.correction as k on k.correction_id = e.ref and e.kind = 'correction'
     order by e.place_ms desc, e.asset, e.version desc`,
    values: [
      filter.customerId,
      filter.asset === null ? null : assetCode(filter.asset),
      position.USD?.version ?? endOfTime,
      position.USDT?.version ?? endOfTime,
      position.USD?.atMs ?? endOfTime,
      position.USDT?.atMs ?? endOfTime,
      filter.kinds,
      filter.fromMs ?? 0,
      filter.toMs ?? endOfTime,
      limit,
    ],
  })
  return rows.map(recordOf)
}

function recordOf(row: StatementRow): StatementRecord {
  const { symbol, name, direction } = row
  return {
    accountId: row.account_id,
    version: row.version,
    kind: row.kind,
    ref: row.ref,
    order: symbol === null || name === null || direction === null ? null : { symbol, name, direction },
    amount: amountOf(row.asset, row.amount),
    availableAfter: amountOf(row.asset, row.available_after),
    correctionReason: row.correction_reason,
    atMs: Number(row.at_ms),
  }
}

/** An exported account, up to its version at the time of the request. */
export interface ExportedAccount {
  readonly accountId: bigint
  readonly version: bigint
}

/** The available accounts of a customer at one moment: later bookings are not part of a running export. */
export async function readExportedAccounts(
  pool: Pool,
  customerId: bigint,
  asset: Asset | null,
): Promise<ExportedAccount[]> {
  const { rows } = await pool.query<Known<Pick<ledger.BalanceRow, 'account_id' | 'version'>>>(
    `select account_id, version + statement.past_lines(account_id) as version from ledger.balance
     where owner_id = $1 and owner_id > 0 and kind = 'available' and ($2::smallint is null or asset = $2)
       order by asset`,
    [customerId, asset === null ? null : assetCode(asset)],
  )
  return rows.map((row) => ({ accountId: row.account_id, version: row.version }))
}

/** An export's position in an account: the last entry read, and the chain's hash up to it. */
export interface ExportPlace {
  readonly version: bigint
  readonly hash: string
}

/** The records of the next entries of an account, at most `limit` entries, and where that leads. */
export async function readStatementRecords(
  pool: Pool,
  { accountId, version }: ExportedAccount,
  place: ExportPlace,
  { kinds, fromMs, toMs }: StatementFilter,
  limit: number,
): Promise<ExportPlace & { readonly records: string; readonly count: number }> {
  const { rows } = await pool.query<Known<statement.StatementRecordsResult>>({
    name: 'statement-records',
    text: 'select records, record_count, last_version, last_hash from statement.statement_records($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [accountId, place.version, version, place.hash, limit, kinds, fromMs ?? 0, toMs ?? endOfTime],
  })
  const [row] = rows
  if (row === undefined) throw new Error('an export got no answer')
  return { records: row.records, count: row.record_count, version: row.last_version, hash: row.last_hash }
}

/** The newest official price of one USDT in USD, or null before there is one. */
export async function readUsdtPrice(pool: Pool): Promise<Price | null> {
  const { rows } = await pool.query<{
    readonly ticks: bigint | null
    readonly decimals: market.InstrumentRow['price_decimals']
  }>(
    `select (select prices[i.instrument_id] from market.frame order by slot desc limit 1) as ticks,
      i.price_decimals as decimals
     from market.instrument as i where i.symbol = 'USDTUSD'`,
  )
  const [row] = rows
  return row === undefined || row.ticks === null || row.ticks <= 0n
    ? null
    : { ticks: row.ticks, decimals: row.decimals }
}

/** What came into a balance and what left it, and the fees in it; null where there were more than `most` entries. */
export interface PeriodTotals {
  readonly asset: Asset
  readonly sums: { readonly cameIn: Amount; readonly wentOut: Amount; readonly fees: Amount } | null
}

/** The totals of a customer's balances in a period, the end excluded. */
export async function readPeriodTotals(
  pool: Pool,
  { customerId, fromMs, toMs }: { customerId: bigint; fromMs: number; toMs: number },
  most: number,
): Promise<PeriodTotals[]> {
  const { rows } = await pool.query<{
    asset: number
    came_in: bigint | null
    went_out: bigint | null
    fees: bigint | null
  }>('select asset, came_in, went_out, fees from statement.period_totals($1, $2, $3, $4)', [
    customerId,
    fromMs,
    toMs,
    most,
  ])
  return rows.map(({ asset, came_in: cameIn, went_out: wentOut, fees }) => ({
    asset: amountOf(asset, 0n).asset,
    sums:
      cameIn === null || wentOut === null || fees === null
        ? null
        : { cameIn: amountOf(asset, cameIn), wentOut: amountOf(asset, wentOut), fees: amountOf(asset, fees) },
  }))
}
