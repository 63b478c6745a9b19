import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { setPaymentPassword } from '../apps/server/src/modules/security/testing/payment-password.ts'
import { formBody, trialSecret } from './wire-world.ts'
import type { WireWorld } from './wire-world.ts'

const paymentPassword = '481516'
const idSchema = z.object({ id: z.string() })
const advertsSchema = z.object({
  items: z.array(z.object({ id: z.string(), unitPrice: z.string(), isAuto: z.boolean(), isOpen: z.boolean() })),
})
const quoteSchema = z.object({ quoteId: z.string(), fee: z.string() })
const swapQuoteSchema = z.object({ quoteId: z.string() })

/** Gives a customer a payment password and a wallet address, and returns the address's id. */
export async function bindWallet(world: WireWorld, token: string): Promise<string> {
  const customerId = await world.customerOf(token)
  await setPaymentPassword(world.owner, customerId, paymentPassword, trialSecret)
  const address = `0x${customerId.toString(16).padStart(40, '0')}`
  const bound = await world.post(
    'payout/add_wallet_address',
    formBody({ requestId: randomUUID(), chain: 'ERC20', address, paymentPassword }),
    token,
  )
  return z.parse(idSchema, bound.data).id
}

/** A form that withdraws USDT, with a quote of its own. */
export async function withdrawalForm(
  world: WireWorld,
  token: string,
  amount: string,
  payoutMethodId: string,
): Promise<Record<string, string>> {
  const quoted = await world.post('withdrawal/quote', formBody({ asset: 'USDT', amount, payoutMethodId }), token)
  const { quoteId, fee } = z.parse(quoteSchema, quoted.data)
  return { requestId: randomUUID(), quoteId, asset: 'USDT', amount, fee, payoutMethodId, paymentPassword }
}

/** A form that sells USDT to the desk that people confirm for, at the price of its advert. */
export async function saleForm(world: WireWorld, quantity: string): Promise<Record<string, string>> {
  const { data } = await world.post('floor/adverts', formBody({}), null)
  const advert = z.parse(advertsSchema, data).items.find(({ isAuto, isOpen }) => isOpen && !isAuto)
  if (advert === undefined) throw new Error('nobody buys on the floor')
  return { requestId: randomUUID(), advertId: advert.id, quantity, unitPrice: advert.unitPrice, paymentPassword }
}

/** A form that swaps 20 USDT, with a quote of its own. */
export async function swapForm(world: WireWorld, token: string): Promise<Record<string, string>> {
  const quoted = await world.post('swap/quote', formBody({ from: 'USDT', amount: '20' }), token)
  return { requestId: randomUUID(), quoteId: z.parse(swapQuoteSchema, quoted.data).quoteId }
}
