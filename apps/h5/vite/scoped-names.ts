import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'

/** Four letters and digits of a file's path: one of 1.7 million, for a few hundred files. */
function shortHash(path: string): string {
  const number = createHash('sha256').update(path).digest().readUInt32BE()
  return (number % 36 ** 4).toString(36).padStart(4, '0')
}

/**
 * Names classes of CSS modules by class and file. Vite's own names also carry the line, which differs for each class
 * and so does not compress: without it a contract page is 0.6 kB less. Throws when two files have one hash.
 */
export function scopedNames(root: string, hash = shortHash): (name: string, file: string) => string {
  const files = new Map<string, string>()
  return (name, file) => {
    const path = relative(root, file).split(sep).join('/')
    const key = hash(path)
    const known = files.get(key) ?? path
    if (known !== path) throw new Error(`the classes of ${path} and ${known} would have one name`)
    files.set(key, path)
    return `${name}_${key}`
  }
}
