import type { ChildProcess } from 'node:child_process'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'

/** To which role a message goes. Nothing that the server says reaches the market. */
function receiverOf(role: ProcessRole, kind: string): ProcessRole {
  if (role !== 'server') return 'server'
  return kind === 'verify' ? 'verifier' : 'watcher'
}

/** Carries messages between the processes that run now; a message to one that does not run is lost. */
export interface Switchboard {
  connect(role: ProcessRole, child: ChildProcess): void
}

export function createSwitchboard(): Switchboard {
  const running = new Map<ProcessRole, ChildProcess>()
  return {
    connect(role, child) {
      running.set(role, child)
      child.on('message', (message) => {
        const kind = kindOf(message)
        const receiver = running.get(receiverOf(role, kind))
        // A process says once that it is ready; that is for the launcher.
        if (receiver?.connected === true && kind !== 'ready') receiver.send(message, () => undefined)
      })
    },
  }
}

function kindOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'kind' in message ? String(message.kind) : ''
}
