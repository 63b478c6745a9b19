import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildAcceptance, parseReceipt } from '@candor/proof/receipt'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStatementExports } from '../../apps/server/src/modules/statement/index.ts'
import { openReceiptWorld } from '../../apps/server/src/modules/transparency/testing/receipt-world.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { auditFolder, openAuditWorld } from './testing/audit-world.ts'
import { writeSyntheticLog } from '../../bench/synthetic-log.ts'

let receipts: string
let receipt: string
let statement: string
let trusted: string

const world = closeAfterTests(await openAuditWorld(await testDatabase()))

beforeAll(async () => {
  const made = await openReceiptWorld(world.ledger.app, world.logs)
  const { customerId, orderId } = await world.trade()
  await world.seal()
  trusted = JSON.stringify(await made.trusted())
  const found = await made.receipts.ofOrder(customerId, String(orderId))
  if (!found.ok || found.value.state !== 'ready') throw new Error('there is no receipt')
  receipt = found.value.receipt
  receipts = join(world.folder, 'receipts')
  await mkdir(receipts)
  await writeFile(join(receipts, 'order.json'), receipt)
  await writeFile(join(receipts, 'promise.json'), acceptanceOf(receipt))
  const exports = createStatementExports({
    pool: world.ledger.app,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
  })
  const begun = await exports.begin({ customerId, asset: null, kinds: null, fromMs: null, toMs: null })
  if (!begun.ok) throw new Error('no export began')
  statement = join(world.folder, 'statement.csv')
  await writeFile(statement, await text(begun.value.body))
  // The log goes on: the receipt's checkpoints are of smaller trees.
  await world.price(world.ledger.slot + 300)
  await world.seal()
})

/** What the customer had before the order was settled. */
function acceptanceOf(whole: string): string {
  const parsed = parseReceipt(whole)
  if (parsed.kind !== 'contract') throw new Error('the receipt is of a movement')
  const { salt, item, index, path } = parsed.placed
  return buildAcceptance({ acceptance: parsed.acceptance, placed: { salt, item: item.bytes, index, path } })
}

const audit = (name: string, ...options: readonly string[]) =>
  auditFolder(world.folder, join(world.folder, `state-${name}`), ...options)

describe('npm run audit for one customer', () => {
  test('recomputes receipts, finds what acceptances promised, and each movement of the statement', async () => {
    const { code, text: page } = await audit('sound', '--receipts', receipts, '--statement', statement)
    expect(page).toContain('Receipts of a customer follow from the log (2)')
    // Two opening balances, the stake and the result.
    expect(page).toContain('Movements of a statement are in the log (4)')
    expect(code).toBe(0)
    // Of each window the frame before it and its ten slots, with their states.
    const slot = String.raw`\d+ open [\d.]+`
    const line = (name: string) =>
      new RegExp(
        `order\\.json: ${name} window \\d+–\\d+, mean [\\d.]+ ÷ 10 = [\\d.]+, of the frames ${slot}(, ${slot}){10}$`,
        'm',
      )
    expect(page).toMatch(line('entry'))
    expect(page).toMatch(line('exit'))
  })

  test('reads all events again where an earlier run has read them', async () => {
    const again = await audit('sound', '--receipts', receipts, '--statement', statement)
    expect(again).toMatchObject({
      code: 0,
      text: expect.stringContaining('Movements of a statement are in the log (4)'),
    })
  })

  test('refuses a receipt that was changed', async () => {
    const folder = join(world.folder, 'changed')
    await mkdir(folder)
    await writeFile(join(folder, 'order.json'), receipt.replace('"index":', '"index":1'))
    const { code, text: page } = await audit('changed', '--receipts', folder)
    expect({ code, page }).toMatchObject({ code: 1, page: expect.stringContaining('order.json is refused') })
  })

  test('refuses a statement that is not sound, and names a movement of which the log has no batch', async () => {
    const lines = (await readFile(statement, 'utf8')).trimEnd().split('\r\n')
    const at = lines.findIndex((line) => line.includes(',contract-placed,'))
    const moved = lines.with(at, (lines[at] ?? '').replace(/T\d\d:/, 'T12:'))
    const path = join(world.folder, 'other.csv')
    await writeFile(path, `${moved.join('\r\n')}\r\n`)
    await expect(audit('other', '--statement', path)).rejects.toThrow('is no sound statement')
    // A forger of the whole file chains it again.
    const forged = join(world.folder, 'forged.csv')
    await writeFile(forged, `${chained(moved).join('\r\n')}\r\n`)
    const { code, text: page } = await audit('forged', '--statement', forged)
    expect(page).toMatch(/The statement has contract-placed at 2026-01-05T12:\S+Z, of which the log has no batch/)
    expect(code).toBe(1)
  })

  test('cries FORK where a receipt is of another history than the one that is shown', async () => {
    // Another log under the same origins and keys, with other prices.
    const folder = join(world.folder, 'fork')
    await writeSyntheticLog(folder, { slots: 700, instruments: 2, firstSlot: 100_000, genesisMs: 1_767_571_200_000 })
    const trust = join(world.folder, 'trust.json')
    await writeFile(trust, trusted)
    const one = join(world.folder, 'one')
    await mkdir(one)
    await writeFile(join(one, 'order.json'), receipt)
    const { code, text: page } = await auditFolder(folder, join(folder, 'state'), '--receipts', one, '--trust', trust)
    expect(page).toContain('FORK: order.json has a checkpoint of ticks/2026h1 that is of another history')
    expect(code).toBe(1)
  })
})

/** The lines of a statement with hashes that fit them. */
function chained(lines: readonly string[]): string[] {
  const hashes = new Map<string, string>()
  let last = '0'.repeat(64)
  return lines.map((line, index) => {
    if (index === 0) return line
    const record = line.slice(0, line.lastIndexOf(','))
    const account = record.slice(0, record.indexOf(','))
    const before = account === 'end' ? last : (hashes.get(account) ?? '0'.repeat(64))
    last = createHash('sha256').update(`${before},${record}`).digest('hex')
    hashes.set(account, last)
    return `${record},${last}`
  })
}
