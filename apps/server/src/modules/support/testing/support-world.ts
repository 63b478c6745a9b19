import { randomBytes, randomUUID } from 'node:crypto'
import { serverMessage, socketProtocol } from '@candor/api'
import type { Notice } from '@candor/api'
import { operatorSupportHistory, supportConversation } from '@candor/api/operator'
import type { SupportConversation } from '@candor/api/operator'
import { supportMessage, supportUploadAnswer } from '@candor/api/support'
import type { SupportMessage } from '@candor/api/support'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { openOperatorWorld } from '../../../../test/operator-world.ts'
import type { OperatorWorld } from '../../../../test/operator-world.ts'
import { tokenHash } from '../../../platform/token.ts'
import { openCustomer } from '../../ledger/index.ts'
import { openChat, openChatLogin } from './chat-client.ts'

/** A customer with a session. */
export interface Customer {
  readonly customerId: bigint
  readonly publicId: string
  readonly token: string
}

/** The whole server with two agents, mara on duty and noah, and the calls of customers and agents in a chat. */
export async function openSupportWorld() {
  const world = await openOperatorWorld()
  const mara = await world.logIn('mara', ['support'])
  const noah = await world.logIn('noah', ['support'])
  // An agent is on duty, so that the sandbox's assistant stays silent.
  await world.call('operator/support_duty', { isOnDuty: 'true' }, mara)
  return { ...world, mara, noah, ...customersOf(world), ...agentsOf(world, mara) }
}

export type SupportWorld = Awaited<ReturnType<typeof openSupportWorld>>

function customersOf(world: Pick<OperatorWorld, 'owner' | 'origin'>) {
  async function newCustomer(state = 1): Promise<Customer> {
    const token = randomBytes(32).toString('base64url')
    const publicId = String(20_000_000 + Math.floor(Math.random() * 70_000_000))
    const { rows } = await world.owner.query<{ customer_id: bigint }>(
      `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms, state)
       values ($1, $1 || '@example.com', '$argon2id$x', upper(substr(md5($1), 1, 6)), 'none', 'en', 1, $2)
         returning customer_id`,
      [publicId, state],
    )
    const customerId = rows[0]?.customer_id ?? 0n
    await openCustomer(world.owner, customerId)
    await world.owner.query(
      `insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms)
        values ($1, $2, 'Test', '203.0.113.9', $3, $3)`,
      [customerId, tokenHash(token), Date.now()],
    )
    return { customerId, publicId, token }
  }

  async function chatting(customer?: Customer) {
    const who = customer ?? (await newCustomer())
    const login = await openChatLogin(world.origin, who.token)
    return { ...who, login, client: await openChat(world.origin, login) }
  }

  /** The notices to the customer's app from now on. */
  async function listen(token: string): Promise<readonly Notice[]> {
    const socket = new WebSocket(`${world.origin.replace('http', 'ws')}/ws`, socketProtocol)
    const notices: Notice[] = []
    const isIn = new Promise<void>((resolve) =>
      socket.on('message', (data) => {
        const message = z.parse(serverMessage, JSON.parse(String(data)))
        if (message.op === 'hello') socket.send(JSON.stringify({ op: 'auth', token }))
        else if (message.op === 'authenticated') resolve()
        else if (message.op === 'account' && message.event.type === 'notice') notices.push(message.event.notice)
      }),
    )
    await isIn
    return notices
  }

  async function upload(token: string, bytes: Uint8Array<ArrayBuffer>) {
    const form = new FormData()
    form.set('photo', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
    const response = await fetch(`${world.origin}/chat/api/upload`, { method: 'POST', body: form, headers: { token } })
    return z.parse(supportUploadAnswer, await response.json())
  }

  const image = (token: string, imageId: string) =>
    fetch(`${world.origin}/chat/api/image/${imageId}`, { headers: { token } })
  const imageStatus = async (token: string, imageId: string) => (await image(token, imageId)).status

  return { newCustomer, chatting, listen, upload, image, imageStatus }
}

/** The calls of agents; without a secret, those of mara. */
function agentsOf(world: Pick<OperatorWorld, 'call'>, mara: string) {
  async function asked<Output extends z.core.$ZodType>(
    path: string,
    form: Record<string, string>,
    output: Output,
    secret = mara,
  ) {
    const { error, data } = await world.call(path, form, secret)
    if (error !== null) throw new Error(`${path}: ${error}`)
    return z.parse(output, data)
  }

  /** The conversation of a customer, as the desk lists it. */
  async function conversationOf(customer: Customer): Promise<SupportConversation> {
    const page = z.object({ items: z.array(supportConversation) })
    const { items } = await asked('operator/support_list', { text: customer.publicId }, page)
    if (items[0] === undefined) throw new Error('there is no conversation')
    return items[0]
  }

  const claim = (id: string, secret = mara) => asked('operator/support_claim', { id }, supportConversation, secret)

  const send = (id: string, text: string, clientId: string = randomUUID(), secret = mara) =>
    asked('operator/support_send', { id, clientId, text }, supportMessage, secret)

  const historyOf = (id: string, secret = mara) =>
    asked('operator/support_history', { id, limit: '100' }, operatorSupportHistory.output, secret)

  return { asked, conversationOf, claim, send, historyOf }
}

/** Messages as short lines. */
export const linesOf = (messages: readonly SupportMessage[]) =>
  messages.map(
    ({ seq, from, body }) =>
      `${seq} ${from} ${body.kind === 'text' ? body.text : body.kind === 'event' ? body.event : body.kind}`,
  )

/** A photo in JPEG. */
export const photo = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
