import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readIfPresent, replaceFile } from '../whole-file.ts'
import type { ObjectStore } from './object-store.ts'

/** Stores objects as files of a folder readable by this user only; the folder is created with the first object. */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async write(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await replaceFile(path, bytes, { mode: 0o600 })
    },
    read: (name) => readIfPresent(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
