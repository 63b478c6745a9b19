import { transparencyCheckpoints } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { bundlePath, hashesFromTiles, parseBundle, tilePath, tileWidth, verifyBundle, widthInTree } from '@candor/proof'
import type { Tile, TreeHead } from '@candor/proof'
import * as z from 'zod/mini'

const timeoutMs = 10_000
/** A full bundle of the longest entries. */
const maxBytes = 17_000_000
const hashBytes = 32

/** A log that cannot be read. The message is one sentence. */
export class UnreadableLog extends Error {
  override readonly name = 'UnreadableLog'
}

const response = z.object({ data: z.pick(transparencyCheckpoints.output, { shards: true }) })

/** The shards of the logs of a Candor, with their keys. Throws UnreadableLog. */
export async function readShards(url: string): Promise<OutputOf<typeof transparencyCheckpoints>['shards']> {
  const bytes = await read(new URL('/api/transparency/checkpoints', url), { method: 'POST' })
  try {
    return z.parse(response, JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()))).data.shards
  } catch (error) {
    throw new UnreadableLog(`${url} is no Candor with a price log.`, { cause: error })
  }
}

/**
 * Reads the entries of one bundle of a tree whose root is known, verified against that root. Throws UnreadableLog, and
 * a ProofError for entries that are not those of the tree.
 */
export class TreeReader {
  readonly #prefix: URL
  readonly #head: TreeHead
  readonly #tiles = new Map<string, Promise<Uint8Array>>()

  constructor(url: string, { log, shard, ...head }: TreeHead & { readonly log: string; readonly shard: string }) {
    this.#prefix = new URL(`/log/${log}/${shard}/`, url)
    this.#head = head
  }

  async entries(index: number): Promise<readonly Uint8Array[]> {
    const width = widthInTree({ level: 0, index }, this.#head.size)
    const bytes = await this.#partial({ index, width }, bundlePath)
    const entries = parseBundle(bytes.bytes, bytes.width).slice(0, width)
    const nodes = Array.from({ length: width }, (_, at) => ({ level: 0, index: index * tileWidth + at }))
    verifyBundle(entries, await hashesFromTiles(this.#head, (tile) => this.#tile(tile))(nodes))
    return entries
  }

  #tile(tile: Tile): Promise<Uint8Array> {
    const path = tilePath(tile)
    const found =
      this.#tiles.get(path) ??
      this.#partial(tile, (each) => tilePath({ ...each, level: tile.level })).then(({ bytes }) =>
        bytes.slice(0, tile.width * hashBytes),
      )
    this.#tiles.set(path, found)
    return found
  }

  /** A partial file, or the full one that has replaced it since. */
  async #partial(
    file: Omit<Tile, 'level'>,
    pathOf: (file: Omit<Tile, 'level'>) => string,
  ): Promise<{ readonly bytes: Uint8Array; readonly width: number }> {
    for (const width of new Set([file.width, tileWidth])) {
      const bytes = await read(new URL(pathOf({ index: file.index, width }), this.#prefix))
      if (bytes !== null) return { bytes, width }
    }
    throw new UnreadableLog(`${this.#prefix.href} lacks ${pathOf(file)}.`)
  }
}

/** Sends a text to a program on this machine, and returns the status. Throws UnreadableLog. */
export async function postJson(url: URL, value: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(value), ...limits() }
  const sent = await fetch(url, init).catch((error: unknown) => {
    throw new UnreadableLog(`${url.href} cannot be reached.`, { cause: error })
  })
  await sent.body?.cancel()
  return sent.status
}

/** The body; null for a file that is not there. */
async function read(url: URL, init: RequestInit = {}): Promise<Uint8Array | null> {
  try {
    const found = await fetch(url, { ...init, ...limits() })
    if (found.status === 404) return null
    if (!found.ok || found.body === null) throw new Error(`the status is ${found.status}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of found.body) {
      if (!(chunk instanceof Uint8Array)) continue
      length += chunk.length
      if (length > maxBytes) throw new Error('the response is too long')
      chunks.push(chunk)
    }
    return Uint8Array.from(Buffer.concat(chunks))
  } catch (error) {
    throw new UnreadableLog(`${url.href} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    })
  }
}

function limits() {
  return { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
}
