import { supportVisit, supportVisitBegin, supportVisitSend } from '@candor/api/support'
import type { SupportDraft } from '@candor/api/support'
import type { OutputOf } from '@candor/api'
import { createListeners } from '@candor/client'
import type { Call, CallFailure } from '@candor/client'
import { captchaFieldsOf } from '../../shared/forms/index.ts'
import type { CaptchaSolution } from '../../shared/forms/index.ts'
import type { ChatClient } from './chat-client.ts'
import { chatReducer, emptyChat, heldSeq } from './chat-model.ts'
import type { Chat, ChatEvent, Outgoing } from './chat-model.ts'

export interface VisitPorts {
  readonly call: Call
  /** Whether a failed call may have taken effect: it is sent again. */
  readonly isOutcomeUnknown: (error: string) => boolean
  /** Proves without a question that no program floods; null where the phone could not. */
  readonly solve: () => Promise<CaptchaSolution | null>
  /** Why nothing was sent where the proof failed. */
  readonly unproven: () => string
  readonly token: { readonly get: () => string; readonly set: (token: string) => void }
  readonly newId: () => string
  readonly nowMs: () => number
  readonly isVisible: () => boolean
}

const talkingPauseMs = 3_000
const idlePauseMs = 15_000
/** Without a conversation only who answers may change. */
const emptyPauseMs = 60_000

/** A visitor's chat with its ports. */
interface Visit {
  readonly ports: VisitPorts
  chat: Chat
  isOpen: boolean
  isLooking: boolean
  isSending: boolean
  nextLookMs: number
  readSeq: number
  readonly dispatch: (event: ChatEvent) => void
}

/**
 * Keeps a visitor's chat: it asks for new messages every few seconds, because a visitor has no login for a socket. The
 * conversation begins with the first message, and each is sent under an id of its own until it is acknowledged.
 */
export function createVisitClient(ports: VisitPorts): ChatClient {
  const changes = createListeners<[]>()
  const visit: Visit = {
    ports,
    chat: emptyChat,
    isOpen: false,
    isLooking: false,
    isSending: false,
    nextLookMs: 0,
    readSeq: 0,
    dispatch: (event) => {
      visit.chat = chatReducer(visit.chat, event)
      changes.notify()
    },
  }
  return { snapshot: () => visit.chat, subscribe: changes.add, ...actionsOf(visit) }
}

const nothing = () => undefined

function actionsOf(visit: Visit): Omit<ChatClient, 'snapshot' | 'subscribe'> {
  const { ports, dispatch } = visit
  const wake = () => {
    void look(visit)
    void sendAll(visit)
  }
  return {
    open: () => {
      visit.isOpen = true
      wake()
    },
    close: () => {
      visit.isOpen = false
    },
    revive: wake,
    tick: () => {
      if (visit.isOpen && ports.isVisible() && ports.nowMs() >= visit.nextLookMs) wake()
    },
    send: (draft: SupportDraft) => {
      dispatch({ type: 'send', outgoing: { clientId: ports.newId(), draft, atMs: ports.nowMs(), refusal: null } })
      void sendAll(visit)
    },
    retry: (clientId) => {
      dispatch({ type: 'retry', clientId })
      void sendAll(visit)
    },
    discard: (clientId) => dispatch({ type: 'discard', clientId }),
    read: (seq) => {
      visit.readSeq = Math.max(visit.readSeq, seq)
    },
    // Everything is loaded at once, and the calls for the rest need a login.
    loadOlder: nothing,
    typing: nothing,
    rate: nothing,
    token: () => null,
  }
}

async function look(visit: Visit): Promise<void> {
  if (visit.isLooking) return
  visit.isLooking = true
  try {
    while (visit.isOpen && (await lookOnce(visit)));
  } finally {
    visit.isLooking = false
    visit.nextLookMs = visit.ports.nowMs() + pauseOf(visit)
  }
}

/** Returns whether there is more to read at once. */
async function lookOnce(visit: Visit): Promise<boolean> {
  const { ports, dispatch } = visit
  const token = ports.token.get()
  const afterSeq = heldSeq(visit.chat.messages)
  const form = { ...(token === '' ? {} : { visit: token }), afterSeq, readSeq: visit.readSeq }
  const answer = await ports.call(supportVisit, form)
  // Another conversation has begun meanwhile.
  if (ports.token.get() !== token) return true
  if (answer.ok) {
    show(visit, answer.value, afterSeq)
    return answer.value.hasMore
  }
  if (answer.error === 'visit-ended') {
    forget(visit)
    return true
  }
  dispatch({ type: 'phase', phase: 'offline' })
  return false
}

function show({ ports, dispatch }: Visit, seen: OutputOf<typeof supportVisit>, afterSeq: number): void {
  const { setting, state, items } = seen
  dispatch({ type: 'server', message: { type: 'setting', data: setting } })
  dispatch({ type: 'server', message: { type: 'otherlogin', data: { id: '', nowMs: ports.nowMs(), state } } })
  if (items.length === 0) return
  // What was there before is not read aloud.
  const data = { items, hasMore: false, beforeSeq: null, afterSeq: afterSeq === 0 ? null : afterSeq }
  dispatch({ type: 'server', message: { type: 'history', data } })
}

/** The conversation has ended, and its messages are gone: what is not sent yet begins another one. */
function forget(visit: Visit): void {
  visit.ports.token.set('')
  visit.readSeq = 0
  visit.dispatch({ type: 'cleared' })
}

function pauseOf({ chat, ports }: Visit): number {
  if (chat.phase === 'offline') return talkingPauseMs
  if (ports.token.get() === '') return emptyPauseMs
  return chat.state?.state === 'waiting' || chat.state?.state === 'answering' ? talkingPauseMs : idlePauseMs
}

/** Sends what is not acknowledged, one after the other. */
async function sendAll(visit: Visit): Promise<void> {
  if (visit.isSending) return
  visit.isSending = true
  try {
    while (visit.isOpen) {
      const next = visit.chat.outgoing.find(({ refusal }) => refusal === null)
      if (next === undefined || !(await sendOne(visit, next))) return
    }
  } finally {
    visit.isSending = false
  }
}

/** Returns whether the next one may be tried: not without a network. */
async function sendOne(visit: Visit, { clientId, draft }: Outgoing): Promise<boolean> {
  const { ports, dispatch } = visit
  if (draft.kind !== 'text') throw new Error('a visitor sends texts only')
  const failure = ports.token.get() === '' ? await begin(visit) : null
  const answer =
    failure ?? (await ports.call(supportVisitSend, { visit: ports.token.get(), clientId, text: draft.text }))
  if (answer.ok) {
    dispatch({ type: 'server', message: { type: 'ack', data: { clientId, message: answer.value } } })
    // The conversation's own event follows, and soon an answer.
    void look(visit)
    return true
  }
  if (answer.error === 'visit-ended') {
    forget(visit)
    return true
  }
  if (ports.isOutcomeUnknown(answer.error)) {
    dispatch({ type: 'phase', phase: 'offline' })
    visit.nextLookMs = ports.nowMs() + talkingPauseMs
    return false
  }
  dispatch({ type: 'not-sent', clientId, msg: answer.msg })
  return true
}

type Failure = Pick<CallFailure, 'ok' | 'error' | 'msg'>

/** Begins a conversation. Returns why it could not, or null. */
async function begin({ ports }: Visit): Promise<Failure | null> {
  const solution = await ports.solve()
  if (solution === null) return { ok: false, error: 'wrong-captcha', msg: ports.unproven() }
  const begun = await ports.call(supportVisitBegin, captchaFieldsOf(solution))
  if (!begun.ok) return begun
  ports.token.set(begun.value.visit)
  return null
}
