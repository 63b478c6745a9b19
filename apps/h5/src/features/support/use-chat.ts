import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { messageUnread, supportUnread } from '@candor/api'
import { supportSocketPath, supportSocketProtocol } from '@candor/api/support'
import { newRequestId, queryClient, queryKeyOf, supportBase } from '../../shared/api/index.ts'
import { session } from '../../shared/session/index.ts'
import { createChatClient } from './chat-client.ts'
import type { ChatClient, ChatSocket, ChatSocketEvents } from './chat-client.ts'
import { logInToChat } from './chat-login.ts'
import { outbox } from './outbox.ts'
import type { Chat } from './chat-model.ts'

function openSocket({ onOpen, onText, onClose }: ChatSocketEvents): ChatSocket {
  const socket = new WebSocket(supportBase.replace(/^http/, 'ws') + supportSocketPath, supportSocketProtocol)
  socket.onopen = onOpen
  socket.onclose = ({ code }) => onClose(code)
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onText(data)
  }
  return {
    send: (text) => socket.send(text),
    close: () => {
      // Of one that is closed before it is open, the browser says that it failed.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
      else socket.close()
    },
  }
}

/** The chat of the page, open for as long as the page is shown. */
export function useOpenChat(): { readonly chat: Chat; readonly client: ChatClient } {
  const [client] = useState(() =>
    createChatClient({
      logIn: logInToChat,
      openSocket,
      outbox,
      language: session.language,
      device: navigator.userAgent.slice(0, 200),
      newId: newRequestId,
      nowMs: () => Date.now(),
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
      // What was read here is counted elsewhere.
      for (const operation of [supportUnread, messageUnread])
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
    }
  }, [client])
  return { chat: useSyncExternalStore(client.subscribe, client.snapshot), client }
}

const ChatClientContext = createContext<ChatClient | null>(null)
export const ChatClientProvider = ChatClientContext.Provider

/** The client of the chat that the component stands in. */
export function useChatClient(): ChatClient {
  const client = useContext(ChatClientContext)
  if (client === null) throw new Error('there is no chat around this component')
  return client
}
