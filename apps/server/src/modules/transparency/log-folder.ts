import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import { flushFolder, replaceFile } from '../../platform/whole-file.ts'

/** What works on the files of the logs beside the database. */
export interface LogsOptions {
  readonly pool: Database
  /** The folder of all logs. */
  readonly folder: string
  readonly logger: Logger
}

/** Called before each step by which a file reaches the disk: trials of crashes end the process there. */
export type BeforeStep = (step: 'write' | 'rename' | 'checkpoint', file: string) => void | Promise<void>

/** The folder of a shard. A file is whole or absent: it is written beside its name, flushed and renamed. */
export class LogFolder {
  readonly #path: string
  readonly #beforeStep: BeforeStep | null
  readonly #listed = new Map<string, Promise<ReadonlySet<string>>>()

  constructor(path: string, beforeStep: BeforeStep | null = null) {
    this.#path = path
    this.#beforeStep = beforeStep
  }

  /** Writes files, which are on the disk when this settles. */
  async write(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const folders = new Set<string>()
    for (const [name, bytes] of files) {
      const path = join(this.#path, name)
      const folder = dirname(path)
      if (!folders.has(folder)) await mkdir(folder, { recursive: true })
      folders.add(folder)
      await this.#beforeStep?.('write', name)
      await replaceFile(path, bytes, { mode: 0o644, beforeRename: () => this.#beforeStep?.('rename', name) })
    }
    for (const folder of folders) await flushFolder(folder)
  }

  /** The bytes of a file; null where there is none. */
  async read(name: string): Promise<Uint8Array | null> {
    try {
      return await readFile(join(this.#path, name))
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  /** Whether a file existed when its folder was first listed. Cheaper than reading, for many files. */
  async lists(name: string): Promise<boolean> {
    const folder = dirname(name)
    const names = this.#listed.get(folder) ?? listFolder(join(this.#path, folder))
    this.#listed.set(folder, names)
    return (await names).has(name.slice(folder.length + 1))
  }

  /** The files below a folder, by their names from here on. */
  async below(folder: string): Promise<readonly string[]> {
    try {
      const found = await readdir(join(this.#path, folder), { recursive: true, withFileTypes: true })
      return found.filter((one) => one.isFile()).map((one) => relative(this.#path, join(one.parentPath, one.name)))
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }

  /** Removes files or folders, where they exist. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.#path, name), { recursive: true, force: true })
  }
}

async function listFolder(path: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(path))
  } catch (error) {
    if (isAbsent(error)) return new Set()
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
