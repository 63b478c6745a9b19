import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where builds leave what they need to know the next time, below an installation's root. */
export const buildCache = 'node_modules/.cache/candor'

/**
 * A digest of the folders' sources, tests aside, and of the installed packages: it changes when what is built from them
 * could. The folders are relative to `root`. `known` keeps the digest of each folder, for digests that share folders.
 */
export function digestOfSources(root: string, folders: readonly string[], known = new Map<string, string>()): string {
  const digestOf = (folder: string): string => {
    const digest = known.get(folder) ?? digestOfFolder(join(root, folder))
    known.set(folder, digest)
    return digest
  }
  return hash('sha256', [hashOf(join(root, 'package-lock.json')), ...folders.map(digestOf)].join('\n'))
}

function digestOfFolder(folder: string): string {
  const files = filesBelow(folder).toSorted()
  return hash('sha256', files.map((file) => `${file.slice(folder.length)}\0${hashOf(file)}`).join('\n'))
}

function hashOf(file: string): string {
  return hash('sha256', readFileSync(file))
}

/**
 * The files below a folder, without installed packages, builds and tests. They are read one by one: Node takes several
 * times the processor time to read some thousand small files in its threads.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path)
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}
