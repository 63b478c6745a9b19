import { languageOf } from '@candor/api'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import { assistantTexts } from './assistant-texts.ts'
import type { Notifier } from '../messages/index.ts'
import type { ChatHub } from './chat-hub.ts'
import { assist, readUnanswered } from './conversation-store.ts'
import type { AwaitingReply } from './conversation-store.ts'

const usualRoundMs = 1_000
/** The delay of an automatic reply, so that it reads as one. */
const answersAfterMs = 1_500

/**
 * Starts the sandbox's assistant, which replies under its own name while no agent is on duty, so that a lone visitor of
 * the sandbox sees a conversation. The database refuses it in live mode, and in claimed conversations.
 */
export function startAssistant(deps: {
  readonly pool: Database
  readonly hub: ChatHub
  readonly notifier: Notifier
  readonly logger: Logger
  readonly roundMs?: number
  readonly answersAfterMs?: number
}): Rounds {
  const { pool, hub, notifier, logger } = deps
  const answer = async (unanswered: AwaitingReply) => {
    const { conversationId, customerId, isGreeted } = unanswered
    const texts = assistantTexts[languageOf(unanswered.language)]
    // A visitor has no inbox: the page asks by itself.
    const isThere = customerId === null || hub.isThere(customerId)
    if (!(await assist(pool, unanswered, { text: isGreeted ? texts.again : texts.first, isThere }))) return
    if (customerId === null) return
    hub.nudge(customerId)
    if (!isThere)
      await notifier.announce(customerId, { kind: 'message', id: String(conversationId), state: 'support-reply' })
  }
  const round = async () => {
    try {
      for (const unanswered of await readUnanswered(pool, deps.answersAfterMs ?? answersAfterMs))
        await answer(unanswered)
    } catch (fault) {
      logger.error({ err: fault }, 'the sandbox assistant could not answer')
    }
  }
  return startRounds(round, { everyMs: deps.roundMs ?? usualRoundMs })
}
