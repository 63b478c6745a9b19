import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError, tooLarge } from './log-source.ts'
import type { ListedShard, LogSource, StoredFile } from './log-source.ts'

/**
 * Reads a log from a folder, which has `ticks` and `events` as a Candor has them in `var/log`, or as they are served.
 */
export function openFolder(path: string): LogSource {
  return {
    name: path,
    async shards() {
      const shards: ListedShard[] = []
      for (const log of ['ticks', 'events'] as const) {
        const names = await readdir(join(path, log)).catch(() => [])
        const known = names.filter((name) => /^\d{4}h[12]$/.test(name)).toSorted()
        shards.push(...known.map((shard) => ({ log, shard, vkey: null, firstSlot: null })))
      }
      if (shards.length === 0) throw new SourceError(`${path} has no shard of a log.`)
      return shards
    },
    async read(name, maxBytes) {
      return (
        (await readWithin(join(path, `${name}.br`), maxBytes, true)) ??
        (await readWithin(join(path, name), maxBytes, false))
      )
    },
    call: () => Promise.resolve(null),
  }
}

async function readWithin(path: string, maxBytes: number, isBrotli: boolean): Promise<StoredFile | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  if (!found.isFile()) throw new SourceError(`${path} is no file.`)
  if (found.size > maxBytes) throw tooLarge(path, maxBytes)
  return { bytes: Uint8Array.from(await readFile(path)), isBrotli }
}
