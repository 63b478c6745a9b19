import { randomUUID } from 'node:crypto'
import {
  codeSend,
  contractBuy,
  contractOrder,
  contractTerms,
  marketInstruments,
  userRegister,
  walletAssets,
  walletStatement,
} from '@candor/api'
import type { BalanceView, OrderView, StatementLine } from '@candor/api'
import { contractPrices, settle } from '@candor/formulas'
import { amount, formatAmount, formatDecimal, formatUnits, parseUnits } from '@candor/money'
import * as z from 'zod/mini'
import { publishedDocuments } from '../../apps/launcher/src/sandbox/published-documents.ts'
import { verifyCustomer } from '../../apps/launcher/src/sandbox/verify-customer.ts'
import type { DemoClient } from '../../apps/launcher/src/sandbox/client.ts'
import { createTape } from './tape.ts'
import type { Tape } from './tape.ts'

const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const
const directions = ['up', 'down', 'up'] as const
const stakes = ['100', '50', '25.5'] as const
const settledWithinMs = 60_000

const outboxPage = z.object({ items: z.array(z.object({ code: z.optional(z.string()) })) })

/** A difference between the server's behaviour and the rules. */
export class DemoError extends Error {}

/** What the story needs of the server's start. */
interface StoryKeys {
  readonly inviteCode: string
  readonly outboxKey: string
}

/**
 * Plays the story of one customer against a running server and prints it. Throws DemoError when a rule was violated.
 */
export async function playStory(client: DemoClient, keys: StoryKeys, print: (line: string) => void): Promise<void> {
  const account = await register(client, keys)
  print(`Registered ${account}`)
  print('Verified by the reviewers of the sandbox, with sample photos')
  const opening = await client.call(walletAssets, {})
  for (const balance of opening.items) print(`  ${balance.asset.padEnd(5)} ${balance.available} of play money`)

  const { items: instruments } = await client.call(marketInstruments, {})
  const decimals = new Map(instruments.map((instrument) => [instrument.symbol, instrument.decimals]))
  const tape = createTape((symbol) => decimals.get(symbol) ?? 0)
  const stream = await client.stream(tape.record)
  stream.send({ op: 'sub', ch: 'quotes', args: {} })
  await until(
    () => (tape.newestSlot() ?? 0) > 0 && symbols.every((symbol) => tape.newest(symbol)?.state === 'open'),
    20_000,
    'open prices',
  )
  print(`Streaming ${instruments.length} instruments, slot #${tape.newestSlot()}`)

  const orders: OrderView[] = []
  for (const [index, symbol] of symbols.entries()) {
    const order = await buy(client, tape, { symbol, direction: directions[index] ?? 'up', stake: stakes[index] ?? '1' })
    orders.push(order)
    print(
      `Bought ${order.direction} on ${symbol} for ${order.stake} ${order.asset}, fee ${order.fee}; entry slot #${order.entrySlot}, exit slot #${order.exitSlot}`,
    )
  }
  const closed = await Promise.all(orders.map((order) => settled(client, order)))
  for (const order of closed)
    print(`  ${order.symbol}: ${order.entryPrice} → ${order.exitPrice}: ${order.result}, ${order.net} ${order.asset}`)
  stream.close()

  for (const order of closed) checkSettlement(order, tape, decimals.get(order.symbol) ?? 0)
  const { items: lines } = await client.call(walletStatement, { limit: 100 })
  const closing = await client.call(walletAssets, {})
  printStatement(lines, print)
  checkStatement(lines, opening.items, closing.items, closed)
  print('Every contract settled on the frames that were streamed, and the statement adds up.')
}

async function register(client: DemoClient, { inviteCode, outboxKey }: StoryKeys): Promise<string> {
  const email = `demo-${Date.now()}@example.com`
  await client.call(codeSend, { channel: 'email', address: email, purpose: 'register' })
  const outbox = `/sandbox/outbox.json?${new URLSearchParams({ key: outboxKey, to: email }).toString()}`
  const code = await poll(
    async () => z.parse(outboxPage, await client.get(outbox)).items[0]?.code ?? null,
    20_000,
    'a code by mail',
  )
  const signedIn = await client.call(userRegister, {
    requestId: randomUUID(),
    email,
    code,
    inviteCode,
    documents: await publishedDocuments(client.origin),
    loginPassword: 'candor-demo',
    loginPassword2: 'candor-demo',
  })
  client.setToken(signedIn.token)
  await verifyCustomer({ origin: client.origin, token: signedIn.token })
  return `${email} as account ${signedIn.user.id}`
}

interface Tap {
  readonly symbol: string
  readonly direction: 'up' | 'down'
  readonly stake: string
}

async function buy(client: DemoClient, tape: Tape, tap: Tap): Promise<OrderView> {
  const { durations } = await client.call(contractTerms, { symbol: tap.symbol })
  const terms = durations[0]
  const seenSlot = tape.newestSlot()
  if (terms === undefined || seenSlot === null) throw new DemoError(`${tap.symbol} offers no duration`)
  return client.call(contractBuy, {
    ...tap,
    requestId: randomUUID(),
    durationMs: terms.durationMs,
    asset: 'USDT',
    termsVersion: terms.version,
    seenSlot,
  })
}

async function settled(client: DemoClient, order: OrderView): Promise<OrderView> {
  const check = async (): Promise<OrderView | null> => {
    const now = await client.call(contractOrder, { id: order.id })
    return now.state === 'closed' ? now : null
  }
  return poll(check, order.exitAtMs - Date.now() + settledWithinMs, `order ${order.id} to settle`)
}

function checkSettlement(order: OrderView, tape: Tape, decimals: number): void {
  const prices = contractPrices(order, tape.frames(order.symbol))
  for (const [name, told, expected] of [
    ['entry', order.entryPrice, prices.entry],
    ['exit', order.exitPrice, prices.exit],
  ] as const) {
    const text = expected === null ? null : formatDecimal(expected, decimals + prices.scale)
    if (told !== text) throw new DemoError(`${order.symbol} has the ${name} price ${told}; the frames give ${text}`)
  }
  const expected = settle(order, order.direction, amount(order.asset, units(order.stake)), prices)
  if (order.result !== expected.result)
    throw new DemoError(`${order.symbol} settled as ${order.result}; the rules say ${expected.result}`)
  if (units(order.net ?? 'none') !== expected.net.units)
    throw new DemoError(`${order.symbol} paid ${order.net}; the rules say ${formatAmount(expected.net)}`)
}

function checkStatement(
  lines: readonly StatementLine[],
  opening: readonly BalanceView[],
  closing: readonly BalanceView[],
  orders: readonly OrderView[],
): void {
  for (const { asset, available } of closing) {
    const own = lines.filter((line) => line.asset === asset)
    const sum = own.reduce((total, line) => total + units(line.amount), 0n)
    if (sum !== units(available))
      throw new DemoError(`the ${asset} lines add up to ${formatUnits(sum)}, the balance is ${available}`)
    if (own[0]?.availableAfter !== available)
      throw new DemoError(`the newest ${asset} line ends at ${own[0]?.availableAfter}, the balance is ${available}`)
    const before = units(opening.find((balance) => balance.asset === asset)?.available ?? '0')
    const net = orders
      .filter((order) => order.asset === asset)
      .reduce((total, order) => total + units(order.net ?? '0'), 0n)
    if (before + net !== units(available))
      throw new DemoError(
        `${asset} went from ${formatUnits(before)} to ${available}; the results say ${formatUnits(net)}`,
      )
  }
}

function printStatement(lines: readonly StatementLine[], print: (line: string) => void): void {
  print('Statement, newest first')
  for (const line of lines)
    print(
      `  ${new Date(line.atMs).toISOString()}  ${line.kind.padEnd(16)} ${line.amount.padStart(12)} ${line.asset.padEnd(5)} → ${line.availableAfter}`,
    )
}

function units(text: string): bigint {
  const parsed = parseUnits(text)
  if (parsed === null) throw new DemoError(`${text} is no amount`)
  return parsed
}

async function until(condition: () => boolean, withinMs: number, what: string): Promise<void> {
  await poll(async () => (condition() ? true : null), withinMs, what)
}

async function poll<T>(attempt: () => Promise<T | null>, withinMs: number, what: string): Promise<T> {
  const deadlineMs = Date.now() + withinMs
  for (;;) {
    const found = await attempt()
    if (found !== null) return found
    if (Date.now() > deadlineMs) throw new DemoError(`waited ${Math.round(withinMs / 1000)} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
