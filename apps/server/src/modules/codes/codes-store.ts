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
  const { rows } = await client.query<Pick<identity.CodeRow, 'sent_ms'> & { readonly is_ours: boolean }>(
    `select sent_ms, true as is_ours from identity.code where purpose = $1 and address = $2 and sent_ms > $4
     union all
     (select sent_ms, false from identity.code where network = $3 and sent_ms > $4 order by sent_ms desc limit 100)`,
    [target.purpose, target.address, from.network, from.nowMs - historyMs],
  )
  const timesMs = (isOurs: boolean) => rows.filter((row) => row.is_ours === isOurs).map((row) => Number(row.sent_ms))
  return { toAddressMs: timesMs(true), fromNetworkMs: timesMs(false) }
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

/**
 * Takes one of the tries of the newest code sent to a mailbox, before anything is compared. Null when there is no such
 * code, it is used or expired, or its tries are spent. The row's lock gives parallel calls different tries.
 */
export async function takeTry(
  pool: Pool,
  target: CodeTarget,
  nowMs: number,
): Promise<{ codeId: bigint; codeHash: Buffer } | null> {
  const { rows } = await pool.query<Pick<identity.CodeRow, 'code_id' | 'code_hash'>>(
    `update identity.code set tries = tries + 1
     where code_id = (select max(code_id) from identity.code where purpose = $1 and address = $2)
       and tries < $3 and used_ms is null and expires_ms > $4
     returning code_id, code_hash`,
    [target.purpose, target.address, codeTries, nowMs],
  )
  const taken = rows[0]
  return taken === undefined ? null : { codeId: taken.code_id, codeHash: taken.code_hash }
}

/** Returns the try of a correct code. */
export async function giveBackTry(pool: Pool, codeId: bigint): Promise<void> {
  await pool.query('update identity.code set tries = tries - 1 where code_id = $1 and tries > 0', [codeId])
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
