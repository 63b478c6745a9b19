import type { Config, ProcessRole } from '../../../server/src/platform/config/index.ts'
import { openNatsLink } from './nats-link.ts'
import { decodeMessage, encodeMessage } from './wire-text.ts'

/** Carries messages of this start's processes to those of other starts. */
export interface Bridge {
  /** Sends a message of a process; it is lost while NATS cannot be reached. */
  publish(from: ProcessRole, message: unknown): void
  close(): Promise<void>
}

export interface BridgeOptions extends Pick<Config, 'natsUrl' | 'natsCredentials'> {
  /** The roles of other starts whose messages are wanted here. */
  readonly listensTo: readonly ProcessRole[]
  /** Called for each of their messages. */
  readonly take: (from: ProcessRole, message: unknown) => void
  /** Prints a line for the operator: NATS is gone, or reached again. */
  readonly print: (line: string) => void
}

/**
 * Opens the link to NATS for messages of roles. Those of a role have a subject of its own, `candor.<role>`, so that an
 * account of NATS may be restricted to those that its machine sends. Throws LaunchError where NATS cannot be reached.
 */
export async function openBridge({ listensTo, take, ...options }: BridgeOptions): Promise<Bridge> {
  const roles = new Map(listensTo.map((role) => [subjectOf(role), role]))
  const link = await openNatsLink({
    ...options,
    subjects: [...roles.keys()],
    take: (subject, message) => {
      const role = roles.get(subject)
      const decoded = readMessage(new TextDecoder().decode(message))
      if (role !== undefined && decoded !== undefined) take(role, decoded)
    },
  })
  return {
    publish: (from, message) => link.publish(subjectOf(from), encodeMessage(message)),
    close: () => link.close(),
  }
}

function subjectOf(role: ProcessRole): string {
  return `candor.${role}`
}

/** Decodes a message; undefined for a text that is not one. */
function readMessage(text: string): unknown {
  try {
    return decodeMessage(text)
  } catch {
    return undefined
  }
}
