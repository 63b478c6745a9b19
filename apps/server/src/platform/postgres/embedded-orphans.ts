import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Ends the processes that a killed postmaster has left in its folder. One that computes notices only when it waits for
 * something that its postmaster has died, and until then no other may start. Must not be called while a postmaster
 * runs. Linux only: elsewhere they end by themselves.
 */
export async function endOrphans(dir: string): Promise<void> {
  if (process.platform !== 'linux') return
  const folder = await realpath(dir)
  for (const name of await readdir('/proc')) if (await isBackendOf(folder, name)) kill(Number(name))
}

/** Whether a process is one of PostgreSQL's that works in this folder, and not a postmaster. */
async function isBackendOf(folder: string, name: string): Promise<boolean> {
  if (!/^\d+$/.test(name)) return false
  try {
    // Their titles begin so. A postmaster keeps the path of its program.
    if (!(await readFile(join('/proc', name, 'cmdline'), 'utf8')).startsWith('postgres: ')) return false
    return (await readlink(join('/proc', name, 'cwd'))) === folder
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return false
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
