import { supportClientMessage, supportSocketLimits } from '@candor/api/support'
import type { SupportClientMessage } from '@candor/api/support'
import { safeParse } from 'zod/mini'
import { floodGate } from '../../platform/websocket/index.ts'
import type { SocketConnection, SocketHandler } from '../../platform/websocket/index.ts'
import { ChatVisit } from './chat-visit.ts'
import type { ChatVisitDependencies } from './chat-visit.ts'

const policyViolation = 1008
/** More than this waiting for the database is a flood as well. */
const maxWaiting = 50

/** Handles one socket of customer service. Its messages are processed sequentially, in order of arrival. */
export function createChatSocket(connection: SocketConnection, deps: ChatVisitDependencies): SocketHandler {
  const visit = new ChatVisit(connection, deps)
  const isFlooding = floodGate(deps.clock.nowMs, supportSocketLimits.messagesPerSecond)
  let waiting = 0
  let turn: Promise<void> = Promise.resolve()
  return {
    onMessage(text) {
      if (isFlooding() || waiting >= maxWaiting) {
        visit.refuse('frequent-operations')
        connection.close(policyViolation, 'too many messages')
        return
      }
      const parsed = readMessage(text)
      if (parsed === null) {
        visit.refuse('malformed')
        return
      }
      waiting += 1
      turn = turn
        .then(() => visit.serve(parsed))
        .catch((fault: unknown) => visit.fail(fault))
        .finally(() => (waiting -= 1))
    },
    onClose: () => visit.end(),
  }
}

function readMessage(text: string): SupportClientMessage | null {
  try {
    const parsed = safeParse(supportClientMessage, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON.
    return null
  }
}
