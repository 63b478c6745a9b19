import { join } from 'node:path'
import type { Config, ProcessRole } from '../../server/src/platform/config/index.ts'
import type { OpenedPorts } from '../../server/src/roles/peers.ts'
import { keepRole } from './kept-role.ts'
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

/** Starts the roles at once, each in a process of its own, and carries their messages. Throws the first LaunchError. */
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
  const first = await startTogether(roles.map(settingsOf)).catch(async (error: unknown) => {
    await bridge?.close()
    throw error
  })
  const ports = first.find((running) => running.ports !== null)?.ports ?? { consolePort: 0, metricsPort: 0 }
  const kept = roles.flatMap((role, index) => {
    const [running] = first.slice(index)
    if (running === undefined) return []
    const settings = settingsOf(role)
    // The console and the metrics stay at the printed addresses.
    const environment = environmentOf(role, ports)
    return [keepRole(running, (signal) => startRole({ ...settings, environment, signal }), settings)]
  })
  return {
    ports,
    failed: Promise.race(kept.map(({ failed }) => failed)),
    stop: async () => {
      await Promise.all(kept.map((each) => each.stop()))
      await bridge?.close()
    },
    kill: () => {
      for (const each of kept) each.kill()
    },
  }
}

/** The roles of other starts that have something to say to those of this one. */
function sendersTo(roles: readonly ProcessRole[]): ProcessRole[] {
  return roles.includes('server') ? ['market', 'log', 'watcher', 'server'] : []
}

/** Where one does not start, the others are killed. */
async function startTogether(settings: readonly RoleSettings[]): Promise<RoleProcess[]> {
  const giveUp = new AbortController()
  const starting = settings.map((each) => startRole({ ...each, signal: giveUp.signal }))
  try {
    return await Promise.all(starting)
  } catch (error) {
    giveUp.abort()
    for (const { status, ...rest } of await Promise.allSettled(starting))
      if (status === 'fulfilled' && 'value' in rest) rest.value.kill()
    throw error
  }
}
