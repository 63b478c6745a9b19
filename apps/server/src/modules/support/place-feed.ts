import type { SupportServerMessage, SupportState } from '@candor/api/support'
import type { Chat } from './chat-service.ts'

/** Keeps one socket up to date: what it was sent, and what is new since. */
export interface PlaceFeed {
  /** Starts for this customer; returns the conversation's state. The socket requests older messages itself. */
  begin(customerId: bigint): Promise<SupportState>
  /** The socket has the message with this number: it sent it. */
  acknowledge(seq: number): void
  /** Sends new messages. Calls made during a refresh coalesce into one further refresh. */
  refresh(): void
  /** As it was sent last; null before the beginning. */
  state(): SupportState | null
  end(): void
}

/**
 * Creates a socket's feed. It reads what it sends from the database, so that messages arrive in order and without gaps.
 */
export function createPlaceFeed(deps: {
  readonly chat: Pick<Chat, 'state' | 'after'>
  send(message: SupportServerMessage): void
  fail(fault: unknown): void
}): PlaceFeed {
  const { chat, send } = deps
  const acknowledged = new Set<number>()
  let customerId: bigint | null = null
  let sent: SupportState | null = null
  let sentSeq = 0
  let isRunning = false
  let isAskedAgain = false

  const look = async (): Promise<void> => {
    if (customerId === null || sent === null) return
    const state = await chat.state(customerId)
    while (state.newestSeq > sentSeq && customerId !== null) {
      const messages = await chat.after(customerId, sentSeq)
      for (const message of messages) {
        sentSeq = message.seq
        if (!acknowledged.delete(message.seq)) send({ type: 'message', data: message })
      }
      if (messages.length === 0) break
    }
    if (state.agentReadSeq > sent.agentReadSeq)
      send({ type: 'read', data: { seq: state.agentReadSeq, atMs: state.agentReadMs ?? 0 } })
    const isSame = standing(state) === standing(sent)
    sent = state
    if (!isSame) send({ type: 'state', data: state })
  }

  const run = async (): Promise<void> => {
    if (isRunning) {
      isAskedAgain = true
      return
    }
    isRunning = true
    try {
      do {
        isAskedAgain = false
        await look()
      } while (isAskedAgain)
    } finally {
      isRunning = false
    }
  }

  return {
    async begin(beginning) {
      const state = await chat.state(beginning)
      customerId = beginning
      sent = state
      sentSeq = state.newestSeq
      acknowledged.clear()
      return state
    },
    acknowledge(seq) {
      if (seq > sentSeq) acknowledged.add(seq)
    },
    refresh: () => void run().catch(deps.fail),
    state: () => sent,
    end() {
      customerId = null
    },
  }
}

/** The parts of a state whose change is worth sending; new messages are sent separately. */
function standing({ state, agent, queue, mayRate }: SupportState): string {
  return JSON.stringify([state, agent, queue, mayRate])
}
