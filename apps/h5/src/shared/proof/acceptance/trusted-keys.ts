import { nullIfMalformed } from '@candor/proof'
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
 * Joins the keys that this device met first with those that the server shows. Each shard of a log has a name of its
 * own, under which the log's key signs it: a new name with a known key is a new shard. Another key is taken over only
 * if it was announced. Returns null for a file that is not one.
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
  const hosts = new Set(knownKeys.map(hostOf))
  const isOther = (log: ListName, vkey: string) => {
    const own = [...first[log], ...announced.flatMap((one) => (one.log === log ? [one.vkey] : []))]
    return !(own.includes(vkey) || (hosts.has(hostOf(vkey)) && (first[log].length === 0 || isOfShard(vkey, own))))
  }
  const joined = Object.fromEntries(
    lists.map((list) => [list, [...new Set([...first[list], ...server[list].filter((vkey) => !isOther(list, vkey))])]]),
  ) as Record<ListName, string[]>
  const firstSlots = { ...server.firstSlots, ...first.firstSlots }
  const policy = policyText(shown)
  const others = Object.keys(firstSlots).length === 0 ? {} : { firstSlots }
  return {
    trusted: {
      ...joined,
      ...others,
      ...(server.policy === undefined ? {} : { policy: server.policy }),
      ...(server.cell === undefined ? {} : { cell: server.cell }),
    },
    remembered: JSON.stringify({ ...joined, ...others, ...policyOf(policyText(known ?? '')) }),
    changed: lists.some((list) => server[list].some((vkey) => isOther(list, vkey))) ? server : null,
    hasOtherPolicy: policy !== policyText(known ?? ''),
  }
}

/** Whether a key is a known one under a name that is new. */
function isOfShard(vkey: string, known: readonly string[]): boolean {
  return known.some((one) => hostOf(one) === hostOf(vkey) && materialOf(one) === materialOf(vkey))
}

const hostOf = (vkey: string) => vkey.slice(0, vkey.indexOf('/'))
/** Type and public key in base64, after the name and the ID. */
const materialOf = (vkey: string) => vkey.split('+').slice(2).join('+')

/** What a file of keys trusts; null for a file that is not one. */
export function trustIn(text: string): Trusted | null {
  return nullIfMalformed(() => parseTrustedFile(text))
}

/** The policy as the file has it; empty where there is none. */
function policyText(text: string): string {
  const file: unknown = text === '' ? null : JSON.parse(text)
  return typeof file === 'object' && file !== null && 'policy' in file && typeof file.policy === 'string'
    ? file.policy
    : ''
}

const policyOf = (policy: string) => (policy === '' ? {} : { policy })
