import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  contractBuy,
  contractTerms,
  interestOpen,
  interestProducts,
  payoutAddWalletAddress,
  rechargeCreate,
  rechargeDetail,
  responseEnvelope,
  swapExecute,
  swapQuote,
  systemStatus,
  withdrawalCreate,
  withdrawalDetail,
  withdrawalQuote,
} from '@candor/api'
import * as z from 'zod/mini'
import { setPaymentPassword } from '../../apps/server/src/modules/security/testing/payment-password.ts'
import { withPool } from '../../apps/server/src/platform/postgres/pool.ts'
import type { Candor } from '../../apps/launcher/src/candor.ts'
import { openDataFolder } from '../../apps/launcher/src/data-folder.ts'
import { createDemoClient } from '../../apps/launcher/src/sandbox/client.ts'
import type { DemoClient } from '../../apps/launcher/src/sandbox/client.ts'
import { samplePhoto } from '../../apps/launcher/src/sandbox/verify-customer.ts'
import { playStory } from '../demo/story.ts'

const paymentPassword = '481516'
const address = '0x00000000000000000000000000000000000000aa'
const decidedWithinMs = 60_000

/**
 * What a release leaves: a verified customer with three settled contracts, a deposit, a paid withdrawal and a waiting
 * one, a swap, an interest order that earns, and an open contract.
 */
export async function playRelease(candor: Candor, print: (line: string) => void): Promise<void> {
  let token = ''
  const inner = createDemoClient(candor.origin)
  const client: DemoClient = {
    ...inner,
    setToken: (value) => {
      token = value
      inner.setToken(value)
    },
  }
  await playStory(client, candor, print)
  await givePaymentPassword(candor)
  await deposit(client, token)
  await swap(client)
  await earn(client)
  const methodId = (
    await client.call(payoutAddWalletAddress, { requestId: randomUUID(), chain: 'ERC20', address, paymentPassword })
  ).id
  const paidId = await withdraw(client, methodId, '20')
  await until('the withdrawal to be paid', async () => {
    const { state } = await client.call(withdrawalDetail, { id: paidId })
    return state === 'completed'
  })
  await withdraw(client, methodId, '30')
  await buyAndLeave(client)
  print('The release has its customer.')
}

async function givePaymentPassword({ database, dataFolder }: Candor): Promise<void> {
  const { secrets } = await openDataFolder(dataFolder)
  await withPool(database.ownerUrl, 'release', async (owner) => {
    const { rows } = await owner.query<{ customer_id: bigint }>(
      'select min(customer_id) as customer_id from kyc.submission',
    )
    if (rows[0] === undefined) throw new Error('the story left no customer')
    await setPaymentPassword(owner, rows[0].customer_id, paymentPassword, secrets.serverKey)
  })
}

/** Announces a deposit with a voucher, which the sandbox's reviewers find a transfer for. */
async function deposit(client: DemoClient, token: string): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ chain: 'TRC20', currency: 'USDT', quantity: '50' }))
    form.set(name, value)
  form.set('requestId', randomUUID())
  form.set('voucher', new File([samplePhoto()], 'voucher.png', { type: 'image/png' }))
  const response = await fetch(`${client.origin}/api/${rechargeCreate.path}`, {
    method: 'POST',
    headers: { token },
    body: form,
  })
  const { data } = z.parse(responseEnvelope, await response.json())
  const { id } = z.parse(rechargeCreate.output, data)
  await until('the deposit to be credited', async () => {
    const { state } = await client.call(rechargeDetail, { id })
    return state === 'completed'
  })
}

async function swap(client: DemoClient): Promise<void> {
  const { quoteId } = await client.call(swapQuote, { from: 'USDT', amount: '20' })
  await client.call(swapExecute, { requestId: randomUUID(), quoteId })
}

/** The longest product: it still earns when the next release is tried. */
async function earn(client: DemoClient): Promise<void> {
  const { items } = await client.call(interestProducts, {})
  const product = items.findLast(({ isOpen }) => isOpen)
  if (product === undefined) throw new Error('no interest is offered')
  await client.call(interestOpen, { requestId: randomUUID(), productId: product.id, amount: product.min })
}

async function withdraw(client: DemoClient, payoutMethodId: string, amount: string): Promise<string> {
  const { quoteId, fee } = await client.call(withdrawalQuote, { asset: 'USDT', amount, payoutMethodId })
  const form = {
    requestId: randomUUID(),
    quoteId,
    asset: 'USDT',
    amount,
    fee,
    payoutMethodId,
    paymentPassword,
  } as const
  return (await client.call(withdrawalCreate, form)).id
}

async function buyAndLeave(client: DemoClient): Promise<void> {
  const { durations } = await client.call(contractTerms, { symbol: 'BTCUSDT' })
  const { slot } = await client.call(systemStatus, {})
  const [terms] = durations
  if (terms === undefined || slot === null) throw new Error('BTCUSDT offers no duration')
  await client.call(contractBuy, {
    requestId: randomUUID(),
    symbol: 'BTCUSDT',
    direction: 'up',
    durationMs: terms.durationMs,
    stake: '40',
    asset: 'USDT',
    termsVersion: terms.version,
    seenSlot: slot,
  })
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpMs = Date.now() + decidedWithinMs
  while (!(await isSo())) {
    if (Date.now() > giveUpMs) throw new Error(`waited too long for ${what}`)
    await sleep(250)
  }
}
