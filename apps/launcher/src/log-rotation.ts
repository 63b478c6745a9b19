import { rename, rm, stat } from 'node:fs/promises'

const keptLogs = 5

/**
 * Renames the previous start's log to `FILE.1`, the one before to `FILE.2`, and so on; the sixth is deleted. An empty
 * log stays.
 */
export async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size === 0) return
  await rm(`${file}.${keptLogs}`, { force: true })
  for (let index = keptLogs - 1; index >= 1; index -= 1) await moveIfThere(`${file}.${index}`, `${file}.${index + 1}`)
  await moveIfThere(file, `${file}.1`)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}
