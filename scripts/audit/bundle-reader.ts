import { bundlePath, tileWidth, widthInTree } from '@candor/proof'
import type { LogSource, StoredFile } from './log-source.ts'

/** A full or partial bundle of a shard by its position. */
export interface BundleRange {
  readonly shard: string
  readonly index: number
  readonly width: number
}

/** The bundles of a tree from one on, the last perhaps partial. */
export function* bundlesOf(shard: string, from: number, size: number): Generator<BundleRange> {
  for (let index = from; index * tileWidth < size; index += 1)
    yield { shard, index, width: widthInTree({ level: 0, index }, size) }
}

/** A file beside a bundle, or the bundle itself. A full one serves for a partial one that was removed since. */
export async function readBeside(
  source: LogSource,
  { shard, index, width }: BundleRange,
  folder: 'tile/entries' | 'records' | 'raw',
  maxBytes: number,
): Promise<StoredFile | null> {
  const pathOf = (each: number) => `${shard}/${bundlePath({ index, width: each }).replace('tile/entries', folder)}`
  const found = await source.read(pathOf(width), maxBytes)
  return found === null && width < tileWidth ? source.read(pathOf(tileWidth), maxBytes) : found
}

/** Maps items with up to `limit` at once, and gives the results in their order. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for (const item of items) {
      const started = work(item)
      // A failure is thrown in its turn; until then it must not count as unhandled.
      void started.catch(() => undefined)
      running.push(started)
      const [first] = running
      if (running.length >= limit && first !== undefined) {
        yield await first
        void running.shift()
      }
    }
    for (const each of running) yield await each
  } finally {
    await Promise.allSettled(running)
  }
}
