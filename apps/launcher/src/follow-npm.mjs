// Ends this process with the npm that runs it. Plain JavaScript, for the Node that a machine has.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const checkEveryMs = 250

/**
 * Sends SIGTERM to this process once npm, or the shell in which npm runs it, has ended: npm hands on SIGTERM to its
 * shell only, and SIGKILL and SIGHUP to nobody. Without npm nothing is followed, so a command that was started in the
 * background outlives its shell.
 */
export function followNpm() {
  if (process.platform === 'win32' || process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const { parent: shellParent, isShell } = describe(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (!isShell || isAlive(shellParent))) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, checkEveryMs)
  timer.unref()
}

/**
 * The parent of a process, and whether the process is a shell that runs one command, as npm starts it.
 * @param {number} pid
 * @returns {{ parent: number, isShell: boolean }}
 */
function describe(pid) {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name is in brackets and may contain anything; the parent is the second word after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, isShell: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c' }
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  const [parent = '', , option] = (stdout ?? '').trim().split(/\s+/)
  return { parent: Number(parent), isShell: option === '-c' }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process belongs to another user, and lives.
    return error.code === 'EPERM'
  }
}
