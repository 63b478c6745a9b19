import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where builds leave what they need to know the next time, below an installation's root. */
export const buildCache = 'node_modules/.cache/candor'

/**
 * A digest of the folders' sources, tests aside, and of the installed packages: it changes when what is built from them
 * could. The folders are relative to `root`.
 */
export async function digestOfSources(root: string, folders: readonly string[]): Promise<string> {
  const files = [
    join(root, 'package-lock.json'),
    ...(await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat(),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file.slice(root.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/** The files below a folder, without installed packages, builds and tests. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path)
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
