import { toHex, utf8Bytes, utf8Text } from './bytes.ts'
import { ensure, ProofError } from './errors.ts'
import { parseVerifierKey } from './note-key.ts'
import type { VerifierKey } from './note-key.ts'

/** Which logs are accepted, and which cosignatures a checkpoint needs (c2sp.org/tlog-policy of 2026-07-22). */
export interface Policy {
  /** May be empty where the logs are known from elsewhere. */
  readonly logs: readonly PolicyLog[]
  readonly witnesses: readonly PolicyWitness[]
  readonly quorum: Quorum
}

export interface PolicyLog {
  /** Its name is the log's origin. */
  readonly key: VerifierKey
  readonly url?: string
}

export interface PolicyWitness {
  /** The name inside of the policy; the key has another one. */
  readonly name: string
  readonly key: VerifierKey
  readonly url?: string
}

/** The rule for cosignatures: nothing, one witness, or at least `threshold` members. */
export type Quorum =
  | { readonly kind: 'none' }
  | { readonly kind: 'witness'; readonly witness: PolicyWitness }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly threshold: number
      readonly members: readonly Quorum[]
    }

/** Bounds on policies; the specification asks for 32 logs, 32 witnesses and 32 groups at least. */
export const policyLimits = { bytes: 500_000, logs: 64, witnesses: 64, groups: 64 } as const

/**
 * Parses a policy file. Throws `malformed` for lines outside of the format, `wrong-key` for keys of the wrong kind or
 * named twice, and `too-large` beyond `policyLimits`. A last line without newline is refused: it may have been cut off.
 */
export function parsePolicy(file: Uint8Array | string): Policy {
  ensure(file.length <= policyLimits.bytes, 'too-large', `The policy has more than ${policyLimits.bytes} bytes.`)
  const octets = octetText(typeof file === 'string' ? utf8Bytes(file) : file)
  ensure(octets === '' || octets.endsWith('\n'), 'malformed', 'The last line of the policy does not end.')
  const reader = new PolicyReader()
  for (const line of octets.split('\n')) {
    const [keyword, ...items] = line.split(/[ \t]+/).filter((item) => item !== '')
    if (keyword !== undefined && !keyword.startsWith('#')) reader.read(keyword, items)
  }
  return reader.policy()
}

/** Whether the quorum holds, given which witnesses cosigned. */
export function hasQuorum(quorum: Quorum, isCosigned: (witness: PolicyWitness) => boolean): boolean {
  switch (quorum.kind) {
    case 'none':
      return true
    case 'witness':
      return isCosigned(quorum.witness)
    case 'group':
      return quorum.members.filter((member) => hasQuorum(member, isCosigned)).length >= quorum.threshold
  }
}

/** Collects the lines of a policy. Names are opaque bytes, kept here as one character a byte. */
class PolicyReader {
  readonly #logs: PolicyLog[] = []
  readonly #witnesses: PolicyWitness[] = []
  /** Witnesses and groups share their names. */
  readonly #named = new Map<string, Quorum>()
  readonly #members = new Set<string>()
  #groupCount = 0
  #quorum: Quorum | undefined

  read(keyword: string, items: readonly string[]): void {
    switch (keyword) {
      case 'log':
        return this.#readLog(items)
      case 'witness':
        return this.#readWitness(items)
      case 'group':
        return this.#readGroup(items)
      case 'quorum':
        return this.#readQuorum(items)
      default:
        throw new ProofError('malformed', 'A line of the policy begins with an unknown word.')
    }
  }

  policy(): Policy {
    ensure(this.#quorum !== undefined, 'malformed', 'The policy has no quorum line.')
    return { logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum }
  }

  #readLog([vkey, url, ...rest]: readonly string[]): void {
    ensure(vkey !== undefined && rest.length === 0, 'malformed', 'A log line is not a key and perhaps a URL.')
    ensure(this.#logs.length < policyLimits.logs, 'too-large', `The policy has more than ${policyLimits.logs} logs.`)
    const key = parseVerifierKey(decoded(vkey))
    ensure(key.type === 'ed25519', 'wrong-key', 'The key of a log is of the type for witnesses.')
    ensureNew(key, this.#logs)
    this.#logs.push({ key, ...urlOf(url) })
  }

  #readWitness([name, vkey, url, ...rest]: readonly string[]): void {
    ensure(
      name !== undefined && vkey !== undefined && rest.length === 0,
      'malformed',
      'A witness line is not a name, a key and perhaps a URL.',
    )
    ensure(
      this.#witnesses.length < policyLimits.witnesses,
      'too-large',
      `The policy has more than ${policyLimits.witnesses} witnesses.`,
    )
    const key = parseVerifierKey(decoded(vkey))
    ensure(key.type !== 'ed25519', 'wrong-key', 'The key of a witness is of the type for logs.')
    ensureNew(key, this.#witnesses)
    const witness = { name: shown(name), key, ...urlOf(url) }
    this.#define(name, { kind: 'witness', witness })
    this.#witnesses.push(witness)
  }

  #readGroup([name, count, ...names]: readonly string[]): void {
    ensure(
      name !== undefined && count !== undefined && names.length > 0,
      'malformed',
      'A group line is not a name, a count and members.',
    )
    this.#groupCount += 1
    ensure(
      this.#groupCount <= policyLimits.groups,
      'too-large',
      `The policy has more than ${policyLimits.groups} groups.`,
    )
    const members = names.map((member) => {
      ensure(!this.#members.has(member), 'malformed', 'A name of the policy is a member of groups twice.')
      this.#members.add(member)
      return this.#find(member)
    })
    this.#define(name, { kind: 'group', name: shown(name), threshold: thresholdOf(count, members.length), members })
  }

  #readQuorum([name, ...rest]: readonly string[]): void {
    ensure(name !== undefined && rest.length === 0, 'malformed', 'A quorum line is not a name.')
    ensure(this.#quorum === undefined, 'malformed', 'The policy has more than one quorum line.')
    this.#quorum = name === noneName ? { kind: 'none' } : this.#find(name)
  }

  #define(name: string, quorum: Quorum): void {
    ensure(name !== noneName && !this.#named.has(name), 'malformed', 'A name of the policy is defined twice.')
    this.#named.set(name, quorum)
  }

  #find(name: string): Quorum {
    const found = this.#named.get(name)
    ensure(found !== undefined, 'malformed', 'A name of the policy is not defined on a line before its use.')
    return found
  }
}

const noneName = 'none'

function thresholdOf(count: string, members: number): number {
  if (count === 'any') return 1
  if (count === 'all') return members
  ensure(/^[1-9][0-9]{0,3}$/.test(count), 'malformed', 'The count of a group is not any, all or a number from 1.')
  ensure(Number(count) <= members, 'malformed', 'The count of a group is above the number of its members.')
  return Number(count)
}

/** Two keys are the same where their public key is, whatever their names and types. */
function ensureNew({ publicKey }: VerifierKey, known: readonly { readonly key: VerifierKey }[]): void {
  const isKnown = known.some(({ key }) => toHex(key.publicKey) === toHex(publicKey))
  ensure(!isKnown, 'wrong-key', 'A key of the policy is listed twice.')
}

/** One character for each octet. Allowed are tab, newline, printable ASCII and everything above. */
function octetText(bytes: Uint8Array): string {
  const isAllowed = bytes.every((byte) => byte === 0x09 || byte === 0x0a || (byte >= 0x20 && byte !== 0x7f))
  ensure(isAllowed, 'malformed', 'The policy contains a control character.')
  let text = ''
  // A call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 4096)
    text += String.fromCharCode(...bytes.subarray(start, start + 4096))
  return text
}

/** The UTF-8 text of octets. */
function decoded(octets: string): string {
  return utf8Text(bytesOf(octets))
}

/** The octets as text to show, with replacement characters where they are no UTF-8. */
function shown(octets: string): string {
  return new TextDecoder().decode(bytesOf(octets))
}

function bytesOf(octets: string): Uint8Array {
  return Uint8Array.from(octets, (character) => character.charCodeAt(0))
}

function urlOf(octets: string | undefined): { readonly url?: string } {
  return octets === undefined ? {} : { url: shown(octets) }
}
