import { ensure, ProofError } from '../errors.ts'
import type { MovementReceipt, Receipt } from './receipt.ts'
import { parseAcceptanceReceipt, parseReceipt } from './receipt-text.ts'
import { batchLeaf, ensureLogged, ensureSealed, placedKind, settledKind } from './sealed.ts'
import { judgeSignatures, judgeWitnesses, parseTrusted } from './trust.ts'
import type { Trusted, TrustedKeys } from './trust.ts'
import { runSteps } from './verdict.ts'
import type { Judge, Judgement, Verdict } from './verdict.ts'
import { contractSteps, judgeAcceptance, verifyContract } from './verify-contract.ts'

/** The steps of a movement's receipt after its form. */
export const movementSteps = ['movement-in-log', 'signatures', 'witnesses'] as const
/** The steps of an acceptance. */
export const acceptanceSteps = ['format', 'acceptance', 'placed-in-log'] as const

/** Every step that a verification may have. */
export type StepName = 'format' | (typeof contractSteps)[number] | (typeof movementSteps)[number]

/**
 * Verifies a receipt in JSON, a text or its bytes in UTF-8, without a connection. Returns the outcome of each step; never
 * `passed` where anything is missing but witnesses that no policy asks for. Throws a ProofError for malformed keys in
 * `trusted` only.
 */
export async function verifyReceipt(receipt: unknown, trusted: Trusted): Promise<Verdict<StepName>> {
  const keys = parseTrusted(trusted)
  const parsed = attempt(() => parseReceipt(receipt))
  const isMovement = !(parsed instanceof ProofError) && parsed.kind === 'movement'
  return runSteps<StepName>(['format', ...(isMovement ? movementSteps : contractSteps)], async (judge) => {
    const known = await judge('format', () => judgeFormat(parsed))
    return known.kind === 'contract' ? verifyContract(known, keys, judge) : verifyMovement(known, keys, judge)
  })
}

/**
 * Verifies an acceptance with its order in JSON. It cannot show that the log of events contains the batch: that step is
 * not judged before the promised time, and absent after it.
 */
export async function verifyAcceptance(
  receipt: unknown,
  trusted: Trusted,
): Promise<Verdict<(typeof acceptanceSteps)[number]>> {
  const keys = parseTrusted(trusted)
  return runSteps(acceptanceSteps, async (judge) => {
    const parsed = await judge('format', () => ({ value: parseAcceptanceReceipt(receipt), evidence: {} }))
    const { promiseMs } = await judge('acceptance', () => judgeAcceptance(parsed, keys))
    await judge('placed-in-log', () => judgePromise(promiseMs, keys))
  })
}

/** Verifies one ledger entry. Throws a ProofError at the first step that fails. */
async function verifyMovement(
  receipt: MovementReceipt,
  trusted: TrustedKeys,
  judge: Judge<(typeof movementSteps)[number]>,
): Promise<void> {
  await judge('movement-in-log', () => judgeMovement(receipt))
  const shards = await judge('signatures', () => judgeSignatures({ ticks: [], events: receipt.events }, trusted))
  await judge('witnesses', () => judgeWitnesses(shards, trusted))
}

function judgeMovement({ moved, events: [shard] }: MovementReceipt): Judgement<null> {
  const { batch, item, leaf } = moved
  ensureSealed(moved, batch.value)
  const { kind, atMs } = item.value
  ensure(atMs === batch.value.atMs, 'wrong-data', 'The movement was not booked when its batch was.')
  const isOfOrders = batch.value.kind === placedKind || batch.value.kind === settledKind
  ensure(!isOfOrders, 'wrong-data', 'A batch of orders has items of orders only.')
  ensureLogged(shard, [batchLeaf(moved)])
  return { value: null, evidence: { leaf: `${leaf}`, kind, atMs: `${atMs}` } }
}

function judgePromise(promiseMs: number, { nowMs }: TrustedKeys): Judgement<null> {
  const isOverdue = nowMs !== undefined && nowMs > promiseMs
  return { value: null, evidence: { promiseMs: `${promiseMs}` }, state: isOverdue ? 'absent' : 'not-judged' }
}

function judgeFormat(parsed: Receipt | ProofError): Judgement<Receipt> {
  if (parsed instanceof ProofError) throw parsed
  return { value: parsed, evidence: { kind: parsed.kind } }
}

function attempt<Value>(run: () => Value): Value | ProofError {
  try {
    return run()
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
}
