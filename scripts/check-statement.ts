/**
 * Checks an exported statement without any server: the chain of its lines and its sums, that its past matches an
 * earlier export, and that it ends with the wallet's balances. Prints the balance and the last hash of each account, or
 * the first error, and exits with 1. docs/statements.md describes the file.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { responseEnvelope, jsonOf } from '@candor/api'
import { formatUnits } from '@candor/money'
import * as z from 'zod/mini'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { checkStatement, StatementError } from './statement/statement-file.ts'
import type { CheckedStatement } from './statement/statement-file.ts'
import { differencesFromWallet } from './statement/statement-wallet.ts'

const command = {
  name: 'check-statement',
  synopsis: 'FILE.csv [OPTION ...]',
  about:
    'Checks an exported statement without any server: the chain of its lines and its sums. Prints the balance and the last\n' +
    'hash of each account, or the first error, and exits with 1. docs/statements.md describes the file.',
  options: {
    earlier: {
      type: 'string',
      value: 'OLDER.csv',
      text: 'Check that its past matches an earlier export of the customer',
    },
    wallet: { type: 'string', value: 'ASSETS.json', text: 'Check that it ends as a saved response of wallet/assets' },
  },
  examples: {
    'statement.csv': 'The file alone',
    'november.csv --earlier october.csv': 'That nothing was changed since',
  },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new CommandLineError('Name one file.')
  const { earlier, wallet } = values
  const past = earlier === undefined ? undefined : await check(earlier)
  const checked = await check(path, past?.accounts)
  report(checked)
  if (past !== undefined) console.log('its past is that of the earlier file')
  if (wallet !== undefined) compareWithWallet(checked, await readFile(wallet, 'utf8'))
  return 0
}

function check(path: string, earlier?: CheckedStatement['accounts']): Promise<CheckedStatement> {
  return checkStatement(createInterface({ input: createReadStream(path), crlfDelay: Infinity }), earlier)
}

function compareWithWallet({ accounts, isComplete }: CheckedStatement, text: string): void {
  if (!isComplete) throw new StatementError('A filtered file does not end with the balances.')
  const answer = z.safeParse(responseEnvelope, jsonOf(text))
  const differences = differencesFromWallet(accounts, answer.success ? answer.data.data : null)
  if (differences.length > 0) throw new StatementError(differences.join('\n'))
  console.log('it ends with the balances that the wallet shows')
}

function report({ lineCount, unlinkedCount, isComplete, accounts }: CheckedStatement): void {
  if (isComplete)
    console.log(`statement sound: ${lineCount} lines from the first entry on, chained, and the sums agree`)
  else
    console.log(
      `filtered statement: ${lineCount} lines; ${unlinkedCount} follow a line that was left out and cannot be checked alone`,
    )
  for (const { account, asset, line, availableUnits, heldUnits, hash } of accounts)
    console.log(
      `account ${account}: ${formatUnits(availableUnits)} ${asset} available, ${formatUnits(heldUnits)} held, line ${line} ${hash}`,
    )
}

await runCommand(
  command,
  main,
  (error) => error instanceof StatementError || (error instanceof Error && 'code' in error),
)
