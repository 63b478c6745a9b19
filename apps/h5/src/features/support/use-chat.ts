import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { messageUnread, supportUnread } from '@candor/api'
import { supportSocketPath, supportSocketProtocol } from '@candor/api/support'
import { newRequestId, webSocketOpener } from '@candor/client'
import { invalidate, supportBase } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { createChatClient } from './chat-client.ts'
import type { ChatClient } from './chat-client.ts'
import { logInToChat } from './chat-login.ts'
import { outbox } from './outbox.ts'
import type { Chat } from './chat-model.ts'

/** The chat of the page, open while the page is shown. */
export function useOpenChat(): { readonly chat: Chat; readonly client: ChatClient } {
  const [client] = useState(() =>
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
  useEffect(() => {
    client.open()
    const timer = setInterval(client.tick, 1_000)
    window.addEventListener('online', client.revive)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', client.revive)
      client.close()
      // Other screens count the messages read here.
      invalidate(supportUnread, messageUnread)
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
