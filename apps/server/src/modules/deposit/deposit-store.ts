import { units } from '@candor/money'
import type { Asset, Price, Units } from '@candor/money'
import type { Pool } from 'pg'
import type * as deposit from '../../../database/rows/deposit.ts'
import type * as market from '../../../database/rows/market.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import { amountOf, assetCode, assetOf } from '../ledger/index.ts'
import type { Chain, DepositRecord, TransferRecord } from './deposit.ts'

/** Of the columns of a transfer, the id alone tells whether there is one. */
type TransferRow = Joined<Pick<deposit.ChainTransferRow, 'transfer_id'>> &
  Pick<deposit.ChainTransferRow, 'units' | 'confirmations' | 'seen_ms'> & {
    readonly transfer_chain: deposit.ChainTransferRow['chain']
    readonly transfer_txid: deposit.ChainTransferRow['txid']
    readonly transfer_state: deposit.ChainTransferRow['state']
    readonly confirmations_needed: deposit.DepositChainRow['confirmations']
    readonly transfer_deposit_id: deposit.DepositRow['deposit_id'] | null
    readonly is_held: boolean | null
  }

type DepositRow = TransferRow &
  Pick<
    deposit.DepositRow,
    | 'deposit_id'
    | 'customer_id'
    | 'chain'
    | 'asset'
    | 'quantity'
    | 'txid'
    | 'voucher'
    | 'approvals_needed'
    | 'state'
    | 'reason'
    | 'reference'
    | 'credited'
    | 'rate_ticks'
    | 'rate_decimals'
    | 'rate_spread_bps'
    | 'created_ms'
    | 'decided_ms'
  >

const transferColumns = `t.transfer_id, t.chain as transfer_chain, t.txid as transfer_txid, t.state as transfer_state, t.units, t.confirmations,
  c.confirmations as confirmations_needed, d.deposit_id as transfer_deposit_id, t.seen_ms, t.state = 'waiting' and t.held_ms is not null as is_held`

/** Whether a deposit's transfer waits for operators. */
const isHeld = `exists (select from deposit.chain_transfer as h where h.transfer_id = deposit.transfer_id
  and h.state = 'waiting' and h.held_ms is not null)`

/** Deposits chosen by `chosen`, each with its transfer. */
const selectDeposits = (chosen: string) => `
  select d.deposit_id, d.customer_id, d.chain, d.asset, d.quantity, d.txid, d.voucher,
    case when t.held_ms is not null and t.units >= s.two_person_threshold then 2 else d.approvals_needed
      end as approvals_needed, d.state,
    d.reason, d.reference,
    d.credited, d.rate_ticks, d.rate_decimals, d.rate_spread_bps, d.created_ms, d.decided_ms, ${transferColumns}
  from (${chosen}) as d join deposit.deposit_chain as c using (chain) cross join deposit.deposit_setting as s
    left join deposit.chain_transfer as t on t.transfer_id = d.transfer_id
  order by d.deposit_id desc`

/** The chains whose transfers a watcher sees. */
export async function readWatchedChains(pool: Pool): Promise<ReadonlySet<Chain>> {
  const { rows } = await pool.query<Pick<deposit.DepositChainRow, 'chain'>>(
    'select chain from deposit.deposit_chain where token is not null',
  )
  return new Set(rows.map(({ chain }) => chain))
}

/** The stored address of a customer on a chain, or null. */
export async function readAddress(pool: Pool, customerId: bigint, chain: Chain): Promise<string | null> {
  const { rows } = await pool.query<Pick<deposit.DepositAddressRow, 'address'>>(
    'select address from deposit.deposit_address where customer_id = $1 and chain = $2',
    [customerId, chain],
  )
  return rows[0]?.address ?? null
}

/** Filter of a customer's deposits: those below an id, newest first. */
export interface DepositFilter {
  readonly customerId: bigint
  readonly state: DepositRecord['state'] | null
  readonly belowId: bigint | null
}

export async function readDeposits(pool: Pool, filter: DepositFilter, limit: number): Promise<DepositRecord[]> {
  const { rows } = await pool.query<DepositRow>(
    selectDeposits(`select * from deposit.deposit where customer_id = $1
      and ($2::deposit.deposit_state is null or state = $2)
      and deposit_id < coalesce($3::bigint, 9223372036854775807) order by deposit_id desc limit $4`),
    [filter.customerId, filter.state, filter.belowId, limit],
  )
  return rows.map(depositOf)
}

/** One deposit, or null where it does not exist. */
export async function readDeposit(pool: Pool, depositId: bigint): Promise<DepositRecord | null> {
  const { rows } = await pool.query<DepositRow>(selectDeposits('select * from deposit.deposit where deposit_id = $1'), [
    depositId,
  ])
  return rows[0] === undefined ? null : depositOf(rows[0])
}

/** Deposits under review whose voucher awaits an operator, oldest first. */
export async function readReviewQueue(pool: Pool, limit: number): Promise<DepositRecord[]> {
  const { rows } = await pool.query<DepositRow>({
    name: 'deposits-under-review',
    text: selectDeposits(
      `select * from deposit.deposit where state = 'under-review' and (voucher is not null and transfer_id is null or ${isHeld}) order by deposit_id limit $1`,
    ),
    values: [limit],
  })
  return rows.map(depositOf).toReversed()
}

/** Deposits that operators decided, below an id, the newest request first. */
export async function readDecidedDeposits(pool: Pool, belowId: bigint | null, limit: number): Promise<DepositRecord[]> {
  const { rows } = await pool.query<DepositRow>(
    selectDeposits(
      `select * from deposit.deposit where state <> 'under-review' and deposit_id < coalesce($1::bigint, 9223372036854775807)
         and exists (select from deposit.deposit_verdict as v where v.deposit_id = deposit.deposit_id)
       order by deposit_id desc limit $2`,
    ),
    [belowId, limit],
  )
  return rows.map(depositOf)
}

/** Transfers to a customer's addresses below an id, newest first. */
export async function readTransfers(
  pool: Pool,
  filter: { readonly customerId: bigint; readonly belowId: bigint | null },
  limit: number,
): Promise<TransferRecord[]> {
  const { rows } = await pool.query<TransferRow>(
    `select ${transferColumns} from deposit.chain_transfer as t join deposit.deposit_chain as c using (chain)
     left join deposit.deposit as d on d.transfer_id = t.transfer_id
     where t.customer_id = $1 and t.transfer_id < coalesce($2::bigint, 9223372036854775807) order by t.transfer_id desc
       limit $3`,
    [filter.customerId, filter.belowId, limit],
  )
  return rows.flatMap((row) => transferOf(row) ?? [])
}

/** A customer's announcement of a deposit. */
export interface DepositRequest {
  readonly customerId: bigint
  readonly requestId: string
  readonly chain: Chain
  readonly asset: Asset
  readonly quantityUnits: Units<'USDT'>
  readonly txid: string | null
  /** Its object is null where an earlier request is only repeated. */
  readonly voucher: { readonly objectId: string | null; readonly digest: Buffer } | null
}

export type RequestOutcome =
  | 'accepted'
  | 'repeated'
  | 'conflict'
  | 'account-disabled'
  | 'wrong-amount'
  | 'upper-limit'
  | 'self-excluded'
  | 'limit-reached'

/** Announces a deposit. The id is there where the outcome is `accepted`, `repeated` or `conflict`. */
export async function requestDeposit(
  pool: Pool,
  request: DepositRequest,
): Promise<{ readonly outcome: RequestOutcome; readonly depositId: bigint | null }> {
  const { rows } = await pool.query<deposit.RequestDepositResult & { readonly outcome: RequestOutcome }>(
    'select outcome, deposit_id from deposit.request_deposit($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      request.customerId,
      request.requestId,
      request.chain,
      assetCode(request.asset),
      request.quantityUnits,
      request.txid,
      request.voucher?.objectId ?? null,
      request.voucher?.digest ?? null,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('an announcement had no outcome')
  return { outcome: row.outcome, depositId: row.deposit_id }
}

/** Lapses expired announcements and informs their customers. */
export async function lapseOldDeposits(pool: Pool): Promise<void> {
  await pool.query('select deposit.lapse_old_deposits()')
}

/** The earlier deposit of a request, or null. */
export async function findByRequest(pool: Pool, customerId: bigint, requestId: string): Promise<DepositRecord | null> {
  const { rows } = await pool.query<DepositRow>(
    selectDeposits('select * from deposit.deposit where customer_id = $1 and request_id = $2'),
    [customerId, requestId],
  )
  return rows[0] === undefined ? null : depositOf(rows[0])
}

/** The current deposit settings. */
export interface DepositSettings {
  readonly minimumUnits: Units<'USDT'>
  readonly spreadBps: number
  readonly confirmations: ReadonlyMap<Chain, number>
  /** The current price of one USDT; null where there is none. */
  readonly price: Price | null
}

export async function readSettings(pool: Pool): Promise<DepositSettings> {
  const { rows } = await pool.query<
    Pick<deposit.DepositSettingRow, 'minimum' | 'spread_bps'> &
      Pick<deposit.DepositChainRow, 'chain' | 'confirmations'> &
      market.UsdtPriceResult
  >(
    `select s.minimum, s.spread_bps, c.chain, c.confirmations, p.ticks, p.decimals
     from deposit.deposit_setting as s cross join deposit.deposit_chain as c
       left join market.usdt_price() as p on true`,
  )
  const [first] = rows
  if (first === undefined) throw new Error('deposits have no settings')
  return {
    minimumUnits: units('USDT', first.minimum),
    spreadBps: first.spread_bps,
    confirmations: new Map(rows.map((row) => [row.chain, row.confirmations])),
    price: first.ticks === null || first.decimals === null ? null : { ticks: first.ticks, decimals: first.decimals },
  }
}

function depositOf(row: DepositRow): DepositRecord {
  const { rate_ticks: ticks, rate_decimals: decimals, rate_spread_bps: spreadBps } = row
  return {
    depositId: row.deposit_id,
    customerId: row.customer_id,
    chain: row.chain,
    asset: assetOf(row.asset),
    quantityUnits: units('USDT', row.quantity),
    txid: row.txid,
    voucher: row.voucher,
    approvalsNeeded: row.approvals_needed,
    state: row.state,
    reason: row.reason,
    reference: row.reference,
    credited: row.credited === null ? null : amountOf(row.asset, row.credited),
    rate: ticks === null || decimals === null || spreadBps === null ? null : { ticks, decimals, spreadBps },
    transfer: transferOf(row),
    createdMs: Number(row.created_ms),
    decidedMs: numberOrNull(row.decided_ms),
  }
}

function transferOf(row: TransferRow): TransferRecord | null {
  if (row.transfer_id === null) return null
  return {
    transferId: row.transfer_id,
    chain: row.transfer_chain,
    txid: row.transfer_txid,
    state: row.transfer_state,
    units: row.units === null ? null : units('USDT', row.units),
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    depositId: row.transfer_deposit_id,
    seenMs: Number(row.seen_ms),
    isHeld: row.is_held === true,
  }
}
