import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config, ProcessRole } from '../../server/src/platform/config/index.ts'
import type { OpenedPorts } from '../../server/src/roles/peers.ts'
import { keepRole, mostFalls, pauseMs } from './kept-role.ts'
import type { KeptRole } from './kept-role.ts'
import type { Bridge, BridgeOptions } from './machines/nats-bridge.ts'
import { startRole } from './role-process.ts'
import type { RoleProcess, RoleSettings } from './role-process.ts'
import { createSwitchboard } from './switchboard.ts'

export interface RolesOptions {
  readonly root: string
  readonly roles: readonly ProcessRole[]
  /** The environment of a role; `change` replaces settings. */
  environmentOf(role: ProcessRole, change?: Partial<Config>): Readonly<Record<string, string | undefined>>
  /** The folder of the logs, one for each role. */
  readonly logs: string
  /** Returns 200 once customers can be served. */
  readonly readyUrl: string
  /** How other starts are reached; without an address of NATS there are none. */
  readonly bridge: Pick<BridgeOptions, 'natsUrl' | 'natsCredentials' | 'print'>
  /** Called for each message that may go to other starts. */
  readonly onMessage?: (from: ProcessRole, message: unknown) => void
}

/** The running processes, each started again when it dies. */
export interface RunningRoles {
  /** Those of the server. */
  readonly ports: OpenedPorts
  /** Settles with a sentence once one of them is not started again. */
  readonly failed: Promise<string>
  stop(): Promise<void>
  kill(): void
}

/** No customer needs these at once, so they leave the processor to the others until customers can be served. */
const startedLast: readonly ProcessRole[] = ['log', 'verifier']

/**
 * Starts the roles, each in a process of its own, and carries their messages. Returns once customers can be served.
 * Throws the LaunchError of a role that does not start until then; of a later one, `failed` has the sentence.
 */
export async function startRoles(options: RolesOptions): Promise<RunningRoles> {
  const { roles, environmentOf } = options
  let bridge: Bridge | null = null
  const switchboard = createSwitchboard((from, message) => {
    bridge?.publish(from, message)
    options.onMessage?.(from, message)
  })
  if (options.bridge.natsUrl !== '') {
    // Its library would take every other start 30 ms of a processor.
    const { openBridge } = await import('./machines/nats-bridge.ts')
    bridge = await openBridge({ ...options.bridge, listensTo: sendersTo(roles), take: switchboard.deliver })
  }
  const settingsOf = (role: ProcessRole): RoleSettings => ({
    root: options.root,
    role,
    environment: environmentOf(role),
    logFile: join(options.logs, `${role}.log`),
    readyUrl: role === 'server' ? options.readyUrl : null,
    onSpawned: (child) => switchboard.connect(role, child),
  })
  const kept: KeptRole[] = []
  const failure = Promise.withResolvers<string>()
  const ending = new AbortController()
  let ports: OpenedPorts = { consolePort: 0, metricsPort: 0 }
  const startAndKeep = async (those: readonly ProcessRole[]) => {
    const started = await startTogether(those.map(settingsOf), ending.signal)
    ports = started.find(({ running }) => running.ports !== null)?.running.ports ?? ports
    for (const { running, settings } of started) {
      // The console and the metrics stay at the printed addresses.
      const environment = environmentOf(settings.role, ports)
      const role = keepRole(running, (signal) => startRole({ ...settings, environment, signal }), settings)
      void role.failed.then(failure.resolve)
      kept.push(role)
    }
  }
  const startLate = async (role: ProcessRole) => {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1)
      try {
        return await startAndKeep([role])
      } catch (error) {
        // PostgreSQL may have died meanwhile, and be on its way back.
        if (attempt < mostFalls) await sleep(pauseMs)
        else return failure.resolve(error instanceof Error ? error.message : String(error))
      }
  }
  await startAndKeep(roles.filter((role) => !startedLast.includes(role))).catch(async (error: unknown) => {
    await bridge?.close()
    throw error
  })
  const last = Promise.all(roles.filter((role) => startedLast.includes(role)).map(startLate))
  return {
    ports,
    failed: failure.promise,
    stop: async () => {
      ending.abort()
      await last
      await Promise.all(kept.map((role) => role.stop()))
      await bridge?.close()
    },
    kill: () => {
      ending.abort()
      for (const role of kept) role.kill()
    },
  }
}

/** The roles of other starts that have something to say to those of this one. */
function sendersTo(roles: readonly ProcessRole[]): ProcessRole[] {
  return roles.includes('server') ? ['market', 'log', 'watcher', 'server'] : []
}

/** A process, and what it was started with. */
interface StartedRole {
  readonly running: RoleProcess
  readonly settings: RoleSettings
}

/** Where one does not start, or the signal aborts, the others are killed. */
async function startTogether(all: readonly RoleSettings[], ending: AbortSignal): Promise<StartedRole[]> {
  const giveUp = new AbortController()
  const signal = AbortSignal.any([giveUp.signal, ending])
  const starting = all.map(async (settings) => ({ running: await startRole({ ...settings, signal }), settings }))
  try {
    return await Promise.all(starting)
  } catch (error) {
    giveUp.abort()
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') started.value.running.kill()
    throw error
  }
}
