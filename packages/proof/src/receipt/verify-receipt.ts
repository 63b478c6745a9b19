import { ensure, ProofError } from '../errors.ts'
import type { MovementReceipt, Receipt } from './receipt.ts'
import { parseAcceptanceReceipt, parseReceipt } from './receipt-text.ts'
import { batchLeaf, ensureLogged, ensureOfCell, ensureSealed, placedKind, settledKind } from './sealed.ts'
import { judgeSignatures, judgeWitnesses, parseTrusted } from './trust.ts'
import type { Trusted, TrustedKeys } from './trust.ts'
import { runSteps } from './verdict.ts'
import type { Judge, Judgement, Verdict } from './verdict.ts'
import { contractSteps, judgeAcceptance, verifyContract } from './verify-contract.ts'

/** The steps of a movement's receipt after its form. */
export const movementSteps = ['movement-in-log', 'signatures', 'witnesses'] as const
/** The steps of an acceptance. */
export const acceptanceSteps = ['format', 'acceptance', 'placed-in-log'] as const

type AcceptanceStep = (typeof acceptanceSteps)[number]
/** Every step that a verification may have. */
export type StepName = 'format' | (typeof contractSteps)[number] | (typeof movementSteps)[number]

/**
 * Verifies a receipt in JSON, a text or its bytes in UTF-8, without a connection. Returns the outcome of each step;
 * never `passed` where anything is missing but witnesses that no policy asks for. Throws a ProofError for malformed
 * keys in `trusted` only.
 */
export async function verifyReceipt(receipt: unknown, trusted: Trusted): Promise<Verdict<StepName>> {
  return receiptVerifier(trusted).verifyReceipt(receipt)
}

/**
 * Verifies an acceptance with its order in JSON. It cannot show that the log of events contains the batch: that step is
 * not judged before the promised time, and absent after it.
 */
export async function verifyAcceptance(receipt: unknown, trusted: Trusted): Promise<Verdict<AcceptanceStep>> {
  return receiptVerifier(trusted).verifyAcceptance(receipt)
}

/** Verifies any number of receipts by the same keys, and each note that they share once. */
export interface ReceiptVerifier {
  /** As the function of this name. */
  verifyReceipt(receipt: unknown): Promise<Verdict<StepName>>
  /** As the function of this name. */
  verifyAcceptance(receipt: unknown): Promise<Verdict<AcceptanceStep>>
  /** How many signatures were computed and found valid so far. */
  signatureCount(): number
}

/** Throws a ProofError for malformed keys. */
export function receiptVerifier(trusted: Trusted): ReceiptVerifier {
  const keys = parseTrusted(trusted)
  return {
    verifyReceipt: (receipt) => verifyReceiptBy(keys, receipt),
    verifyAcceptance: (receipt) => verifyAcceptanceBy(keys, receipt),
    signatureCount: () => keys.notes.signatures,
  }
}

/** As `verifyReceipt`. */
export function verifyReceiptBy(keys: TrustedKeys, receipt: unknown): Promise<Verdict<StepName>> {
  const parsed = attempt(() => parseReceipt(receipt))
  const isMovement = !(parsed instanceof ProofError) && parsed.kind === 'movement'
  return runSteps<StepName>(['format', ...(isMovement ? movementSteps : contractSteps)], async (judge) => {
    const known = await judge('format', () => judgeFormat(parsed))
    return known.kind === 'contract' ? verifyContract(known, keys, judge) : verifyMovement(known, keys, judge)
  })
}

/** As `verifyAcceptance`. */
export function verifyAcceptanceBy(keys: TrustedKeys, receipt: unknown): Promise<Verdict<AcceptanceStep>> {
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
  await judge('movement-in-log', () => judgeMovement(receipt, trusted))
  const shards = await judge('signatures', () => judgeSignatures({ ticks: [], events: receipt.events }, trusted))
  await judge('witnesses', () => judgeWitnesses(shards, trusted))
}

function judgeMovement({ moved, events: [shard] }: MovementReceipt, trusted: TrustedKeys): Judgement<null> {
  const { batch, item, leaf } = moved
  ensureSealed(moved, batch.value)
  const { kind, atMs } = item.value
  ensure(atMs === batch.value.atMs, 'wrong-data', 'The movement was not booked when its batch was.')
  const isOfOrders = batch.value.kind === placedKind || batch.value.kind === settledKind
  ensure(!isOfOrders, 'wrong-data', 'A batch of orders has items of orders only.')
  ensureOfCell(batch.value, trusted)
  ensureLogged(shard, [batchLeaf(moved)], trusted)
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
