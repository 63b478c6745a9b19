import { ProofError } from '@candor/proof'
import { parseTrustedFile } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'

/** The keys by which this device verifies, and how they compare with those that the server shows now. */
export interface TrustedKeys {
  readonly trusted: Trusted
  /** The file to remember: what was known, and the keys of shards that are new. */
  readonly remembered: string
  /** The server's own list, where it has another key under a known name, or another host; null otherwise. */
  readonly changed: Trusted | null
  /** Whether the witnesses or their quorum are others than this device first met. */
  readonly hasOtherPolicy: boolean
}

const lists = ['ticks', 'events', 'acceptance'] as const
type ListName = (typeof lists)[number]

/** A key of a log or of acceptances. */
interface ListedKey {
  readonly log: ListName
  readonly vkey: string
}

/**
 * Joins the keys that this device met first with those that the server shows. Each shard of a log has a name of its own,
 * so a new name under the same host is a new shard; another key under a known name is taken over only if it was
 * announced. Returns null for a file that is not one.
 */
export function joinKeys(
  known: string | null,
  shown: string,
  announced: readonly ListedKey[] = [],
): TrustedKeys | null {
  const server = trustIn(shown)
  if (server === null) return null
  const first = known === null ? null : trustIn(known)
  if (first === null) return { trusted: server, remembered: shown, changed: null, hasOtherPolicy: false }
  const knownKeys = lists.flatMap((list) => first[list])
  const isAnnounced = (log: ListName, vkey: string) => announced.some((one) => one.log === log && one.vkey === vkey)
  const isOther = (log: ListName, vkey: string) =>
    !knownKeys.includes(vkey) && isTaken(vkey, knownKeys) && !isAnnounced(log, vkey)
  const joined = Object.fromEntries(
    lists.map((list) => [list, [...new Set([...first[list], ...server[list].filter((vkey) => !isOther(list, vkey))])]]),
  ) as Record<ListName, string[]>
  const firstSlots = { ...server.firstSlots, ...first.firstSlots }
  const policy = policyText(shown)
  const others = Object.keys(firstSlots).length === 0 ? {} : { firstSlots }
  return {
    trusted: { ...joined, ...others, ...(server.policy === undefined ? {} : { policy: server.policy }) },
    remembered: JSON.stringify({ ...joined, ...others, ...policyOf(policyText(known ?? '')) }),
    changed: lists.some((list) => server[list].some((vkey) => isOther(list, vkey))) ? server : null,
    hasOtherPolicy: policy !== policyText(known ?? ''),
  }
}

/** Whether a known key has the same name, or none is of the same host. */
function isTaken(vkey: string, known: readonly string[]): boolean {
  return known.some((one) => nameOf(one) === nameOf(vkey)) || !known.some((one) => hostOf(one) === hostOf(vkey))
}

export const nameOf = (vkey: string) => vkey.slice(0, vkey.indexOf('+'))
export const hostOf = (vkey: string) => nameOf(vkey).split('/')[0]

/** What a file of keys trusts; null for a file that is not one. */
export function trustIn(text: string): Trusted | null {
  try {
    return parseTrustedFile(text)
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
}

/** The policy as the file has it; empty where there is none. */
function policyText(text: string): string {
  const file: unknown = text === '' ? null : JSON.parse(text)
  return typeof file === 'object' && file !== null && 'policy' in file && typeof file.policy === 'string'
    ? file.policy
    : ''
}

const policyOf = (policy: string) => (policy === '' ? {} : { policy })
