import { randomUUID } from 'node:crypto'
import { responseEnvelope } from '@candor/api'
import * as z from 'zod/mini'
import { publishedDocuments } from '../apps/launcher/src/sandbox/published-documents.ts'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import type { RunningCandor } from './running-candor.ts'

/** Calls an operation of a running Candor, to set up a test. Returns its data. */
export async function post(
  candor: RunningCandor,
  path: string,
  form: Readonly<Record<string, string>>,
  token = '',
): Promise<unknown> {
  const headers: Record<string, string> = token === '' ? {} : { token }
  const response = await fetch(`${candor.origin}/api/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
  return z.parse(responseEnvelope, await response.json()).data
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

/** Buys a contract up on BTC of 30 seconds for 10 USDT. Returns the id of the order. */
export async function buyContract(candor: RunningCandor, token: string): Promise<string> {
  const durationMs = '30000'
  const { durations } = z.parse(termsSchema, await post(candor, 'contract/terms', { symbol: 'BTCUSDT' }))
  const terms = durations.find((one) => String(one.durationMs) === durationMs)
  const { slot } = z.parse(z.object({ slot: z.int() }), await post(candor, 'market/quotes', { symbols: 'BTCUSDT' }))
  const order = { requestId: randomUUID(), symbol: 'BTCUSDT', direction: 'up', durationMs, stake: '10', asset: 'USDT' }
  const form = { ...order, termsVersion: terms?.version ?? '', seenSlot: String(slot) }
  return z.parse(z.object({ id: z.string() }), await post(candor, 'contract/buy', form, token)).id
}
