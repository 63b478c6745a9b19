import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { messageUnread, supportUnread } from '@candor/api'
import { supportSocketPath, supportSocketProtocol } from '@candor/api/support'
import { newRequestId, webSocketOpener } from '@candor/client'
import { solveSilently } from '../../shared/account/codes/index.ts'
import { callQuietly, invalidate, isOutcomeUnknown, supportBase } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { currentTexts } from '../../shared/i18n/index.ts'
import { createChatClient } from './chat-client.ts'
import type { ChatClient } from './chat-client.ts'
import { logInToChat } from './chat-login.ts'
import { outbox } from './outbox.ts'
import type { Chat } from './chat-model.ts'
import { createVisitClient } from './visit-client.ts'
import { visitToken } from './visit-token.ts'

interface OpenChat {
  readonly chat: Chat
  readonly client: ChatClient
}

/** The chat of the page, open while the page is shown. */
export function useOpenChat(): OpenChat {
  const opened = useOpen(() =>
    createChatClient({
      logIn: logInToChat,
      openSocket: webSocketOpener(supportBase.replace(/^http/, 'ws') + supportSocketPath, supportSocketProtocol),
      outbox,
      language: session.language,
      device: navigator.userAgent.slice(0, 200),
      newId: newRequestId,
      nowMs: () => Date.now(),
      random: () => Math.random(),
    }),
  )
  // Other screens count the messages read here.
  useEffect(() => () => invalidate(supportUnread, messageUnread), [])
  return opened
}

/** A visitor's chat, open while the page is shown. */
export function useVisitorChat(): OpenChat {
  return useOpen(() =>
    createVisitClient({
      call: callQuietly,
      isOutcomeUnknown,
      solve: solveSilently,
      unproven: () => currentTexts().t('support.visitor.unproven'),
      token: visitToken,
      newId: newRequestId,
      nowMs: () => Date.now(),
      isVisible: () => document.visibilityState === 'visible',
    }),
  )
}

function useOpen(create: () => ChatClient): OpenChat {
  const [client] = useState(create)
  useEffect(() => {
    client.open()
    const timer = setInterval(client.tick, 1_000)
    window.addEventListener('online', client.revive)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', client.revive)
      client.close()
    }
  }, [client])
  return { chat: useSyncExternalStore(client.subscribe, client.snapshot), client }
}

const ChatClientContext = createContext<ChatClient | null>(null)
export const ChatClientProvider = ChatClientContext.Provider

/** The client of the surrounding chat. */
export function useChatClient(): ChatClient {
  const client = useContext(ChatClientContext)
  if (client === null) throw new Error('there is no chat around this component')
  return client
}
