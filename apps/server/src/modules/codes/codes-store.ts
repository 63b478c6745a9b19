import type { CodePurpose } from '@candor/api'
import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import { codeTries, historyMs } from './codes.ts'
import type { SendingHistory } from './codes.ts'

/** The recipient and the purpose of a code. */
export interface CodeTarget {
  readonly purpose: CodePurpose
  /** The mailbox, in lower case. */
  readonly address: string
}

export async function sendingHistory(
  client: Pool | PoolClient,
  target: CodeTarget,
  from: { network: string; nowMs: number },
): Promise<SendingHistory> {
  const { rows } = await client.query<Pick<identity.CodeRow, 'sent_ms'> & SentRow>(
    `select sent_ms, true as is_to_address, network = $3 as is_from_network from identity.code
     where purpose = $1 and address = $2 and sent_ms > $4
     union all
     (select sent_ms, false, true from identity.code where network = $3 and sent_ms > $4
      order by sent_ms desc limit 100)`,
    [target.purpose, target.address, from.network, from.nowMs - historyMs],
  )
  const timesMs = (isWanted: (row: SentRow) => boolean) => rows.filter(isWanted).map((row) => Number(row.sent_ms))
  return {
    toAddressMs: timesMs((row) => row.is_to_address),
    toAddressFromNetworkMs: timesMs((row) => row.is_to_address && row.is_from_network),
    fromNetworkMs: timesMs((row) => !row.is_to_address),
  }
}

interface SentRow {
  readonly is_to_address: boolean
  readonly is_from_network: boolean
}

export async function insertCode(
  client: PoolClient,
  target: CodeTarget,
  code: { readonly codeHash: Buffer; readonly network: string; readonly sentMs: number; readonly expiresMs: number },
): Promise<void> {
  await client.query(
    'insert into identity.code (purpose, address, code_hash, network, sent_ms, expires_ms) values ($1, $2, $3, $4, $5, $6)',
    [target.purpose, target.address, code.codeHash, code.network, code.sentMs, code.expiresMs],
  )
}

/** A try that was taken, of a network's own code or of one that another network requested. */
export interface TakenTry {
  readonly codeId: bigint
  readonly codeHash: Buffer
  readonly isOwn: boolean
}

/**
 * Takes one of the tries of a code, before anything is compared: of the newest one that this network requested, or else
 * of the newest one that any other did. Those of other networks are counted apart. Null when there is no such code, it
 * is used or expired, or its tries are spent. The row's lock gives parallel calls different tries.
 */
export async function takeTry(
  pool: Pool,
  target: CodeTarget,
  from: { readonly network: string; readonly nowMs: number },
): Promise<TakenTry | null> {
  const { rows } = await pool.query<Pick<identity.CodeRow, 'code_id' | 'code_hash'> & { readonly is_own: boolean }>(
    `update identity.code as taken
     set tries = tries + (network = $5)::int, foreign_tries = foreign_tries + (network <> $5)::int
     where code_id = (
         select code_id from identity.code as code
         where purpose = $1 and address = $2 and used_ms is null and expires_ms > $4
           and not exists (select from identity.code as newer where newer.purpose = $1 and newer.address = $2
             and newer.network = code.network and newer.code_id > code.code_id)
         order by network = $5 desc, code_id desc limit 1)
       and case when network = $5 then tries else foreign_tries end < $3 and used_ms is null and expires_ms > $4
     returning code_id, code_hash, network = $5 as is_own`,
    [target.purpose, target.address, codeTries, from.nowMs, from.network],
  )
  const taken = rows[0]
  return taken === undefined ? null : { codeId: taken.code_id, codeHash: taken.code_hash, isOwn: taken.is_own }
}

/** Returns the try of a correct code. */
export async function giveBackTry(pool: Pool, { codeId, isOwn }: TakenTry): Promise<void> {
  await pool.query(
    `update identity.code set tries = greatest(tries - $2, 0), foreign_tries = greatest(foreign_tries - $3, 0)
     where code_id = $1`,
    [codeId, isOwn ? 1 : 0, isOwn ? 0 : 1],
  )
}

/** Consumes a code, in the transaction that it permits. False when another call was faster. */
export async function useCode(client: PoolClient, codeId: bigint, nowMs: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update identity.code set used_ms = $2 where code_id = $1 and used_ms is null and expires_ms > $2',
    [codeId, nowMs],
  )
  return rowCount === 1
}

export async function deleteOldCodes(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from identity.code where sent_ms <= $1', [nowMs - historyMs])
}
