import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkStatement, StatementError } from './statement-file.ts'

const header = 'account,line,time,asset,kind,amount,available_after,held_after,reference,hash'
const at = '2026-03-02T10:00:00.000Z'
const records = [
  `7,1,${at},USD,grant,10000,10000,0,grant:1`,
  `7,2,${at},USD,contract-placed,-100.5,9899.5,100.5,order:4`,
  `7,3,${at},USD,contract-won,185,10084.5,0,order:4`,
  `8,1,${at},USDT,grant,50.000001,50.000001,0,grant:1`,
]
const hashOf = (before: string, record: string) => createHash('sha256').update(`${before},${record}`).digest('hex')

/** A file as the server writes it, of these records or of some of them. */
function fileOf(all: readonly string[], isShown: (record: string) => boolean = () => true): string[] {
  const lines: string[] = []
  let account: string | undefined
  let hash = ''
  for (const record of all) {
    hash = hashOf(record.split(',')[0] === account ? hash : '0'.repeat(64), record)
    account = record.split(',')[0]
    if (isShown(record)) lines.push(`${record},${hash}`)
  }
  const extent = lines.length === all.length ? 'complete' : 'filtered'
  const end = `end,${lines.length},${at},,,,,,${extent}`
  return [header, ...lines, `${end},${hashOf(lines.at(-1)?.slice(-64) ?? '0'.repeat(64), end)}`]
}

test('a sound file ends with the balance of each account', async () => {
  const { accounts, ...rest } = await checkStatement(fileOf(records))
  expect(rest).toEqual({ lineCount: 4, unlinkedCount: 0, isComplete: true })
  expect(
    accounts.map(({ account, asset, line, availableUnits, heldUnits }) => [
      account,
      asset,
      line,
      availableUnits,
      heldUnits,
    ]),
  ).toEqual([
    ['7', 'USD', 3, 10_084_500_000n, 0n],
    ['8', 'USDT', 1, 50_000_001n, 0n],
  ])
})

test('a change of any character of any line is found', async () => {
  const file = fileOf(records)
  for (const [index, line] of file.entries())
    for (const place of line.split('').keys()) {
      const changed = line.slice(0, place) + (line[place] === '1' ? '2' : '1') + line.slice(place + 1)
      await expect(checkStatement(file.with(index, changed))).rejects.toThrow(StatementError)
    }
})

test('a line that is missing, repeated or moved is found, and so is a file that is cut off', async () => {
  const file = fileOf(records)
  for (const index of file.keys()) {
    await expect(checkStatement(file.toSpliced(index, 1))).rejects.toThrow(/Line|line/)
    await expect(checkStatement(file.toSpliced(index, 0, file[index] ?? ''))).rejects.toThrow('Line')
  }
  await expect(checkStatement(file.slice(0, 3))).rejects.toThrow('cut off')
  await expect(checkStatement([])).rejects.toThrow('cut off')
})

test('sums that do not agree are found although the chain was remade', async () => {
  await expect(
    checkStatement(fileOf(records.with(2, `7,3,${at},USD,contract-won,185,10085,0,order:4`))),
  ).rejects.toThrow('Line 4 does not add up')
})

test('a filtered file is checked where its lines follow each other, and says how many do not', async () => {
  const filtered = fileOf(records, (record) => !record.includes('contract-placed'))
  expect(await checkStatement(filtered)).toMatchObject({ lineCount: 3, unlinkedCount: 1, isComplete: false })
  const pretended = `end,3,${at},,,,,,complete`
  const last = `${pretended},${hashOf(filtered[3]?.slice(-64) ?? '', pretended)}`
  await expect(checkStatement(filtered.with(4, last))).rejects.toThrow('1 lines do not follow')
})

test('a file that holds another past than an earlier one is found, although it is sound by itself', async () => {
  const earlier = (await checkStatement(fileOf(records.slice(0, 2)))).accounts
  expect(await checkStatement(fileOf(records), earlier)).toMatchObject({ lineCount: 4 })
  const rewritten = records.with(1, `7,2,${at},USD,contract-placed,-100.5,9899.5,100.5,order:5`)
  await expect(checkStatement(fileOf(rewritten), earlier)).rejects.toThrow('The past of account 7 up to line 2')
  await expect(checkStatement(fileOf(records.slice(0, 1)), earlier)).rejects.toThrow('Account 7 has fewer lines')
})
