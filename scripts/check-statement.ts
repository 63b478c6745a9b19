/**
 * Checks a statement that a customer exported, without any server: the chain of its lines and its sums. Ends with the balance and the
 * last hash of each account, or says what is wrong and exits with 1. docs/statement-export.md describes the file.
 */
import { createReadStream } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { formatUnits } from '@candor/money'
import { checkStatement, StatementFault } from './statement/statement-file.ts'
import type { CheckedStatement } from './statement/statement-file.ts'

async function main(path: string): Promise<void> {
  const input = createReadStream(path)
  report(await checkStatement(createInterface({ input, crlfDelay: Infinity })))
}

function report({ lineCount, unlinkedCount, isComplete, accounts }: CheckedStatement): void {
  if (isComplete) console.log(`statement sound: ${lineCount} lines from the first entry on, chained, and the sums agree`)
  else console.log(`filtered statement: ${lineCount} lines; ${unlinkedCount} follow a line that was left out and cannot be checked alone`)
  for (const { account, asset, line, availableUnits, heldUnits, hash } of accounts)
    console.log(
      `account ${account}: ${formatUnits(availableUnits)} ${asset} available, ${formatUnits(heldUnits)} held, line ${line} ${hash}`,
    )
}

try {
  const [path, ...others] = process.argv.slice(2)
  if (path === undefined || others.length > 0) throw new StatementFault('Name one file: npm run check-statement -- FILE.csv')
  await main(path)
} catch (error) {
  const isExpected = error instanceof StatementFault || (error instanceof Error && 'code' in error)
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
