import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { receiptOfCell } from '../../packages/proof/src/testing/synthetic-world.ts'
import { runCandor } from '../running-candor.ts'
import type { RunningCandor } from '../running-candor.ts'

// A checker in another language, which was written from the pages about the formats alone (check.py).

const vectors = join(import.meta.dirname, '../../packages/proof/vectors')
const hasPython = spawnSync('python3', ['--version']).status === 0

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-foreign-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Its exit code and what it printed. */
function check(...words: readonly string[]): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync('python3', [join(import.meta.dirname, 'check.py'), ...words], {
    encoding: 'utf8',
  })
  return [status, `${stdout}${stderr}`.trim()]
}

const published = (name: string) => readFile(join(vectors, name), 'utf8')

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describe.skipIf(!hasPython)('a checker in Python, which is skipped where there is no python3,', () => {
  test('accepts the published receipt of a contract, with both witnesses', () => {
    expect(check('receipt', join(vectors, 'contract-receipt.json'), join(vectors, 'trusted.json'))).toEqual([
      0,
      'genuine: contract',
    ])
  })

  test('accepts the published receipt of a movement where no policy asks for witnesses, and not otherwise', async () => {
    const receipt = join(vectors, 'movement-receipt.json')
    const { policy, ...keys } = JSON.parse(await published('trusted.json'))
    expect(policy).toContain('quorum both')
    expect(check('receipt', receipt, await written('keys.json', JSON.stringify(keys)))).toEqual([
      0,
      'genuine: movement',
    ])
    expect(check('receipt', receipt, join(vectors, 'trusted.json'))).toEqual([1, 'REFUSED: witnesses are missing'])
  })

  test('refuses a receipt in which any one member is another', async () => {
    const receipt = JSON.parse(await published('contract-receipt.json'))
    const changes: ((changed: typeof receipt) => void)[] = [
      (changed) => (changed.placed.leaf += 1),
      (changed) => (changed.placed.entryCount += 1),
      (changed) => (changed.settled.index += 1),
      (changed) => (changed.ticks[0].firstSlot += 1),
      (changed) => (changed.acceptance = changed.acceptance.replace('5 1097', '5 1098')),
      (changed) => (changed.events[0].checkpoint = changed.events[0].checkpoint.replace('\n27\n', '\n28\n')),
      (changed) => (changed.settled.item = changed.settled.item.replace('ASEA', 'ASEB')),
      (changed) => changed.frames.pop(),
    ]
    for (const [index, change] of changes.entries()) {
      const changed = structuredClone(receipt)
      change(changed)
      const path = await written('changed.json', await resealed(changed))
      const [code, text] = check('receipt', path, join(vectors, 'trusted.json'))
      expect([index, code, text]).toEqual([index, 1, expect.stringMatching(/^REFUSED: (?!the receipt is damaged)/)])
    }
  })
})

test.skipIf(!hasPython)('a checker in Python refuses a receipt of another cell, and one with a gap', async () => {
  const { text, trusted } = await receiptOfCell()
  const receipt = await written('cell.json', text)
  const keysOf = (cell: number) => written(`keys-${cell}.json`, JSON.stringify({ ...trusted, cell }))
  expect(check('receipt', receipt, await keysOf(2))).toEqual([0, 'genuine: contract'])
  expect(check('receipt', receipt, await keysOf(1))).toEqual([1, 'REFUSED: the batch is of another cell'])
  const gap = await written('gap.json', (await receiptOfCell(1)).text)
  expect(check('receipt', gap, await keysOf(2))).toEqual([1, 'REFUSED: the entries of the cell have a gap'])
})

describe.skipIf(!hasPython)('a checker in Python of a log that a running Candor writes', () => {
  let candor: RunningCandor
  beforeAll(async () => {
    candor = await runCandor()
  })
  afterAll(() => candor.remove())

  test('makes the tree again from the entries, and refuses them once a byte is another', async () => {
    const readKeys = async () =>
      z.parse(
        z.object({ ticks: z.array(z.string()), events: z.array(z.string()) }),
        await (await fetch(`${candor.origin}/verify/trusted.json`)).json(),
      )
    // The log of prices opens with the first frame, some seconds after the start.
    const opened = async () => Object.values(await readKeys()).every((keys) => keys.length > 0)
    await expect.poll(opened, { timeout: 120_000 }).toBe(true)
    const trusted = await readKeys()
    for (const log of ['ticks', 'events'] as const) {
      const [vkey = ''] = trusted[log]
      const shard = vkey.split('+')[0]?.split('/').at(-1) ?? ''
      const source = join(candor.dataFolder, 'log', log, shard)
      const sizeOf = async () => Number((await readFile(join(source, 'checkpoint'), 'utf8')).split('\n')[1])
      await expect.poll(sizeOf, { timeout: 120_000 }).toBeGreaterThan(1)
      // The checkpoint first: the files of its size remain while the log goes on.
      const checkpoint = await readFile(join(source, 'checkpoint'))
      const copy = join(folder, log)
      await cp(source, copy, { recursive: true })
      await writeFile(join(copy, 'checkpoint'), checkpoint)
      const size = Number(checkpoint.toString().split('\n')[1])
      expect(check('log', copy, vkey)).toEqual([0, `whole: ${size} leaves`])
      const bundle = join(copy, 'tile/entries', size < 256 ? `000.p/${size}` : '000')
      const bytes = await readFile(bundle)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      await writeFile(bundle, bytes)
      expect(check('log', copy, vkey)).toEqual([1, 'REFUSED: a tile differs from its entries'])
    }
  }, 300_000)
})

/** The text of a receipt with the right digest at its end, so that only what it says can be refused. */
async function resealed(receipt: Readonly<Record<string, unknown>>): Promise<string> {
  const body = Object.entries(receipt).filter(([name]) => name !== 'check')
  const open = JSON.stringify(Object.fromEntries(body)).slice(0, -1)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(open)))
  return `${open},"check":${JSON.stringify(Buffer.from(digest.subarray(0, 12)).toString('base64'))}}`
}
