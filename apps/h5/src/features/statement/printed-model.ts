import { statementKind } from '@candor/api'
import type { StatementKind } from '@candor/api'
import { formatUnits, parseUnits } from '@candor/money'
import { assets } from './statement-filter.ts'

/** A line of the exported file: docs/statements.md describes its fields. */
export interface PrintedLine {
  /** Its number within the account, from 1 on. */
  readonly line: string
  /** UTC, to the second: "2026-11-02 10:00:00". */
  readonly time: string
  readonly kind: StatementKind
  readonly amount: string
  readonly after: string
  readonly reference: string
  readonly hash: string
}

/** One currency's movements of a period, oldest first. */
export interface PrintedAccount {
  readonly asset: (typeof assets)[number]
  readonly opening: string
  readonly lines: readonly PrintedLine[]
  readonly closing: string
}

/** The balance before a period, where no movement of the period tells it. */
export type BalanceBefore = (asset: PrintedAccount['asset']) => string

/** More are not printed: some fifty pages. */
export const mostPrinted = 2_000

/**
 * The accounts of an exported file with the opening and closing balance of each, in the order of the currencies. Null
 * where the file was cut off, is of another form, or where a balance does not follow from the one before it.
 */
export function printedAccounts(csv: string, before: BalanceBefore): readonly PrintedAccount[] | null {
  const rows = csv.trimEnd().split('\r\n').slice(1)
  const end = rows.pop()?.split(',')
  if (end?.[0] !== 'end' || end[1] !== String(rows.length)) return null
  const read = rows.map(readRow)
  const accounts = assets.map((asset): PrintedAccount | null => {
    const lines = read.flatMap((row) => (row?.asset === asset ? [row.line] : []))
    const [first] = lines
    const opening = first === undefined ? before(asset) : balanceBefore(first)
    return isChained(opening, lines) ? { asset, opening, lines, closing: lines.at(-1)?.after ?? opening } : null
  })
  const whole = accounts.filter((account) => account !== null)
  return read.includes(null) || whole.length < accounts.length ? null : whole
}

function readRow(row: string): { readonly asset: string; readonly line: PrintedLine } | null {
  const [, line, time, asset, kindText, amount, after, , reference, hash] = row.split(',')
  const kind = statementKind.options.find((known) => known === kindText)
  if (line === undefined || time === undefined || asset === undefined || kind === undefined) return null
  if (amount === undefined || after === undefined || reference === undefined || hash === undefined) return null
  return { asset, line: { line, time: time.slice(0, 19).replace('T', ' '), kind, amount, after, reference, hash } }
}

function balanceBefore({ amount, after }: PrintedLine): string {
  return formatUnits((parseUnits(after) ?? 0n) - (parseUnits(amount) ?? 0n))
}

function isChained(opening: string, lines: readonly PrintedLine[]): boolean {
  let balance = parseUnits(opening)
  return lines.every(({ amount, after }) => {
    const [change, next] = [parseUnits(amount), parseUnits(after)]
    const isNext = balance !== null && change !== null && balance + change === next
    balance = next
    return isNext
  })
}
