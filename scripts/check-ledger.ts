/**
 * Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with `ledger clean`
 * or exit code 1. With `--resume`, a clean ledger that was halted accepts writes again.
 */
import process from 'node:process'
import { resumeLedger } from '../apps/server/src/modules/ledger/index.ts'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import type { Mismatch } from '../apps/server/src/modules/ledger/index.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { dataOption, readOptions } from '../apps/launcher/src/command-line.ts'
import { configOf, runDataCommand, withAccess } from '../apps/launcher/src/data-command.ts'

const command = {
  name: 'check-ledger',
  synopsis: '[OPTION ...]',
  about:
    'Checks every invariant of the ledger in the data folder, whether Candor is running or not. Ends with “ledger clean” or\n' +
    'exits with 1.',
  options: {
    data: dataOption,
    resume: { type: 'boolean', text: 'Let a clean ledger that was halted accept writes again' },
  },
  examples: { '--data /srv/candor': 'Another data folder', '--resume': 'After a halt whose cause is gone' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const values = readOptions(command, args, 'The ledger is checked as a whole: it takes no names.')
  return withAccess(configOf(values, process.env), async ({ appUrl, ownerUrl }) => {
    const { mismatches } = await withPool(appUrl, 'check-ledger', (pool) => checkLedger(pool, null, report))
    console.log(mismatches.length === 0 ? 'ledger clean' : `ledger broken: ${mismatches.length} mismatches`)
    if (mismatches.length > 0) return 1
    if (values.resume === true) {
      await withPool(ownerUrl, 'resume-ledger', resumeLedger)
      console.log('every stripe writes again')
    }
    return 0
  })
}

function report(invariant: string, mismatches: readonly Mismatch[]): void {
  console.log(`${mismatches.length === 0 ? 'ok    ' : 'BROKEN'} ${invariant}`)
  for (const { stripe, detail } of mismatches)
    console.log(`         ${stripe === null ? '' : `stripe ${stripe}: `}${detail}`)
}

await runDataCommand(command, main)
