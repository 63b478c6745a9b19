import type { ChildProcess } from 'node:child_process'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'

/** To which role a message goes. Nothing that the server says reaches the market. */
function receiverOf(role: ProcessRole, kind: string): ProcessRole {
  if (role !== 'server' || kind === 'shared') return 'server'
  return kind === 'verify' ? 'verifier' : 'watcher'
}

/** What passkeys signed stays on this machine. */
const ofThisMachine: ReadonlySet<string> = new Set(['verify', 'verified'])

/** Carries messages between the processes that run now; a message to one that does not run is lost. */
export interface Switchboard {
  connect(role: ProcessRole, child: ChildProcess): void
  /** Takes a message of another start's process. */
  deliver(from: ProcessRole, message: unknown): void
}

/** Makes a switchboard. `sendOut` gets every message whose receiver may run elsewhere. */
export function createSwitchboard(
  sendOut: (from: ProcessRole, message: unknown) => void = () => undefined,
): Switchboard {
  const running = new Map<ProcessRole, ChildProcess>()
  const deliver = (from: ProcessRole, message: unknown) => {
    const receiver = running.get(receiverOf(from, kindOf(message)))
    if (receiver?.connected === true) receiver.send(message as object, () => undefined)
  }
  return {
    connect(role, child) {
      running.set(role, child)
      child.on('message', (message) => {
        const kind = kindOf(message)
        // A process says once that it is ready; that is for the launcher.
        if (kind === 'ready') return
        // A server tells other starts' servers; itself it has told.
        if (kind !== 'shared') deliver(role, message)
        if (!ofThisMachine.has(kind)) sendOut(role, message)
      })
    },
    deliver(from, message) {
      if (!ofThisMachine.has(kindOf(message))) deliver(from, message)
    },
  }
}

function kindOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'kind' in message ? String(message.kind) : ''
}
