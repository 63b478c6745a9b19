import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './object-store.ts'

/** Keeps objects as files of a folder that only this user may read; the folder is made with the first of them. */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async write(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Renaming last: a cut-off write never looks like a whole object.
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },
    read: (name) =>
      readFile(pathOf(name)).catch((fault: unknown) => {
        if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null
        throw fault
      }),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
