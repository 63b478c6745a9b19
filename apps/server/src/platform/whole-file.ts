import { open, readFile, rename } from 'node:fs/promises'

export interface ReplaceOptions {
  /** Who may use the file. */
  readonly mode: number
  /** Called when the content is on the disk beside its name. */
  readonly beforeRename?: () => void | Promise<void>
}

/**
 * Replaces a file as a whole: an interrupted write never looks like one. The content is on the disk when this returns,
 * and the name survives a loss of power once `flushFolder` has returned.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, beforeRename }: ReplaceOptions,
): Promise<void> {
  const file = await open(`${path}.new`, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await beforeRename?.()
  await rename(`${path}.new`, path)
}

/** Flushes the names of a folder to the disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The bytes of a file; null where there is none. */
export async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
