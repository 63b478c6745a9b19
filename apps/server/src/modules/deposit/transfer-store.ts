import type { Pool } from 'pg'
import type * as deposit from '../../../database/rows/deposit.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { Chain, DepositRecord } from './deposit.ts'

/** One entry of a transaction's receipt that moves a token to an address of ours. */
export interface SeenTransfer {
  readonly txid: string
  /** The entry's position in the receipt, from 0. */
  readonly logIndex: number
  readonly address: string
  /** The token's contract. */
  readonly token: string
  /** Smallest units of the token: 10^-6 where it is USDT. */
  readonly units: bigint
  readonly blockNumber: bigint
  readonly blockHash: string
  /** Blocks from its own to the newest, both counted. */
  readonly confirmations: number
  readonly isFinal: boolean
}

/** A stored transfer that the chain may still take back, or that could not be credited yet. */
export interface OpenTransfer {
  readonly txid: string
  readonly logIndex: number
  readonly blockNumber: bigint
  readonly state: 'waiting' | 'credited'
}

/** How far a chain has been read: every final block up to this one. */
export interface ScannedBlock {
  readonly number: bigint
  readonly hash: string
}

/** The starting state of a poll. */
export interface Watch {
  readonly addresses: readonly string[]
  readonly scanned: ScannedBlock | null
  readonly open: readonly OpenTransfer[]
}

export type RecordOutcome =
  | 'waiting'
  | 'credited'
  | 'known'
  | 'dust'
  | 'wrong-token'
  | 'reviewed'
  | 'held'
  | 'no-price'
  | 'not-covered'
  | 'changed'
  | 'moved'
  | 'unknown-address'

/** The outcome for a transfer, and the customer whose deposit it changed. */
export interface TransferOutcome<Outcome extends string> {
  readonly outcome: Outcome
  readonly customerId: bigint | null
  readonly depositId: bigint | null
  readonly depositState: DepositRecord['state'] | null
}

type OutcomeRow<Outcome> = deposit.RecordTransferResult & { readonly outcome: Outcome }

const outcomeColumns = 'outcome, customer_id, deposit_id, deposit_state'

/** Credited blocks this far below the newest final one are looked at again after a reorganisation. */
export const recheckedBlocks = 1_024n

/** Reads the watch state of a chain. As the watcher's role. */
export async function readWatch(watcher: Pool, chain: Chain): Promise<Watch> {
  const { rows: addresses } = await watcher.query<Pick<deposit.DepositAddressRow, 'address'>>(
    'select address from deposit.deposit_address where chain = $1 order by customer_id',
    [chain],
  )
  const { rows: marks } = await watcher.query<Pick<deposit.DepositChainRow, 'scanned_block' | 'scanned_hash'>>(
    'select scanned_block, scanned_hash from deposit.deposit_chain where chain = $1',
    [chain],
  )
  const { scanned_block: number = null, scanned_hash: hash = null } = marks[0] ?? {}
  const { rows: open } = await watcher.query<
    Pick<deposit.ChainTransferRow, 'txid' | 'log_index' | 'block_number' | 'state'> & Pick<OpenTransfer, 'state'>
  >(
    `select txid, log_index, block_number, state from deposit.chain_transfer
     where chain = $1 and (state = 'waiting' or state = 'credited' and block_number > $2::bigint) order by transfer_id`,
    [chain, (number ?? 0n) - recheckedBlocks],
  )
  return {
    addresses: addresses.map(({ address }) => address),
    scanned: number === null || hash === null ? null : { number, hash },
    open: open.map((row) => ({
      txid: row.txid,
      logIndex: row.log_index,
      blockNumber: row.block_number,
      state: row.state,
    })),
  }
}

/** Records a transfer on the chain; idempotent. As the watcher's role. */
export async function recordTransfer(
  watcher: Pool,
  chain: Chain,
  seen: SeenTransfer,
): Promise<TransferOutcome<RecordOutcome>> {
  const { rows } = await watcher.query<OutcomeRow<RecordOutcome>>(
    `select ${outcomeColumns} from deposit.record_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      chain,
      seen.txid,
      seen.logIndex,
      seen.address,
      seen.token,
      unitsOrNull(seen.units),
      seen.blockNumber,
      seen.blockHash,
      seen.confirmations,
      seen.isFinal,
    ],
  )
  return outcomeOf(rows)
}

/** An amount beyond the ledger's range cannot be USDT: that much does not exist. */
function unitsOrNull(units: bigint): bigint | null {
  return units > 9_223_372_036_854_775_807n ? null : units
}

/** Reports that a transfer disappeared from the chain. As the watcher's role. */
export async function reportMissingTransfer(
  watcher: Pool,
  chain: Chain,
  missing: Pick<OpenTransfer, 'txid' | 'logIndex'>,
): Promise<TransferOutcome<'none' | 'reversed' | 'suspended'>> {
  const { rows } = await watcher.query<OutcomeRow<'none' | 'reversed' | 'suspended'>>(
    `select ${outcomeColumns} from deposit.report_missing_transfer($1, $2, $3)`,
    [chain, missing.txid, missing.logIndex],
  )
  return outcomeOf(rows)
}

function outcomeOf<Outcome extends string>([row]: readonly OutcomeRow<Outcome>[]): TransferOutcome<Outcome> {
  if (row === undefined) throw new Error('a transfer had no outcome')
  return {
    outcome: row.outcome,
    customerId: row.customer_id,
    depositId: row.deposit_id,
    depositState: row.deposit_state,
  }
}

/** Writes down how far the chain was read. As the watcher's role. */
export async function noteScanned(watcher: Pool, chain: Chain, { number, hash }: ScannedBlock): Promise<void> {
  await watcher.query('select deposit.note_scanned($1, $2, $3)', [chain, number, hash])
}

/** The address of a customer on a chain: the one written down before, or this one. As the watcher's role. */
export async function assignAddress(
  watcher: Pool,
  chain: Chain,
  own: { readonly customerId: bigint; readonly childIndex: number; readonly address: string },
): Promise<string> {
  return callRoutine<string>(watcher, 'deposit.assign_address', chain, own.customerId, own.childIndex, own.address)
}

/** A watched chain, identified by its USDT contract. */
export interface DepositChain {
  readonly chain: Chain
  readonly token: string
  readonly confirmations: number
}

/** Sets the chains that credit automatically. As the owner; others credit nothing. */
export async function seedDepositChains(owner: Pool, watched: readonly DepositChain[]): Promise<void> {
  await owner.query(
    `update deposit.deposit_chain as c set token = w.token, confirmations = coalesce(w.confirmations, c.confirmations)
     from deposit.deposit_chain as own
     left join unnest($1::deposit.chain[], $2::text[], $3::integer[]) as w (chain, token, confirmations) using (chain)
     where c.chain = own.chain and (c.token, c.confirmations)
       is distinct from (w.token, coalesce(w.confirmations, c.confirmations))`,
    [
      watched.map(({ chain }) => chain),
      watched.map(({ token }) => token),
      watched.map(({ confirmations }) => confirmations),
    ],
  )
}
