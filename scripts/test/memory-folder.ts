import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { isAlive } from '../../apps/launcher/src/process-life.ts'

/** Where Linux has a file system in memory. */
const inMemory = '/dev/shm'
/** What a whole run stores at a time, and room to spare. */
const usualBytes = 6 * 2 ** 30

const prefix = 'candor-tests-'

/** A folder for temporary files, removed by `remove`. */
export interface MemoryFolder {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Makes a folder in memory for what tests store; null where the machine has none with enough room. A database that is
 * made for a test and dropped after it costs the file system of a disk more time than PostgreSQL. Tests kill processes,
 * never the machine, so memory keeps what a disk would. Folders of runs that were killed are removed.
 */
export async function openMemoryFolder(parent = inMemory, neededBytes = usualBytes): Promise<MemoryFolder | null> {
  const found = await statfs(parent).catch(() => null)
  if (found !== null) await removeLeftovers(parent)
  if (found === null || found.bavail * found.bsize < neededBytes) return null
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(path, 0o1777)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
