import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-life.ts'

const retryMs = 100

/**
 * Runs `work` while no other process of this machine holds the lock file, and waits for its turn. A lock that a killed
 * process left is taken over.
 */
export async function oneAtATime<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true })
  while (!(await take(lockFile))) await sleep(retryMs)
  try {
    return await work()
  } finally {
    await rm(lockFile, { force: true })
  }
}

async function take(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const holder = await readFile(lockFile, 'utf8').catch(() => '')
  if (/^\d+$/.test(holder) && !isAlive(Number(holder))) await rm(lockFile, { force: true })
  return false
}
