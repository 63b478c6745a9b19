import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { DeclaredSizes } from './figure.ts'

const accountsPerBranch = 100_000
const tellersPerBranch = 10

/** The sizes that a bench against TPC-B declares for it. */
export const tpcbSizes = {
  seconds: [3, 0.1],
  clients: [8, 2],
  branches: [10, 1],
} as const satisfies DeclaredSizes<string>

/** pgbench's built-in script "TPC-B (sort of)", through the same driver as the product and with prepared statements. */
export interface Tpcb {
  /** Transactions a second that `clients` connections reach together. */
  rate(clients: number, seconds: number): Promise<number>
  /** The duration of each of some sequential transactions in milliseconds, on an otherwise idle server. */
  lone(count: number): Promise<number[]>
  close(): Promise<void>
}

/** Fills pgbench's tables at a scale (100,000 accounts a branch) and connects. */
export async function openTpcb(url: string, size: { branches: number; clients: number }): Promise<Tpcb> {
  const connections = await Promise.all(Array.from({ length: size.clients }, () => connect(url)))
  const [first] = connections
  if (first === undefined) throw new Error('TPC-B needs a client')
  await fill(first, size.branches)
  const run = (connection: pg.Client) => transaction(connection, size.branches)
  return {
    async rate(clients, seconds) {
      const startMs = performance.now()
      const endMs = startMs + seconds * 1_000
      let done = 0
      const work = connections.slice(0, clients).map(async (connection) => {
        while (performance.now() < endMs) {
          await run(connection)
          done += 1
        }
      })
      await Promise.all(work)
      return (done / (performance.now() - startMs)) * 1_000
    },
    async lone(count) {
      const took: number[] = []
      for (let index = 0; index < count; index += 1) {
        const startMs = performance.now()
        await run(first)
        took.push(performance.now() - startMs)
      }
      return took
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.end()))
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function fill(client: pg.Client, branches: number): Promise<void> {
  await client.query(`
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_branches (bid int not null, bbalance int, filler char(88)) with (fillfactor = 100);
    insert into pgbench_branches (bid, bbalance) select bid, 0 from generate_series(1, ${branches}) as bid;
    insert into pgbench_tellers (tid, bid, tbalance)
      select tid, (tid - 1) / ${tellersPerBranch} + 1, 0 from generate_series(1, ${branches * tellersPerBranch}) as tid;
    insert into pgbench_accounts (aid, bid, abalance, filler)
      select aid, (aid - 1) / ${accountsPerBranch} + 1, 0, ''
        from generate_series(1, ${branches * accountsPerBranch}) as aid;
    alter table pgbench_branches add primary key (bid);
    alter table pgbench_tellers add primary key (tid);
    alter table pgbench_accounts add primary key (aid)`)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

async function transaction(client: pg.Client, branches: number): Promise<void> {
  const aid = randomInt(1, branches * accountsPerBranch + 1)
  const bid = randomInt(1, branches + 1)
  const tid = randomInt(1, branches * tellersPerBranch + 1)
  const delta = randomInt(-5_000, 5_001)
  const send = (name: string, text: string, values: number[] = []) => client.query({ name, text, values })
  await send('begin', 'begin')
  await send('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
  await send('s', 'select abalance from pgbench_accounts where aid = $1', [aid])
  await send('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
  await send('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
  await send(
    'h',
    'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    [tid, bid, aid, delta],
  )
  await send('end', 'end')
}
