import { randomUUID } from 'node:crypto'
import {
  supportLoginAnswer,
  supportLoginPath,
  supportServerMessage,
  supportSocketPath,
  supportSocketProtocol,
} from '@candor/api/support'
import type { SupportClientCall, SupportMessage, SupportServerMessage } from '@candor/api/support'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

type Received<Type extends SupportServerMessage['type']> = Extract<SupportServerMessage, { type: Type }>['data']

const ticketAnswer = z.object({ data: z.object({ user: z.object({ mobile: z.string(), password: z.string() }) }) })

/** Draws a ticket with a login token. */
export async function drawTicket(origin: string, token: string): Promise<{ mobile: string; password: string }> {
  const response = await fetch(`${origin}/api/index/kefu_user`, { method: 'POST', headers: { token } })
  return z.parse(ticketAnswer, await response.json()).data.user
}

/** The raw response of the kefu login. */
export async function logInToChat(
  origin: string,
  username: string,
  password: string,
): Promise<z.output<typeof supportLoginAnswer>> {
  const body = new URLSearchParams({ username, password, agentid: '' })
  const response = await fetch(`${origin}${supportLoginPath}`, { method: 'POST', body })
  return z.parse(supportLoginAnswer, await response.json())
}

/** Opens the chat for the customer of a login token. */
export async function openChatLogin(origin: string, token: string): Promise<{ id: string; token: string }> {
  const { mobile, password } = await drawTicket(origin, token)
  const answer = await logInToChat(origin, mobile, password)
  if (answer.code !== 200) throw new Error(`the kefu login was refused: ${answer.msg}`)
  return { id: answer.data.id, token: answer.data.token }
}

/** A customer's client of the chat, as plain as it can be. */
export interface ChatClient {
  readonly socket: WebSocket
  readonly received: SupportServerMessage[]
  send(message: SupportClientCall): void
  sendRaw(text: string): void
  /** Waits for the next message of a type that no earlier call has returned. */
  next<Type extends SupportServerMessage['type']>(type: Type): Promise<Received<Type>>
  /** Sends a text and waits until it is acknowledged. */
  say(text: string, clientId?: string): Promise<SupportMessage>
  /** The code with which the socket closes. */
  readonly closed: Promise<number>
  close(): void
}

/** Opens a socket without logging in. */
export async function connectChat(origin: string): Promise<ChatClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${supportSocketPath}`, supportSocketProtocol)
  const received: SupportServerMessage[] = []
  const taken = new Set<SupportServerMessage>()
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    received.push(z.parse(supportServerMessage, JSON.parse(String(data))))
    for (const wake of waiting) wake()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const until = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve) => {
      const check = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  const client: ChatClient = {
    socket,
    received,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (text) => socket.send(text),
    next: <Type extends SupportServerMessage['type']>(type: Type) =>
      until(() => {
        const found = received.find(
          (message): message is Extract<SupportServerMessage, { type: Type }> =>
            message.type === type && !taken.has(message),
        )
        if (found === undefined) return undefined
        taken.add(found)
        return found.data as Received<Type>
      }),
    async say(text, clientId = randomUUID()) {
      client.send({ type: 'message', data: { clientId, body: { kind: 'text', text } } })
      return until(() => {
        const found = received.findLast((message) => message.type === 'ack' && message.data.clientId === clientId)
        return found?.type === 'ack' ? found.data.message : undefined
      })
    },
    close: () => socket.terminate(),
  }
  return client
}

/** Opens a socket and logs in. */
export async function openChat(origin: string, login: { id: string; token: string }): Promise<ChatClient> {
  const client = await connectChat(origin)
  client.send({ type: 'otherlogin', data: login })
  await client.next('otherlogin')
  return client
}
