import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..', '..', '..')

/** The folder of known answers that others published, CANDOR_VECTORS. They are not part of the repository. */
export const vectorFolder = process.env['CANDOR_VECTORS'] ?? join(root, '..', 'shared', 'vectors')

/** Whether the folder has known answers. Tests that need them are skipped otherwise. */
export const hasVectors = existsSync(join(vectorFolder, 'merkle', 'testdata'))
if (!hasVectors) process.stderr.write(`vectors: skipped, there are none in ${vectorFolder}\n`)

/** Reads a file of known answers. Each test states the type of its own file. */
export function readVectors<Content>(...path: readonly string[]): Content {
  return JSON.parse(readFileSync(join(vectorFolder, ...path), 'utf8')) as Content
}

/** The paths of the JSON files below a folder, relative to it. */
export function vectorFiles(...folder: readonly string[]): string[] {
  return readdirSync(join(vectorFolder, ...folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
}
