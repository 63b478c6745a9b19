import { useSyncExternalStore } from 'react'
import { operatorSupportSend, operatorSupportSendImage } from '@candor/api/operator/support'
import { newRequestId } from '@candor/client'
import { call, upload } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { addToThread } from './thread.ts'

/** A message that the server has not acknowledged yet. */
export interface Outgoing {
  /** The server accepts each message once, however often it is sent. */
  readonly clientId: string
  readonly conversationId: string
  readonly content: string | File
  /** `failed`: no response, will be resent. `refused`: the server rejected it. */
  readonly state: 'sending' | 'failed' | 'refused'
  readonly reason: string | null
  /** The author's session: the next operator at this screen sends nothing of it. */
  readonly token: string | null
}

let entries: readonly Outgoing[] = []
const listeners = new Set<() => void>()
const busy = new Set<string>()

function set(next: readonly Outgoing[]): void {
  entries = next
  for (const listener of listeners) listener()
}

function change(clientId: string, part: Partial<Outgoing>): void {
  set(entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...part } : entry)))
}

/** Adds a message to a conversation: shown at once, and sent in order. */
export function write(conversationId: string, content: string | File): void {
  const entry = {
    clientId: newRequestId(),
    conversationId,
    content,
    state: 'sending',
    reason: null,
    token: session.token(),
  } as const
  set([...entries, entry])
  void sendAll(conversationId)
}

/** Resends a message without a response. A repeat is the same message. */
export function sendAgain(conversationId: string): void {
  for (const { clientId, conversationId: of, state } of entries)
    if (of === conversationId && state === 'failed') change(clientId, { state: 'sending', reason: null })
  void sendAll(conversationId)
}

/** Resends all of this operator's messages without a response: the connection is restored. */
export function sendAllAgain(): void {
  for (const conversationId of new Set(
    entries.filter(({ state }) => state === 'failed').map((entry) => entry.conversationId),
  ))
    sendAgain(conversationId)
}

/** Discards a message that the server rejected. */
export function discard(clientId: string): void {
  set(entries.filter((entry) => entry.clientId !== clientId))
}

/** A conversation's outgoing messages. */
export function useOutbox(conversationId: string): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, () => entries)
  return all.filter((entry) => entry.conversationId === conversationId && entry.token === session.token())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sequentially, so that they arrive in order; the first one without a response stops the rest. */
async function sendAll(conversationId: string): Promise<void> {
  if (busy.has(conversationId)) return
  busy.add(conversationId)
  try {
    for (;;) {
      const next = entries.find((entry) => entry.conversationId === conversationId && entry.state === 'sending')
      if (next === undefined || next.token !== session.token()) return
      const result = await send(next)
      if (result.ok) {
        addToThread(conversationId, [result.value])
        discard(next.clientId)
      } else if (result.error === 'network') {
        for (const { clientId, conversationId: of, state } of entries)
          if (of === conversationId && state === 'sending') change(clientId, { state: 'failed', reason: result.msg })
        return
      } else change(next.clientId, { state: 'refused', reason: result.msg })
    }
  } finally {
    busy.delete(conversationId)
  }
}

function send({ conversationId: id, clientId, content }: Outgoing) {
  if (typeof content === 'string') return call(operatorSupportSend, { id, clientId, text: content })
  return upload(operatorSupportSendImage, { id, clientId, photo: content })
}
