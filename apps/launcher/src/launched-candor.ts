import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..', '..', '..')

/** `npm start` as a person runs it in a terminal, for tests. */
export interface LaunchedCandor {
  readonly pid: number
  /** Its output so far. */
  text(): string
  /** A value of the summary, such as `Metrics`. Throws where it was not printed. */
  value(name: string): string
  readonly ready: Promise<void>
  readonly ended: Promise<number | null>
  /** Ctrl-C: the signal goes to the terminal's whole process group. */
  interrupt(): void
  /** Closes the terminal: its output ends, and the process group receives SIGHUP. */
  closeTerminal(): void
}

/**
 * Starts Candor on simulated prices with these flags, in a process group of its own. `byNpm` starts it as `npm start`,
 * with npm's own process and shell above the launcher.
 */
export function launchCandor(
  flags: readonly string[],
  { byNpm = false, environment = {} }: { byNpm?: boolean; environment?: Readonly<Record<string, string>> } = {},
): LaunchedCandor {
  const [program, ...words] = byNpm ? ['npm', 'start', '--'] : [process.execPath, join(root, 'scripts/start.mjs')]
  const child = spawn(
    program,
    [...words, '--host', '127.0.0.1', '--console-port', '0', '--feed', 'simulated', ...flags],
    {
      cwd: root,
      detached: true,
      env: { ...process.env, CANDOR_MODE: '', DATABASE_URL: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ctrl-C stops it.')) resolve()
      })
    void ended.then(() => reject(new Error(`it ended: ${text}`)))
  })
  ready.catch(() => undefined)
  const pid = child.pid ?? 0
  return {
    pid,
    text: () => text,
    value: (name) => {
      const found = new RegExp(`^ +${name} +(\\S+)`, 'm').exec(text)?.[1]
      if (found === undefined) throw new Error(`no ${name} in: ${text}`)
      return found
    },
    ready,
    ended,
    interrupt: () => process.kill(-pid, 'SIGINT'),
    closeTerminal: () => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy()
      process.kill(-pid, 'SIGHUP')
    },
  }
}

/** The processes below a process, at any depth, with their command lines. Linux only. */
export function descendantsOf(pid: number): Map<number, string> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readProc(`${name}/stat`) : ''
    // The command's name is in brackets and may contain anything; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent > 0) parents.set(Number(name), parent)
  }
  const found = new Map<number, string>()
  const visit = (above: number) => {
    for (const [child, parent] of parents) {
      if (parent !== above) continue
      found.set(child, readProc(`${child}/cmdline`).replaceAll('\0', ' '))
      visit(child)
    }
  }
  visit(pid)
  return found
}

/** Those of the processes that have not ended, as their lines in /proc. Linux only. */
export function stillRunning(pids: readonly number[]): string[] {
  // A zombie has ended; only its parent has not reaped it yet.
  return pids.map((pid) => readProc(`${pid}/stat`)).filter((stat) => stat !== '' && !stat.includes(') Z '))
}

function readProc(path: string): string {
  try {
    return readFileSync(join('/proc', path), 'utf8')
  } catch {
    // The process has ended in the meantime.
    return ''
  }
}
