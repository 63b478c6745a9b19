import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettledItem } from '@candor/proof/encoding'
import { buildReceipt, verifyReceipt } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { randomOf } from '../../packages/proof/src/testing/random.ts'
import { syntheticParts, syntheticTrust } from '../../packages/proof/src/testing/synthetic-receipt.ts'
import {
  eventfulMarket,
  plainReceipt,
  randomOrder,
  receiptOfCell,
} from '../../packages/proof/src/testing/synthetic-world.ts'
import { runVerify, verifyCommand } from './verify-command.ts'
import { helpText } from '../../apps/launcher/src/command-line.ts'

const vectors = join(import.meta.dirname, '../../packages/proof/vectors')
const vector = (name: string) => join(vectors, name)
const trusted = vector('trusted.json')
const nowMs = 1_790_000_000_000 + 365 * 86_400_000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-verify-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function verify(...args: readonly string[]) {
  const lines: string[] = []
  const environment = { CANDOR_DATA: join(folder, 'data') }
  const code = await runVerify(args, { nowMs, environment, print: (line) => lines.push(line) })
  return { code, lines, text: lines.join('\n') }
}

describe('npm run verify', () => {
  test('prints each step of the published receipt of a contract, with what it found', async () => {
    const { code, lines, text } = await verify(vector('contract-receipt.json'), '--trust', trusted)
    expect(code).toBe(0)
    expect(lines.filter((line) => line.startsWith('passed '))).toHaveLength(11)
    expect(text).toMatch(
      /passed {6}Entry and exit follow from the frames \(averages\)\n {14}entry: \d+\n {14}exit: \d+/,
    )
    expect(lines.at(-1)).toBe('GENUINE: each check that applies has passed')
  })

  test('says that a movement has no witness, and that an acceptance shows no log', async () => {
    const { policy: _policy, ...keys } = JSON.parse(await readFile(trusted, 'utf8'))
    const withoutPolicy = await file('keys.json', JSON.stringify(keys))
    const movement = await verify(vector('movement-receipt.json'), '--trust', withoutPolicy)
    expect(movement).toMatchObject({ code: 0, text: expect.stringContaining('absent      No witness has signed') })
    const acceptance = await verify(vector('acceptance.json'), '--trust', trusted)
    expect(acceptance).toMatchObject({ code: 0, text: expect.stringContaining('absent      The batch of the order') })
    expect(movement.lines.at(-1)).toBe('GENUINE: each check that applies has passed')
    expect(acceptance.lines.at(-1)).toBe('GENUINE so far: only the log can show the rest')
  })

  test('takes the shards of a saved response of the log for its keys', async () => {
    const { ticks, events, acceptance } = JSON.parse(await readFile(trusted, 'utf8'))
    const shard = (log: string) => (vkey: string) => {
      const origin = vkey.replace(/\+.*/, '')
      return { log, shard: origin.slice(-6), origin, vkey, firstSlot: null, size: 1, checkpoint: null, signedMs: null }
    }
    const shards = [...ticks.map(shard('ticks')), ...events.map(shard('events'))]
    const saved = { code: 1, data: { shards, acceptanceVkey: acceptance[0] } }
    const path = await file('saved.json', JSON.stringify(saved))
    expect(await verify(vector('contract-receipt.json'), '--trust', path)).toMatchObject({ code: 0 })
    const unsigned = await file('unsigned.json', JSON.stringify({ ...saved, data: { shards, acceptanceVkey: null } }))
    const { code, text } = await verify(vector('contract-receipt.json'), '--trust', unsigned)
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('Is it a receipt of another log?') })
  })

  test('refuses a changed byte and names the check that failed', async () => {
    const receipt = await readFile(vector('contract-receipt.json'), 'utf8')
    const changed = await file('changed.json', receipt.replace('"index":', '"index":1'))
    const { code, lines, text } = await verify(changed, '--trust', trusted)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: 'REFUSED: check 1 of 11 failed' })
    expect(text).toContain('FAILED      The file is damaged, or isn’t a receipt (format)')
    expect(lines.filter((line) => line.startsWith('not judged '))).toHaveLength(10)
  })

  test('refuses a batch of another cell than that of the keys, and a gap in the entries of the cell', async () => {
    const { text, trusted: keys } = await receiptOfCell()
    const receipt = await file('cell.json', text)
    const keysOf = (cell: number) => file(`cell-${cell}.json`, JSON.stringify({ ...keys, cell }))
    expect(await verify(receipt, '--trust', await keysOf(2))).toMatchObject({ code: 0 })
    expect(await verify(receipt, '--trust', await keysOf(1))).toMatchObject({
      code: 1,
      text: expect.stringContaining('The batch is of another cell than the log.'),
    })
    const gap = await file('gap.json', (await receiptOfCell(1)).text)
    expect(await verify(gap, '--trust', await keysOf(2))).toMatchObject({
      code: 1,
      text: expect.stringContaining('The entries of the cell have a gap between both batches.'),
    })
  })

  test('refuses files that cannot be receipts or keys, each in one sentence', async () => {
    const receipt = vector('contract-receipt.json')
    const long = await file('long.json', 'x'.repeat(65_537))
    const plain = await file('plain.json', 'no JSON')
    const binary = await file('binary.json', new Uint8Array([0xff, 0xfe]))
    await expect(verify(folder, '--trust', trusted)).rejects.toThrow(`${folder} is no file.`)
    await expect(verify(long, '--trust', trusted)).rejects.toThrow('has more than 64 kB')
    await expect(verify(plain, '--trust', trusted)).rejects.toThrow(`${plain} is not JSON.`)
    await expect(verify(binary, '--trust', trusted)).rejects.toThrow('its bytes are no UTF-8')
    await expect(verify(receipt, '--trust', receipt)).rejects.toThrow('is no file of trusted keys')
    await expect(verify()).rejects.toThrow('Name a receipt.')
  })

  test('never calls a receipt genuine without keys: it says what holds for those that the receipt names', async () => {
    const { code, lines, text } = await verify(vector('contract-receipt.json'))
    expect(code).toBe(2)
    expect(text).not.toMatch(/GENUINE|passed/)
    expect(lines[0]).toContain(`There are no keys to trust: ${join(folder, 'data/trusted.json')} does not exist`)
    expect(lines.filter((line) => line.startsWith('holds '))).toHaveLength(8)
    for (const step of ['acceptance', 'signatures', 'witnesses']) {
      expect(text).toMatch(new RegExp(`^not judged .*\\(${step}\\)$`, 'm'))
    }
    const verdict = lines.findIndex((line) => line.startsWith('NOT VERIFIED: 8 of 11 checks hold for the keys that it'))
    expect(lines[verdict]).toMatch(/which were not compared with any that you trust$/)
    expect(lines.slice(verdict + 1, -1).map((line) => line.trim().replace(/\+[0-9a-f]{8}$/, ''))).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/ticks\/2026h1$/), expect.stringMatching(/\/acceptance$/)]),
    )
    const acceptance = await verify(vector('acceptance.json'))
    expect(acceptance).toMatchObject({ code: 2, text: expect.stringContaining('NOT VERIFIED: 1 of 3 checks hold') })
    const several = await verify(vector('contract-receipt.json'), vector('acceptance.json'))
    expect(several.code).toBe(2)
    expect(several.lines.at(-1)).toBe('0 of 2 files are verified, 0 refused: no keys are trusted')
    expect(helpText(verifyCommand)).toMatch(/ 2 {2}No file is refused, but there were no keys to trust/)
  })

  test('refuses a receipt that contradicts itself, also without keys', async () => {
    const settled = (item: SettledItem) => ({ ...item, entryPrice: item.entryPrice + 1n })
    const { text: receipt } = await plainReceipt({ lies: { settled } })
    const { code, lines } = await verify(await file('forged.json', receipt))
    expect({ code, last: lines.at(-2) }).toEqual({ code: 1, last: 'REFUSED: check 6 of 11 failed' })
  })

  test('compares the keys with those of the data folder of this machine', async () => {
    await mkdir(join(folder, 'own'))
    const { policy: _policy, ...keys } = JSON.parse(await readFile(trusted, 'utf8'))
    await file('own/trusted.json', JSON.stringify(keys))
    const data = ['--data', join(folder, 'own')]
    const own = await verify(vector('movement-receipt.json'), ...data)
    expect(own).toMatchObject({ code: 0, text: expect.stringContaining('GENUINE: each check that applies has passed') })
    expect(own.lines[0]).toBe(
      `Trusts the keys of ${join(folder, 'own/trusted.json')}, the installation on this machine.`,
    )
    await file('own/trusted.json', JSON.stringify({ ...keys, events: [] }))
    const other = await verify(vector('movement-receipt.json'), ...data)
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining('Is it a receipt of another log?') })
  })

  test('compares the keys with those that a server serves', async () => {
    const keys = await readFile(trusted)
    const server = createServer((request, response) => {
      if (request.url === '/verify/trusted.json') response.end(keys)
      else response.writeHead(404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const url = `http://127.0.0.1:${port}`
    const { code, lines } = await verify(vector('contract-receipt.json'), '--log', url)
    expect({ code, first: lines[0] }).toEqual({
      code: 0,
      first: `Trusts the keys that ${url} serves now: its operator could name others.`,
    })
    await expect(verify(vector('contract-receipt.json'), '--log', `${url}/other`)).rejects.toThrow('(status 404)')
    server.closeAllConnections()
    server.close()
  })

  test('prints one line for each of several files, with what was refused, and counts shared signatures once', async () => {
    const changed = await file('moved.json', (await readFile(vector('contract-receipt.json'), 'utf8')).slice(1))
    const torn = await file('torn.json', new Uint8Array([0x22, 0xff]))
    const { policy: _policy, ...keys } = JSON.parse(await readFile(trusted, 'utf8'))
    const trust = await file('without-policy.json', JSON.stringify(keys))
    const names = ['contract-receipt.json', 'contract-receipt.json', 'movement-receipt.json', 'acceptance.json']
    const sound = names.map(vector)
    expect(await verify(...sound, '--trust', trust)).toMatchObject({
      code: 0,
      lines: [
        ...sound.slice(0, 3).map((path) => `${path}  GENUINE: each check that applies has passed`),
        `${sound[3]}  GENUINE so far: only the log can show the rest`,
        // Of two checkpoints and the acceptance, and of the movement's checkpoint.
        '4 of 4 files are genuine, 0 refused; 4 different signatures are valid',
      ],
    })
    const { code, lines } = await verify(vector('contract-receipt.json'), changed, torn, '--trust', trusted)
    expect({ code, refused: lines.slice(1, 3), total: lines[3] }).toEqual({
      code: 1,
      refused: [`${changed}  REFUSED: ${changed} is not JSON.`, expect.stringContaining('its bytes are no UTF-8.')],
      total: expect.stringMatching(/^1 of 3 files are genuine, 2 refused; /),
    })
    const other = await file(
      'other.json',
      (await readFile(vector('acceptance.json'), 'utf8')).replace('"index":', '"index":1'),
    )
    const mixed = await verify(other, vector('contract-receipt.json'), '--trust', trusted)
    expect(mixed.lines[0]).toBe(
      `${other}  REFUSED: check 1 of 3 failed: The file is damaged, or isn’t a receipt (format)`,
    )
  })

  test('agrees with the package on 20 receipts of every kind, sound and changed', async () => {
    const market = eventfulMarket()
    const { policy: _policy, ...keys } = await syntheticTrust(market)
    const trust = await file('synthetic.json', JSON.stringify(keys))
    const random = randomOf(5)
    const codes = new Set<string>()
    for (let sample = 0; sample < 20; sample += 1) {
      const sound = buildReceipt(await syntheticParts(market, randomOrder(random), random))
      const at = random.below(sound.length)
      const text = sample % 2 === 0 ? sound : `${sound.slice(0, at)}0${sound.slice(at)}`
      const path = await file('sample.json', text)
      const { verdict } = await verifyReceipt(text, keys)
      const code = await verify(path, '--trust', trust).then(
        (outcome) => outcome.code,
        () => 1,
      )
      expect({ sample, code }).toEqual({ sample, code: verdict === 'passed' ? 0 : 1 })
      codes.add(`${sample % 2} ${code}`)
    }
    expect([...codes].toSorted()).toEqual(['0 0', '1 1'])
  }, 120_000)
})
