/** Takes a snapshot of what is owed to all customers, beside the daily one, whether Candor is running or not. */
import process from 'node:process'
import { takeSnapshot } from '../apps/server/src/modules/solvency/index.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { dataOption, readOptions } from '../apps/launcher/src/command-line.ts'
import { configOf, runDataCommand, withAccess } from '../apps/launcher/src/data-command.ts'

const command = {
  name: 'count-liabilities',
  synopsis: '[OPTION ...]',
  about:
    'Takes a snapshot of what is owed to all customers, beside the daily one. Its proofs are served once the events log\n' +
    'contains it.',
  options: {
    data: dataOption,
  },
  examples: { '--data /srv/candor': 'Another data folder' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const values = readOptions(command, args, 'All liabilities are counted at once: it takes no names.')
  const snapshot = await withAccess(configOf(values, process.env), ({ appUrl }) =>
    withPool(appUrl, 'count-liabilities', (pool) => takeSnapshot(pool, null), { maxConnections: 2 }),
  )
  console.log(`liabilities counted: snapshot ${snapshot}`)
  return 0
}

await runDataCommand(command, main)
