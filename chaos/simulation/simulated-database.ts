import { setImmediate as turn } from 'node:timers/promises'
import { slotMs } from '@candor/formulas'
import pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import type { Draw } from '../../apps/server/src/modules/quote-feeds/random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A statement that PostgreSQL has committed, whether its sender learned of it or not. */
export interface Committed {
  readonly name: string
  readonly values: readonly unknown[]
  readonly rows: readonly unknown[]
}

/** How likely each mishap is for a statement that books, from 0 to 1; others meet half of it. */
export interface Mishaps {
  readonly lostBefore: number
  readonly lostAfter: number
  readonly lateBefore: number
  readonly lateAfter: number
  readonly rolledBack: number
}

const noMishaps: Mishaps = { lostBefore: 0, lostAfter: 0, lateBefore: 0, lateAfter: 0, rolledBack: 0 }
const longestDelaySlots = 6
interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: unknown[]
}

class CutError extends Error {}

/**
 * A real PostgreSQL behind connections that break, hang and delay as a seed determines. Statements run sequentially, so
 * that a seed reproduces the order. A crashed server never gets responses to its statements.
 */
export class SimulatedDatabase {
  mishaps: Mishaps = noMishaps
  onCommitted: (statement: Committed) => void = () => undefined
  readonly counts = { statements: 0, mishaps: 0 }
  #draw: Draw = () => 1
  readonly #idle: PoolClient[]
  readonly #waiting: { readonly generation: number; readonly resolve: (client: PoolClient) => void }[] = []
  readonly #pool: Pool
  readonly #time: () => VirtualTime
  #generation = 0
  #running = 0
  #line: Promise<unknown> = Promise.resolve()

  constructor(pool: Pool, clients: PoolClient[], time: () => VirtualTime) {
    this.#pool = pool
    this.#idle = clients
    this.#time = time
  }

  /** Derives further mishaps from another seed. */
  reseed(draw: Draw): void {
    this.#draw = draw
  }

  /** Statements started through the server's pool are never answered. */
  crash(): void {
    this.#generation += 1
  }

  /** The database as a server that starts now sees it. */
  connect(): Pool {
    const generation = this.#generation
    return new Proxy(this.#pool, {
      get: (target, name) => {
        if (name === 'connect') return () => this.#client(generation)
        if (name === 'query')
          return (statement: Statement | string, values?: unknown[]) => this.#queryOnce(generation, statement, values)
        return Reflect.get(target, name) as unknown
      },
    })
  }

  /** Resolves once no statement runs or is about to be sent. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 3; calm += 1) {
      await turn()
      if (this.#running > 0) calm = -1
    }
  }

  async #queryOnce(generation: number, statement: Statement | string, values?: unknown[]): Promise<unknown> {
    const client = await this.#client(generation)
    try {
      return await client.query(typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement)
    } finally {
      client.release()
    }
  }

  /** A free connection, or the next that becomes free. */
  async #client(generation: number): Promise<PoolClient> {
    const real =
      this.#idle.pop() ?? (await new Promise<PoolClient>((resolve) => this.#waiting.push({ generation, resolve })))
    let isCut = false
    const query = async (given: Statement | string, values: unknown[] = []): Promise<unknown> => {
      if (isCut) throw new Error('the connection is cut')
      try {
        return await this.#send(generation, real, typeof given === 'string' ? { text: given, values } : given)
      } catch (error) {
        isCut = error instanceof CutError
        // PostgreSQL rolls back what a cut connection had begun.
        if (isCut) await this.#inLine(() => real.query('rollback'))
        throw error
      }
    }
    const seen: PoolClient = new Proxy(real, {
      get: (target, name) => {
        if (name === 'query') return query
        // A discarded connection is followed by a new one without a transaction.
        if (name === 'release')
          return (isBroken = false) =>
            isBroken
              ? void this.#inLine(() => target.query('rollback')).then(() => this.#free(target))
              : this.#free(target)
        if (name === 'on' || name === 'off') return () => seen
        return Reflect.get(target, name) as unknown
      },
    })
    return seen
  }

  #free(client: PoolClient): void {
    // Waiters of a dead process are dropped.
    const next = this.#waiting.splice(0).filter(({ generation }) => generation === this.#generation)
    this.#waiting.push(...next.slice(1))
    if (next[0] === undefined) this.#idle.push(client)
    else next[0].resolve(client)
  }

  async #send(generation: number, client: PoolClient, statement: Statement): Promise<unknown> {
    const mishap = this.#drawMishap(statement.name ?? '')
    if (mishap === 'rolledBack')
      throw Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })
    if (mishap === 'lostBefore') throw new CutError('the connection was cut before')
    if (mishap === 'lateBefore') await this.#delay(generation, client)
    const answer = await this.#inLine(async () => {
      const result = await client.query(statement)
      this.onCommitted({ name: statement.name ?? '', values: statement.values ?? [], rows: result.rows })
      return result
    })
    if (mishap === 'lateAfter') await this.#delay(generation, client)
    if (mishap === 'lostAfter') throw new CutError('the connection was cut after')
    return answer
  }

  #drawMishap(name: string): keyof Mishaps | null {
    this.counts.statements += 1
    const isBooking = name.startsWith('ledger-')
    let left = this.#draw() * (isBooking ? 1 : 2)
    for (const [mishap, share] of Object.entries(this.mishaps)) {
      left -= share
      if (left >= 0) continue
      this.counts.mishaps += 1
      return isMishap(mishap, this.mishaps) ? mishap : null
    }
    return null
  }

  async #delay(generation: number, client: PoolClient): Promise<void> {
    await this.#time().sleep(slotMs * (1 + Math.floor(this.#draw() * longestDelaySlots)))
    if (generation === this.#generation) return
    // The waiter is dead: the connection becomes free for others.
    await this.#inLine(() => client.query('rollback'))
    this.#free(client)
    await new Promise(() => undefined)
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    const done = this.#line.then(work)
    this.#line = done.catch(() => undefined).then(() => (this.#running -= 1))
    return done
  }
}

function isMishap(name: string, mishaps: Mishaps): name is keyof Mishaps {
  return name in mishaps
}
