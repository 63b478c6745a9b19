import {
  bundlePath,
  equalBytes,
  hashOfTile,
  nullIfMalformed,
  parseBundle,
  parseCheckpoint,
  parseNote,
  parseTile,
  ProofError,
  serialiseTile,
  tilePath,
  tileWidth,
  verifyBundle,
} from '@candor/proof'
import type { Guard } from './guard-store.ts'
import type { LogFolder } from './log-folder.ts'
import type { LeafSource, LogLeaf } from './log-leaf.ts'
import { LogStopped } from './log-stopped.ts'
import { LogTree, bundleFiles, tileOfLeaves } from './log-tree.ts'
import { storedRecords } from './records-file.ts'

/** A shard that is read: its row of the database, its folder and where its leaves come from. */
export interface LogParts {
  readonly name: string
  readonly guard: Guard
  readonly folder: LogFolder
  readonly source: LeafSource
}

/** The file with the newest signed head. */
export const checkpointFile = 'checkpoint'

/**
 * Reads the tree of a shard as the database says that it is signed, and writes the files that the folder lacks. Throws
 * LogStopped where folder and database do not belong together.
 */
export async function openLog(parts: LogParts): Promise<LogTree> {
  const { guard, folder } = parts
  await requireNoNewerCheckpoint(parts)
  const rows = await readRows(parts)
  const tree = new LogTree(parts.source.hasRecords, rows)
  for (const leaf of await readEdge(parts, tree.size)) tree.append(leaf)
  if (tree.size !== guard.size || !equalBytes(tree.root(), guard.root))
    throw new LogStopped(
      `The files and frames of the log ${nameOf(parts)} do not lead to the root that is signed: restore its folder and the database from backups of one time.`,
    )
  if (guard.note !== null) {
    await folder.write(tree.edge())
    await folder.write(new Map([[checkpointFile, Buffer.from(guard.note)]]))
  }
  return tree
}

function nameOf({ name, guard }: LogParts): string {
  return `${name}/${guard.shard}`
}

/** A checkpoint that the database does not know means an older database: the log must not sign other leaves again. */
async function requireNoNewerCheckpoint(parts: LogParts): Promise<void> {
  const { guard, folder } = parts
  const found = readHead(await folder.read(checkpointFile))
  if (found === null || found.size < guard.size) return
  if (found.size === guard.size && equalBytes(found.root, guard.root)) return
  throw new LogStopped(
    `The log ${nameOf(parts)} has published ${found.size} leaves, and the database knows of ${guard.size}: an older database was restored, and the log signs nothing until the newer one is restored.`,
  )
}

/** The head in a checkpoint; null for a file that is none, which is written again. */
function readHead(bytes: Uint8Array | null) {
  if (bytes === null) return null
  return nullIfMalformed(() => parseCheckpoint(parseNote(bytes).text))
}

/** The hashes of each level's tile that is not full, from the tiles below; the lowest row is left empty. */
async function readRows(parts: LogParts): Promise<Uint8Array[][]> {
  const rows: Uint8Array[][] = [[]]
  for (let level = 0; tileWidth ** (level + 1) <= parts.guard.size; level += 1) {
    const full = Math.floor(parts.guard.size / tileWidth ** (level + 1))
    // The tiles below full tiles of the next level are only expected to exist: their hashes are in those.
    const firstRead = full - (full % tileWidth)
    for (let index = 0; index < firstRead; index += 1)
      if (!(await hasTile(parts, level, index))) await rebuildTile(parts, level, index)
    const row: Uint8Array[] = []
    for (let index = firstRead; index < full; index += 1) row.push(hashOfTile(await readTile(parts, level, index)))
    rows.push(row)
  }
  return rows
}

/** Whether a full tile, and for the lowest level its bundle, was there when the folder was listed. */
async function hasTile({ folder, source }: LogParts, level: number, index: number): Promise<boolean> {
  const names = [tilePath({ level, index, width: tileWidth })]
  if (level === 0) names.push(...bundleNames(source, index))
  for (const name of names) if (!(await folder.lists(name))) return false
  return true
}

function bundleNames({ hasRecords }: LeafSource, index: number): string[] {
  const bundle = { index, width: tileWidth }
  return hasRecords ? [bundlePath(bundle), storedRecords(bundle)] : [bundlePath(bundle)]
}

/** The hashes of a full tile, compared with its bundle on the lowest level; what is missing or wrong is built again. */
async function readTile(parts: LogParts, level: number, index: number): Promise<readonly Uint8Array[]> {
  const { folder } = parts
  try {
    if (!(await hasTile(parts, level, index))) return await rebuildTile(parts, level, index)
    const hashes = parseTile(await contentOf(folder, tilePath({ level, index, width: tileWidth })), tileWidth)
    if (level === 0) {
      const bundle = await contentOf(folder, bundlePath({ index, width: tileWidth }))
      verifyBundle(parseBundle(bundle, tileWidth), hashes)
    }
    return hashes
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return rebuildTile(parts, level, index)
  }
}

async function contentOf(folder: LogFolder, name: string): Promise<Uint8Array> {
  return (await folder.read(name)) ?? new Uint8Array(0)
}

async function rebuildTile(parts: LogParts, level: number, index: number): Promise<readonly Uint8Array[]> {
  const { folder, source } = parts
  const path = tilePath({ level, index, width: tileWidth })
  if (level === 0) {
    const leaves = await readExactly(parts, index * tileWidth, tileWidth)
    const hashes = tileOfLeaves(leaves)
    await folder.write(new Map([...bundleFiles(leaves, index, source.hasRecords), [path, serialiseTile(hashes)]]))
    return hashes
  }
  const hashes: Uint8Array[] = []
  for (let child = 0; child < tileWidth; child += 1)
    hashes.push(hashOfTile(await readTile(parts, level - 1, index * tileWidth + child)))
  await folder.write(new Map([[path, serialiseTile(hashes)]]))
  return hashes
}

/** The leaves of the bundle that is not full yet. */
function readEdge(parts: LogParts, from: number): Promise<readonly LogLeaf[]> {
  return readExactly(parts, from, parts.guard.size - from)
}

async function readExactly(parts: LogParts, from: number, count: number): Promise<readonly LogLeaf[]> {
  if (count === 0) return []
  const leaves = await parts.source.read(parts.guard, from, count)
  if (leaves.length !== count)
    throw new LogStopped(
      `The log ${nameOf(parts)} has signed ${parts.guard.size} leaves, and the database has fewer: an older database was restored, and the log signs nothing until the newer one is restored.`,
    )
  return leaves
}
