import { fromBase64, parseDecimal, safeSize, toBase64 } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { hashBytes } from '../hash.ts'

/**
 * What the server signs when it accepts orders: the sealed items of their batch, and the time by which the log of
 * events contains them.
 */
export interface Acceptance {
  readonly host: string
  /** Together, the number of the batch in the ledger. */
  readonly stripe: number
  readonly seq: number
  readonly acceptedMs: number
  readonly itemCount: number
  readonly itemsRoot: Uint8Array
  readonly promiseMs: number
}

const originSuffix = '/acceptance'

/** The first line, which is also the name of the key. */
export function acceptanceOrigin(host: string): string {
  return `${host}${originSuffix}`
}

/** The text that is signed: six lines. Throws a ProofError for numbers out of range. */
export function formatAcceptance(acceptance: Acceptance): string {
  ensureAcceptance(acceptance)
  const { host, stripe, seq, acceptedMs, itemCount, itemsRoot, promiseMs } = acceptance
  const lines = [
    acceptanceOrigin(host),
    `${stripe} ${seq}`,
    String(acceptedMs),
    String(itemCount),
    toBase64(itemsRoot),
    String(promiseMs),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Parses the text, without signatures. Takes exactly what `formatAcceptance` writes. Throws a ProofError. */
export function parseAcceptance(text: string): Acceptance {
  const [origin = '', batch = '', acceptedMs = '', itemCount = '', root = '', promiseMs = '', ...rest] =
    text.split('\n')
  ensure(rest.length === 1 && rest[0] === '', 'malformed', 'The acceptance does not have six lines.')
  ensure(origin.endsWith(originSuffix), 'malformed', 'The first line of the acceptance is not its origin.')
  const [stripe = '', seq = '', ...more] = batch.split(' ')
  ensure(more.length === 0, 'malformed', 'The second line of the acceptance is not a stripe and a number.')
  const acceptance = {
    host: origin.slice(0, -originSuffix.length),
    stripe: parseDecimal(stripe),
    seq: parseDecimal(seq),
    acceptedMs: parseDecimal(acceptedMs),
    itemCount: parseDecimal(itemCount),
    itemsRoot: fromBase64(root),
    promiseMs: parseDecimal(promiseMs),
  }
  ensureAcceptance(acceptance)
  return acceptance
}

function ensureAcceptance({ host, itemsRoot, acceptedMs, promiseMs, ...numbers }: Acceptance): void {
  ensure(/^[^\s+]+$/.test(host), 'malformed', 'The host of the acceptance is empty or contains a space or a plus.')
  ensure(itemsRoot.length === hashBytes, 'malformed', 'The root of the acceptance does not have 32 bytes.')
  for (const number of [acceptedMs, promiseMs, ...Object.values(numbers)]) safeSize(number)
  ensure(promiseMs >= acceptedMs, 'out-of-range', 'The acceptance promises a time before it.')
}
