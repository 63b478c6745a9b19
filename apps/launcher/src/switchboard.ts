import type { ChildProcess } from 'node:child_process'
import type { ProcessRole } from '../../server/src/platform/config/index.ts'

/** To which role the messages of each one go. Nothing that the server says reaches the market. */
const receivers: Readonly<Record<ProcessRole, ProcessRole>> = { market: 'server', watcher: 'server', server: 'watcher' }

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
        const receiver = running.get(receivers[role])
        // A process says once that it is ready; that is for the launcher.
        if (receiver?.connected === true && !isReady(message)) receiver.send(message, () => undefined)
      })
    },
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready'
}
