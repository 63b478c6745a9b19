import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundlePath, hashOfTile, leafHash, serialiseBundle, serialiseTile, tilePath, tilesAdded } from '@candor/proof'
import type { Tile } from '@candor/proof'
import { frameEntry, missingEntry } from '@candor/proof/encoding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryTree } from '../../packages/proof/src/testing/memory-tree.ts'
import { signedCheckpoint, syntheticVkey } from '../../packages/proof/src/testing/synthetic-keys.ts'

// The checker in Python on one day of a log, from a copy that has little more than that day.

const hasPython = spawnSync('python3', ['--version']).status === 0
const origin = 'trade.candor.example/ticks/2026h2'
const slotMs = 500
const slotsOfDay = 86_400_000 / slotMs
/** The log begins with the last 1,000 slots of a day, has the whole next one, and 200 slots of the one after it. */
const firstSlot = 400_000
const size = 1_000 + slotsOfDay + 200
const genesisMs = Date.UTC(2026, 6, 11) - (firstSlot + 1_000) * slotMs
/** Every tenth slot has no frame. */
const isMissing = (leaf: number) => leaf % 10 === 3

let folder: string
let vkey: string
/** Of each level, the hashes of its nodes. */
const rows: Uint8Array[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-day-'))
  vkey = await syntheticVkey(origin)
  const entries = Array.from({ length: size }, (_, leaf) => entryOf(leaf))
  rows.push(entries.map(leafHash))
  for (let row = rows[0] ?? []; row.length >= 256; rows.push(row))
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, at) =>
      hashOfTile(row.slice(256 * at, 256 * (at + 1))),
    )
  const tree = new MemoryTree(rows[0])
  await write('checkpoint', await signedCheckpoint({ origin, size, root: tree.root() }))
  for (const tile of tilesAdded({ oldSize: 0, newSize: size })) {
    const { level, index, width } = tile
    const [from, to] = [256 * index, 256 * index + width]
    await write(tilePath(tile), serialiseTile((rows[level] ?? []).slice(from, to)))
    if (level === 0) await write(bundlePath(tile), serialiseBundle(entries.slice(from, to)))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function entryOf(leaf: number): Uint8Array {
  const slot = firstSlot + leaf
  if (isMissing(leaf)) return missingEntry.encode({ slot })
  const hash = leafHash(Uint8Array.of(leaf & 255))
  const publishedMs = genesisMs + (slot + 1) * slotMs + 5
  return frameEntry.encode({ slot, publishedMs, instrumentCount: 110, recordsRoot: hash, ticksDigest: hash })
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

/** Its exit code and what it printed. */
function check(...words: readonly string[]): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync('python3', [join(import.meta.dirname, 'check.py'), ...words], {
    encoding: 'utf8',
  })
  return [status, `${stdout}${stderr}`.trim()]
}

const checkDay = (date: string, key = vkey) => check('day', folder, key, date, String(genesisMs))

/** Changes the last byte of a file for as long as `run` takes. */
async function withOther(path: string, run: () => void): Promise<void> {
  const bytes = await readFile(join(folder, path))
  await writeFile(join(folder, path), bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))
  run()
  await writeFile(join(folder, path), bytes)
}

describe.skipIf(!hasPython)(
  'a checker in Python on one day of a log, which is skipped where there is no python3,',
  () => {
    test('proves a whole day, and says what the log has of the days before and after it', () => {
      expect(checkDay('2026-07-11')).toEqual([0, 'whole: 172800 slots of 2026-07-11, 17280 of them missing'])
      const part = 'slots of 2026-07-10 that the log has'
      expect(checkDay('2026-07-10')).toEqual([0, `whole: 1000 ${part}, 100 of them missing`])
      expect(check('log', folder, vkey)).toEqual([0, `whole: ${size} leaves`])
      for (const date of ['2026-07-09', '2026-07-13'])
        expect(checkDay(date)).toEqual([1, 'REFUSED: the log has no slot of this day'])
    })

    test('needs only the files of the day, the first bundle and the tiles above', async () => {
      const [first, last] = [Math.floor((1_000 + slotsOfDay) / 256), Math.floor((size - 1) / 256)]
      for (let index = 1; index < first; index += 1) {
        const tile: Tile = { level: 0, index, width: 256 }
        for (const path of [tilePath(tile), bundlePath(tile)]) await rm(join(folder, path))
      }
      const sound = [0, 'whole: 200 slots of 2026-07-12 that the log has, 20 of them missing'] as const
      expect(checkDay('2026-07-12')).toEqual(sound)
      const tile: Tile = { level: 0, index: last, width: size - 256 * last }
      for (const path of [bundlePath(tile), tilePath(tile)])
        await withOther(path, () =>
          expect(checkDay('2026-07-12')).toEqual([1, 'REFUSED: a tile differs from its entries']),
        )
      const above: Tile = { level: 1, index: 0, width: 256 }
      await withOther(tilePath(above), () =>
        expect(checkDay('2026-07-12')).toEqual([1, 'REFUSED: the entries do not lead to the root']),
      )
      expect(checkDay('2026-07-12')).toEqual(sound)
      // The copy does not have the bundles of the day before.
      expect(checkDay('2026-07-11')).toEqual([1, expect.stringContaining('No such file')])
    })

    test('refuses a checkpoint by another key', async () => {
      const other = await syntheticVkey('trade.candor.example/ticks/2027h1')
      expect(checkDay('2026-07-12', other)).toEqual([1, 'REFUSED: the key did not sign the checkpoint'])
    })
  },
)
