import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { openLedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { createStatementService } from '../apps/server/src/modules/statement/index.ts'
import type { StatementService } from '../apps/server/src/modules/statement/index.ts'
import { addEntries } from '../apps/server/src/modules/ledger/testing/statement-entries.ts'
import { openBenchServer } from './bench-server.ts'
import { atMostRatio, bench, quantile } from './figure.ts'
import type { Figure } from './figure.ts'

const pageSize = 20
/** The customers with few and with many entries. */
const customers = { few: 1n, many: 2n } as const

/**
 * The first page of a statement with very many entries, of all kinds and of one group, against the same with few; and
 * the peak memory in use by a process that exports them to an initially slow reader.
 */
export const statement = bench({
  about: 'The first page of a long statement, against a short one; memory while exporting it',
  sizes: { few: [1_000, 50], many: [1_000_000, 300], days: [30, 3], pages: [2_000, 3], slowParts: [20, 1] },
  bars: {
    'statement-page-p99': atMostRatio(1.2),
    'statement-group-p99': atMostRatio(1.2),
    'statement-export-memory': atMostRatio(1.3),
  },
  async run(sizes) {
    const server = await openBenchServer()
    const world = await openLedgerWorld(server)
    try {
      const nowMs = Number((await world.owner.query<{ now: bigint }>('select clock.now_ms() as now')).rows[0]?.now)
      for (const name of ['few', 'many'] as const) {
        await world.openCustomer(customers[name])
        await addEntries(world.owner, { customerId: customers[name], entries: sizes[name], days: sizes.days, nowMs })
      }
      await world.owner.query('vacuum analyze')
      const service = createStatementService(world.app)
      return [
        await pages('statement-page-p99', service, sizes, null),
        await pages('statement-group-p99', service, sizes, ['deposit', 'deposit-suspended']),
        ...(await exports(server.appUrl, sizes)),
      ]
    } finally {
      await world.close()
      await server.close()
    }
  },
})

type Kinds = readonly ['deposit', 'deposit-suspended'] | null

/** The slow end of first pages, the two customers taking turns so that both meet the same machine. */
async function pages(
  name: string,
  service: StatementService,
  sizes: { few: number; pages: number },
  kinds: Kinds,
): Promise<Figure> {
  const times = { few: [] as number[], many: [] as number[] }
  const warming = Math.ceil(sizes.pages / 10)
  for (let turn = -warming; turn < sizes.pages; turn += 1) {
    for (const who of ['few', 'many'] as const) {
      const startMs = performance.now()
      await service.statement(
        { customerId: customers[who], asset: null, kinds, fromMs: null, toMs: null },
        null,
        pageSize,
      )
      if (turn >= 0) times[who].push(performance.now() - startMs)
    }
  }
  const against = `with ${sizes.few} entries`
  return { name, value: quantile(times.many, 0.99), unit: 'ms', against, againstValue: quantile(times.few, 0.99) }
}

/** Exports both in processes of their own, so that the second one does not profit from the first one's caches. */
async function exports(databaseUrl: string, sizes: { few: number; slowParts: number }): Promise<Figure[]> {
  const few = await exported(databaseUrl, customers.few, sizes.slowParts)
  const many = await exported(databaseUrl, customers.many, sizes.slowParts)
  const against = `of ${sizes.few} entries`
  return [
    { name: 'statement-export-memory', value: many.peakMb, unit: 'MB', against, againstValue: few.peakMb },
    {
      name: 'statement-export-rate',
      value: many.linesPerSecond,
      unit: '1/s',
      against,
      againstValue: few.linesPerSecond,
    },
  ]
}

/** Reads the first parts of a file slowly, and the rest at full speed. */
async function exported(
  databaseUrl: string,
  customerId: bigint,
  slowParts: number,
): Promise<{ peakMb: number; linesPerSecond: number }> {
  const child = fork(join(import.meta.dirname, 'statement-process.ts'), [databaseUrl], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  try {
    const { port } = z.parse(z.object({ port: z.int() }), await messageOf(child))
    const { body } = await fetch(`http://127.0.0.1:${port}/${customerId}`)
    if (body === null) throw new Error('no export came')
    let [parts, lines, startMs] = [0, 0, 0]
    for await (const part of body) {
      parts += 1
      if (parts <= slowParts) await sleep(5)
      else {
        if (startMs === 0) startMs = performance.now()
        for (const byte of part) if (byte === 10) lines += 1
      }
    }
    const linesPerSecond = startMs === 0 ? 0 : (lines / (performance.now() - startMs)) * 1_000
    child.send('peak')
    const { peakMb } = z.parse(z.object({ peakMb: z.number() }), await messageOf(child))
    return { peakMb, linesPerSecond }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

function messageOf(child: ReturnType<typeof fork>): Promise<unknown> {
  return once(child, 'message').then(([message]) => message as unknown)
}
