import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { responseEnvelope } from '@candor/api'
import * as z from 'zod/mini'
import { publishedDocuments } from '../apps/launcher/src/sandbox/published-documents.ts'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import type { RunningCandor } from './running-candor.ts'

/** Calls an operation of a running Candor, to set up a test. Returns its data. */
export async function post(...call: Parameters<typeof respond>): Promise<unknown> {
  return (await respond(...call)).data
}

async function respond(
  candor: RunningCandor,
  path: string,
  form: Readonly<Record<string, string>>,
  token = '',
): Promise<z.output<typeof responseEnvelope>> {
  const headers: Record<string, string> = token === '' ? {} : { token }
  const response = await fetch(`${candor.origin}/api/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
  return z.parse(responseEnvelope, await response.json())
}

const listSchema = z.object({ items: z.array(z.object({ id: z.string() })) })

/** The id of the customer's oldest record on the first page of a list. */
export async function oldestIdOf(candor: RunningCandor, list: string, token: string): Promise<string> {
  const id = z.parse(listSchema, await post(candor, list, {}, token)).items.at(-1)?.id
  if (id === undefined) throw new Error(`${list} has no records`)
  return id
}

/** Registers a customer and verifies it with sample photos. Returns the login token. */
export async function registerVerified(candor: RunningCandor, email: string): Promise<string> {
  const token = await register(candor, email)
  await verifyCustomer({ origin: candor.origin, token })
  return token
}

/**
 * Registers a customer with the password `secret-1`, with the printed invitation code or another one. Returns the login
 * token.
 */
export async function register(candor: RunningCandor, email: string, inviteCode = candor.inviteCode): Promise<string> {
  await post(candor, 'code/send', { channel: 'email', address: email, purpose: 'register' })
  const proof = { email, code: await candor.mailedCode(email), inviteCode }
  const passwords = { loginPassword: 'secret-1', loginPassword2: 'secret-1' }
  const consent = { documents: await publishedDocuments(candor.origin) }
  const signedIn = await post(candor, 'user/register', { requestId: randomUUID(), ...proof, ...passwords, ...consent })
  return z.parse(z.object({ token: z.string() }), signedIn).token
}

/** Set by `setPaymentPassword`. */
export const paymentPassword = '481516'

/** Gives a customer a payment password. */
export async function setPaymentPassword(candor: RunningCandor, email: string, token: string): Promise<void> {
  await post(candor, 'code/send', { channel: 'email', address: email, purpose: 'payment-password' }, token)
  const code = await candor.mailedCode(email)
  const form = { paymentPassword, paymentPassword2: paymentPassword, loginPassword: 'secret-1', code }
  await post(candor, 'security/payment_password', form, token)
}

const termsSchema = z.object({ durations: z.array(z.object({ durationMs: z.int(), version: z.string() })) })
const ordered = z.object({ id: z.string() })
const entered = z.object({ entryPrice: z.nullable(z.string()) })

/** What a test buys; the rest is as `buyContract` says. */
export interface Purchase {
  readonly symbol?: string
  readonly direction?: 'up' | 'down'
  /** The longest that is offered, where it is `longest`. */
  readonly durationMs?: string
  readonly stake?: string
}

/**
 * Buys a contract: up on BTC of 30 seconds for 10 USDT, unless told otherwise. A busy machine may miss frames, so that
 * orders are refused for seconds; it tries again, as a customer would. Returns the id of the order.
 */
export async function buyContract(candor: RunningCandor, token: string, purchase: Purchase = {}): Promise<string> {
  const { symbol = 'BTCUSDT', direction = 'up', durationMs = '30000', stake = '10' } = purchase
  const { durations } = z.parse(termsSchema, await post(candor, 'contract/terms', { symbol }))
  const offered = durations.find((one) => String(one.durationMs) === durationMs)
  const terms = durationMs === 'longest' ? durations.at(-1) : offered
  if (terms === undefined) throw new Error(`${symbol} has no contract of ${durationMs} ms`)
  const order = { symbol, direction, stake, asset: 'USDT' }
  for (let tries = 1; ; tries += 1) {
    const { slot } = z.parse(z.object({ slot: z.int() }), await post(candor, 'market/quotes', { symbols: symbol }))
    const agreed = { durationMs: String(terms.durationMs), termsVersion: terms.version, seenSlot: String(slot) }
    const form = { ...order, ...agreed, requestId: randomUUID() }
    const { data, error, msg } = await respond(candor, 'contract/buy', form, token)
    if (error === undefined) return z.parse(ordered, data).id
    if (error !== 'market-stale' || tries === 20) throw new Error(`no contract was bought: ${msg}`)
    await sleep(500)
  }
}

/**
 * Buys a contract, and waits until its entry price is known. Where frames were missed in its entry window, it never
 * has one, so that another is bought. Returns the id of the order.
 */
export async function buyEntered(candor: RunningCandor, token: string, purchase: Purchase = {}): Promise<string> {
  for (let tries = 1; tries <= 3; tries += 1) {
    const id = await buyContract(candor, token, purchase)
    for (const untilMs = Date.now() + 10_000; Date.now() < untilMs; await sleep(250)) {
      const { entryPrice } = z.parse(entered, await post(candor, 'contract/order', { id }, token))
      if (entryPrice !== null) return id
    }
  }
  throw new Error('no contract has an entry price')
}
