import { setTimeout as sleep } from 'node:timers/promises'
import { contractOrder, contractReceipt } from '@candor/api'
import { parseCheckpoint, parseNote } from '@candor/proof'
import { parseReceipt, parseTrustedFile, receiptVerifier, stepSentence } from '@candor/proof/receipt'
import * as z from 'zod/mini'
import { openFormClient } from '../bench/form-client.ts'
import type { FormClient } from '../bench/form-client.ts'
import { logNames } from './seen-heads.ts'
import type { SeenHeads } from './seen-heads.ts'

const readyWithinMs = 60_000
/** As long as a limit of calls may last. */
const againMs = 500

/** An order with the token of its customer. */
interface OwnOrder {
  readonly id: string
  readonly token: string
}

const answerSchema = z.object({ code: z.int(), error: z.optional(z.string()), data: z.unknown() })

/** What an operation returns about an order; the refusal's name where it is refused for longer than a limit lasts. */
async function ask<T>(
  client: FormClient,
  { path, output }: { readonly path: string; readonly output: z.core.$ZodType<T> },
  { id, token }: OwnOrder,
): Promise<T | string> {
  const untilMs = performance.now() + readyWithinMs
  for (;;) {
    const body = await client.post(`/api/${path}`, `id=${id}`, token)
    // The client counts bytes, one a character; notes have characters of several.
    const answer = z.parse(answerSchema, JSON.parse(Buffer.from(body, 'latin1').toString()))
    if (answer.code === 1) return z.parse(output, answer.data)
    const refusal = answer.error ?? 'a fault'
    if (refusal !== 'frequent-operations' || performance.now() > untilMs) return refusal
    await sleep(againMs)
  }
}

/** The orders that are not shown to their customers as closed, a sentence each. */
export async function findUnshown(port: number, orders: readonly OwnOrder[]): Promise<string[]> {
  const client = await openFormClient(port)
  const failures: string[] = []
  for (const order of orders) {
    const shown = await ask(client, contractOrder, order)
    const state = typeof shown === 'string' ? shown : shown.state
    if (state !== 'closed') failures.push(`order ${order.id} was settled, and is shown to its customer as ${state}`)
  }
  client.close()
  return failures
}

/**
 * Verifies the receipts of orders by the keys that the server publishes, as a customer does, and notes the heads of the
 * logs that they name. What is refused is a sentence.
 */
export async function verifyReceipts(port: number, orders: readonly OwnOrder[], heads: SeenHeads): Promise<string[]> {
  const trusted = parseTrustedFile(await (await fetch(`http://127.0.0.1:${port}/verify/trusted.json`)).text())
  const verifier = receiptVerifier(trusted)
  const client = await openFormClient(port)
  const failures: string[] = []
  for (const order of orders) {
    const text = await receiptOf(client, order)
    if (!text.startsWith('{')) {
      failures.push(`order ${order.id} has no receipt: ${text}`)
      continue
    }
    const { verdict, steps } = await verifier.verifyReceipt(text)
    const failed = steps.find(({ state }) => state === 'failed')
    if (verdict === 'passed') noteHeads(text, heads)
    else failures.push(`order ${order.id}: ${failed === undefined ? verdict : stepSentence(failed.name, failed.state)}`)
  }
  client.close()
  return failures
}

function noteHeads(text: string, heads: SeenHeads): void {
  const receipt = parseReceipt(text)
  const proofs = { ticks: receipt.kind === 'contract' ? receipt.ticks : [], events: receipt.events }
  for (const name of logNames)
    for (const { checkpoint } of proofs[name]) heads.noteHead(name, parseCheckpoint(parseNote(checkpoint).text))
}

/** The text of a receipt, once the logs hold what it proves; otherwise why there is none. */
async function receiptOf(client: FormClient, order: OwnOrder): Promise<string> {
  const untilMs = performance.now() + readyWithinMs
  for (;;) {
    const view = await ask(client, contractReceipt, order)
    if (typeof view === 'string') return view
    if (view.state === 'ready') return view.receipt
    if (view.state === 'absent') return view.reason
    if (performance.now() > untilMs) return view.state
    await sleep(againMs)
  }
}
