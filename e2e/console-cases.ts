import { randomUUID } from 'node:crypto'
import { responseEnvelope, interestProducts } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { Browser } from 'playwright-core'
import * as z from 'zod/mini'
import { paymentPassword, post, register, setPaymentPassword } from './customer.ts'
import { asOwner } from './operators.ts'
import type { RunningCandor } from './running-candor.ts'

const withId = z.object({ id: z.string() })
const quoteView = z.object({ quoteId: z.string(), fee: z.string() })
const bankCard = { bankName: 'Musterbank', country: 'DE', holder: 'Lena Musterfrau', number: 'DE89370400440532013000' }

/** A customer whose case awaits an operator. */
export interface WaitingCase {
  readonly id: string
  readonly token: string
}

/** Creates cases for operators as customers do, through the API. */
export function createCases(candor: RunningCandor, browser: Browser) {
  return {
    /** A customer who sends an identity document. */
    async document(name: string, number: string): Promise<WaitingCase> {
      const token = await newCustomer(candor, 'none')
      const photo = await picture(browser, name)
      const typed = { country: 'DE', documentType: 'id-card', name, birthDate: '1990-01-31', number }
      const submission = { ...typed, front: photo, back: photo }
      return createdBy(await sendForm(candor, token, 'kyc/submit', submission), token)
    },

    /** A verified customer who withdraws USD to a bank account. */
    async withdrawal(amount: string): Promise<WaitingCase> {
      return withdraw(candor, await newCustomer(candor, 'verified', { hasPaymentPassword: true }), amount)
    },

    /** A verified customer who puts USDT into an interest order of a week. */
    async interest(amount: string): Promise<WaitingCase> {
      const token = await newCustomer(candor, 'verified')
      return { id: await openInterestOrder(candor, token, amount), token }
    },

    /** A customer who announces a deposit with a voucher. */
    async deposit(quantity: string): Promise<WaitingCase> {
      const token = await newCustomer(candor, null)
      const voucher = await picture(browser, `Paid ${quantity} USDT`)
      const fields = { chain: 'TRC20', currency: 'USDT', quantity, voucher }
      return createdBy(await sendForm(candor, token, 'recharge/create', fields), token)
    },

    /** The case's state, according to the customer's own call. */
    async stateOf(path: string, { id, token }: WaitingCase): Promise<string> {
      return z.parse(z.object({ state: z.string() }), await post(candor, path, { id }, token)).state
    },
  }
}

export type Cases = ReturnType<typeof createCases>

/** Puts USDT into an interest order of a week. Returns its id. */
async function openInterestOrder(candor: RunningCandor, token: string, amount: string): Promise<string> {
  const { items } = z.parse(interestProducts.output, await post(candor, 'interest/products', {}))
  const week = items.find(({ asset, durationMs }) => asset === 'USDT' && durationMs === 7 * dayMs)
  const form = { requestId: randomUUID(), productId: week?.id ?? '', amount }
  return z.parse(withId, await post(candor, 'interest/open', form, token)).id
}

/**
 * Registers a customer and returns the login token. Without a state the customer's identity is as the sandbox leaves
 * it.
 */
async function newCustomer(
  candor: RunningCandor,
  kycState: 'none' | 'verified' | null,
  { hasPaymentPassword = false } = {},
): Promise<string> {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const token = await register(candor, email)
  if (kycState !== null)
    await asOwner(candor, 'update identity.customer set kyc_state = $2 where email = $1', [email, kycState])
  if (hasPaymentPassword) await setPaymentPassword(candor, email, token)
  return token
}

/** A picture that can be decoded: of a page with a name on it. */
async function picture(browser: Browser, name: string): Promise<Blob> {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 640 } })
  await page.setContent(`<h1>${name}</h1>${'<p>SPECIMEN IDD&lt;&lt;L01X00T47&lt;&lt;&lt;</p>'.repeat(30)}`)
  const bytes = await page.screenshot({ type: 'jpeg' })
  await page.close()
  return new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' })
}

/** Posts a form with files under a request id of its own. Returns the response's data. */
async function sendForm(
  candor: RunningCandor,
  token: string,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<unknown> {
  const form = new FormData()
  form.set('requestId', randomUUID())
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, value, `${name}.jpg`)
  }
  const response = await fetch(`${candor.origin}/api/${path}`, { method: 'POST', headers: { token }, body: form })
  return z.parse(responseEnvelope, await response.json()).data
}

/** Adds a bank account and withdraws USD to it. */
async function withdraw(candor: RunningCandor, token: string, amount: string): Promise<WaitingCase> {
  const card = { requestId: randomUUID(), ...bankCard, paymentPassword }
  const method = z.parse(withId, await post(candor, 'payout/add_bank_card', card, token))
  const wanted = { asset: 'USD', amount, payoutMethodId: method.id }
  const quote = z.parse(quoteView, await post(candor, 'withdrawal/quote', wanted, token))
  const order = { ...wanted, ...quote, requestId: randomUUID(), paymentPassword }
  return createdBy(await post(candor, 'withdrawal/create', order, token), token)
}

function createdBy(data: unknown, token: string): WaitingCase {
  return { id: z.parse(withId, data).id, token }
}
