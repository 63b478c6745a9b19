import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPasswords } from '../apps/server/src/modules/identity/password-hash.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openBenchServer } from '../bench/bench-server.ts'
import { startCandorServer } from '../bench/http-server.ts'
import { prepareTrading } from '../bench/offers.ts'
import { FloodClient, floodPassword } from './flood-client.ts'
import type { FloodClientOptions } from './flood-client.ts'

/** A server with its usual limits, normal customers with an address each, and attackers that are customers, too. */
export interface FloodWorld {
  readonly port: number
  readonly pid: number
  readonly owner: Pool
  readonly customers: readonly FloodClient[]
  readonly attackers: readonly FloodClientOptions[]
  close(): Promise<void>
}

/** Starts it on a database of its own. */
export async function openFloodWorld(size: {
  readonly customers: number
  readonly attackers: number
}): Promise<FloodWorld> {
  const logs = await mkdtemp(join(tmpdir(), 'candor-chaos-log-'))
  const database = await openBenchServer()
  const owner = createPool(database.ownerUrl, 'chaos', { maxConnections: 1 })
  const closing = [() => owner.end(), database.close, () => rm(logs, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing) await end()
  }
  try {
    const { tokens, offers, genesisMs } = await prepareTrading(database, size.customers + size.attackers)
    await setPasswords(owner)
    const { port, pid, close: stop } = await startCandorServer(database, join(logs, 'server.log'), 'limited')
    closing.unshift(stop)
    const everybody = tokens.map((token, index) => {
      const address = index < size.customers ? `127.2.0.${index + 1}` : `127.3.0.${index + 1}`
      return { offers, genesisMs, port, token, address, account: `bench${index + 1}@example.com` }
    })
    const customers = everybody.slice(0, size.customers).map((options) => new FloodClient(options))
    closing.unshift(async () => {
      for (const client of customers) client.close()
    })
    return { port, pid, owner, customers, attackers: everybody.slice(size.customers), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function setPasswords(owner: Pool): Promise<void> {
  const hashed = await createPasswords().hash(floodPassword)
  if (!hashed.ok) throw new Error('no password was hashed')
  await owner.query('update identity.customer set password_hash = $1', [hashed.value])
}
