/**
 * The attackers of the flood of bodies, in a process of their own: making and sending the bodies must not slow normal
 * customers down. Receives its plan as a message, replies with the results, and ends.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

const bodyKinds = ['form', 'json', 'deep', 'unfinished'] as const

const planSchema = z.object({
  kind: z.enum(bodyKinds),
  port: z.int(),
  /** The one address that all connections come from. */
  address: z.string(),
  connections: z.int(),
  /** The pause between the requests of a connection, at least. */
  everyMs: z.number(),
  forMs: z.number(),
})

/** The kind of a body, and how many connections send it for how long. */
export type BodyPlan = z.infer<typeof planSchema>

const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'

/** Bodies that cost the server much more than they cost their sender, where it parses them. */
function bodyOf(kind: Exclude<BodyPlan['kind'], 'unfinished'>): { readonly type: string; readonly text: string } {
  if (kind === 'form') return { type: formType, text: numbered(95_000, (index) => `f${index}=1`, '&') }
  if (kind === 'json') return { type: jsonType, text: `{${numbered(75_000, (index) => `"k${index}":1`, ',')}}` }
  return { type: jsonType, text: '['.repeat(500_000) }
}

function numbered(count: number, part: (index: number) => string, separator: string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(separator)
}

function requestText(type: string, length: number, body: string): string {
  return `POST /api/home/summary HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`
}

function open({ port, address }: BodyPlan): Socket {
  return connect({ port, host: '127.0.0.1', localAddress: address }).on('error', () => undefined)
}

/** Sends one request on a connection of its own, and returns whether it was refused by name. */
function sendOnce(plan: BodyPlan, request: string): Promise<boolean> {
  const socket = open(plan)
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
    if (text.includes('"code"')) socket.destroy()
  })
  socket.write(request)
  return new Promise((resolve) => socket.once('close', () => resolve(text.includes('"error"'))))
}

/** Sends whole bodies, each connection one after the other, at most as often as planned. */
async function sendWhole(plan: BodyPlan, kind: Exclude<BodyPlan['kind'], 'unfinished'>) {
  const { type, text } = bodyOf(kind)
  const request = requestText(type, text.length, text)
  const endMs = performance.now() + plan.forMs
  let sent = 0
  let refused = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const pause = sleep(plan.everyMs)
      sent += 1
      if (await sendOnce(plan, request)) refused += 1
      await pause
    }
  }
  await Promise.all(Array.from({ length: plan.connections }, lane))
  return { sent, refused, open: 0 }
}

/**
 * Sends nearly all of a body and no more: of every second one, as much as a form may hold; of the others, a megabyte.
 */
async function sendUnfinished(plan: BodyPlan) {
  let refused = 0
  const sockets = Array.from({ length: plan.connections }, (_, index) => {
    const length = index % 2 === 0 ? 16_000 : 1_000_000
    const socket = open(plan)
    socket.once('data', () => {
      refused += 1
    })
    socket.write(requestText(formType, length, 'a'.repeat(length - 1)))
    return socket
  })
  await sleep(plan.forMs)
  const left = sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded)
  for (const socket of sockets) socket.destroy()
  return { sent: sockets.length, refused, open: left.length }
}

async function attack(plan: BodyPlan): Promise<void> {
  const outcome = plan.kind === 'unfinished' ? await sendUnfinished(plan) : await sendWhole(plan, plan.kind)
  process.send?.(outcome)
}

process.once('message', (message) => void attack(z.parse(planSchema, message)).finally(() => process.disconnect()))
