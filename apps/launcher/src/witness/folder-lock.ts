import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the folder. The message is one sentence. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken'
}

/**
 * Locks a folder until `release`, or until this process ends, however it does: the operating system then lifts the lock
 * that SQLite has put on its file. Node itself has no such lock, and a file with a process ID outlives a crash. Throws
 * FolderTaken. The folder must be on a disk of this machine: locks of network disks differ.
 */
export function lockFolder(path: string): { release(): void } {
  const file = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!(error instanceof Error) || !error.message.includes('locked')) throw error
    throw new FolderTaken(`Another witness uses the folder ${path}: two on one folder could cosign two histories.`)
  }
  return { release: () => file.close() }
}
