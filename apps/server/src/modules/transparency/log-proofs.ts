import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carryOut, hashesFromTiles, planConsistency, tilePath, tileWidth } from '@candor/proof'
import type { Tile, TreeHead } from '@candor/proof'

/** The bytes of one hash. */
const hashBytes = 32

/** Makes the consistency proof from a size to a head, from the tiles of a shard's folder. Trusts none of them. */
export async function consistencyProof(
  folder: string,
  oldSize: number,
  head: TreeHead,
): Promise<readonly Uint8Array[]> {
  if (oldSize === 0 || oldSize === head.size) return []
  const read = hashesFromTiles(head, (tile) => readTile(folder, tile))
  return carryOut(planConsistency({ oldSize, newSize: head.size }), read)
}

/** A partial tile that has been removed since is the beginning of the full one. */
async function readTile(folder: string, tile: Tile): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, tilePath(tile)))
  } catch (error) {
    if (tile.width === tileWidth) throw error
    const full = await readFile(join(folder, tilePath({ ...tile, width: tileWidth })))
    return Uint8Array.from(full.subarray(0, tile.width * hashBytes))
  }
}
