import { createHash } from 'node:crypto'
import { parseUnits } from '@candor/money'

const header = 'account,line,time,asset,kind,amount,available_after,held_after,reference,hash'
const beginningHash = '0'.repeat(64)

/** The error in a file, in one sentence. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
}

/** The state of an account after the lines of a file. */
export interface CheckedAccount {
  readonly account: string
  readonly asset: string
  readonly line: number
  readonly availableUnits: bigint
  readonly heldUnits: bigint
  /** The hash of its last line: identical in every later file at the same line, unless something was changed. */
  readonly hash: string
}

/** A file without errors. */
export interface CheckedStatement {
  readonly lineCount: number
  /** Lines of a filtered file whose predecessor is missing from it. */
  readonly unlinkedCount: number
  /** Whether it contains every line of its accounts. */
  readonly isComplete: boolean
  readonly accounts: readonly CheckedAccount[]
}

interface StatementEntry extends CheckedAccount {
  readonly amountUnits: bigint
  /** The hash's input besides the previous hash. */
  readonly record: string
}

/**
 * Reads a file of any length line by line, and throws a StatementError at the first error. `earlier` is the end of an
 * earlier file of the same customer: this one must contain the same past.
 */
export async function checkStatement(
  lines: AsyncIterable<string> | Iterable<string>,
  earlier: readonly CheckedAccount[] = [],
): Promise<CheckedStatement> {
  const accounts = new Map<string, CheckedAccount>()
  let number = 0
  let unlinkedCount = 0
  let last: CheckedAccount | null = null
  let end: { isComplete: boolean } | null = null
  for await (const text of lines) {
    number += 1
    if (number === 1) {
      if (text !== header) throw new StatementError('Line 1 is not the header of a statement.')
    } else if (end !== null) {
      throw new StatementError(`Line ${number} stands after the end.`)
    } else if (text.startsWith('end,')) {
      end = endOf(text, number, last?.hash ?? beginningHash)
    } else {
      const entry = entryOf(text, number)
      if (last?.account !== entry.account && accounts.has(entry.account))
        throw new StatementError(`Line ${number} is out of order.`)
      if (!isLinked(entry, accounts.get(entry.account), number)) unlinkedCount += 1
      if (
        earlier.some(
          ({ account, line, hash }) => account === entry.account && line === entry.line && hash !== entry.hash,
        )
      )
        throw new StatementError(
          `The past of account ${entry.account} up to line ${entry.line} is not that of the earlier file.`,
        )
      accounts.set(entry.account, entry)
      last = entry
    }
  }
  if (end === null) throw new StatementError('The last line is missing: the file is cut off.')
  if (end.isComplete && unlinkedCount > 0)
    throw new StatementError(`${unlinkedCount} lines do not follow the line before them.`)
  const short = earlier.find(({ account, line }) => line > (accounts.get(account)?.line ?? 0))
  if (short !== undefined)
    throw new StatementError(`Account ${short.account} has fewer lines than in the earlier file.`)
  return { lineCount: number - 2, unlinkedCount, isComplete: end.isComplete, accounts: [...accounts.values()] }
}

/** Whether a line follows the one before it in its account; throws where it does and disagrees with it. */
function isLinked(entry: StatementEntry, before: CheckedAccount | undefined, number: number): boolean {
  const { line = 0, availableUnits = 0n, hash = beginningHash } = before ?? {}
  if (entry.line <= line) throw new StatementError(`Line ${number} is out of order.`)
  if (entry.line !== line + 1) return false
  if (before !== undefined && before.asset !== entry.asset)
    throw new StatementError(`Line ${number} is of another asset than its account.`)
  if (hashOf(hash, entry.record) !== entry.hash)
    throw new StatementError(`Line ${number} was changed, or the line before it: the hash differs.`)
  if (availableUnits + entry.amountUnits !== entry.availableUnits)
    throw new StatementError(`Line ${number} does not add up.`)
  return true
}

function entryOf(text: string, number: number): StatementEntry {
  const fields = text.split(',')
  const [account = '', line = '', , asset = '', , amount = '', available = '', held = '', , hash = ''] = fields
  const [amountUnits, availableUnits, heldUnits] = [parseUnits(amount), parseUnits(available), parseUnits(held)]
  const isLine = fields.length === 10 && /^[1-9]\d{0,14}$/.test(line)
  if (!isLine || amountUnits === null || availableUnits === null || heldUnits === null)
    throw new StatementError(`Line ${number} is not a line of a statement.`)
  return {
    account,
    asset,
    line: Number(line),
    amountUnits,
    availableUnits,
    heldUnits,
    hash,
    record: text.slice(0, -hash.length - 1),
  }
}

/** The last line: the number of lines, and whether the file is complete. Its hash covers the previous line's hash. */
function endOf(text: string, number: number, before: string): { isComplete: boolean } {
  const fields = text.split(',')
  const [, count, , , , , , , extent = '', hash = ''] = fields
  if (hashOf(before, text.slice(0, -hash.length - 1)) !== hash)
    throw new StatementError(`Line ${number}, the end, was changed: its hash differs.`)
  if (count !== String(number - 2))
    throw new StatementError(`The file says that it has ${count} lines, and has ${number - 2}.`)
  if (extent !== 'complete' && extent !== 'filtered')
    throw new StatementError(`Line ${number} does not say whether the file is complete.`)
  return { isComplete: extent === 'complete' }
}

function hashOf(before: string, record: string): string {
  return createHash('sha256').update(`${before},${record}`).digest('hex')
}
