import { mkdtemp, open, rm, stat, statfs } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const flushes = 20
const flushedBytes = 8_192
const answerWithinMs = 3_000

/** The nearest folder that exists: the data folder, or where it will be made. */
function existingFolder(path: string): string {
  return existsSync(path) ? path : existingFolder(dirname(path))
}

/** The median time of a small durable write beside the data folder, and the bytes left there. */
export async function measureDisk(data: string): Promise<{ flushMs: number; freeBytes: number }> {
  const near = existingFolder(resolve(data))
  const folder = await mkdtemp(join(near, '.doctor-')).catch(() => mkdtemp(join(tmpdir(), 'candor-doctor-')))
  try {
    const file = await open(join(folder, 'written'), 'w')
    const took: number[] = []
    for (let turn = 0; turn < flushes; turn += 1) {
      const startMs = performance.now()
      await file.write(Buffer.alloc(flushedBytes, turn), 0, flushedBytes, turn * flushedBytes)
      await file.sync()
      took.push(performance.now() - startMs)
    }
    await file.close()
    const { bavail, bsize } = await statfs(folder)
    return { flushMs: took.toSorted((a, b) => a - b)[flushes >> 1] ?? 0, freeBytes: bavail * bsize }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The permissions of `secrets.json`; null where there is none yet. */
export async function modeOfSecrets(data: string): Promise<number | null> {
  return stat(join(data, 'secrets.json')).then(
    ({ mode }) => mode,
    () => null,
  )
}

/**
 * By how much this machine's clock is ahead of a web server's, in milliseconds, to half a second; null where it was not
 * reached. `url` may be that of a socket.
 */
export async function clockErrorMs(url: string): Promise<number | null> {
  if (!URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  const origin = `${protocol.replace('ws', 'http')}//${host}`
  const startMs = Date.now()
  const response = await fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(answerWithinMs) }).catch(
    () => null,
  )
  const toldMs = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(toldMs)) return null
  // The header has whole seconds, cut off.
  return (startMs + Date.now()) / 2 - (toldMs + 500)
}
