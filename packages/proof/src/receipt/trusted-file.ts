import { ensure } from '../errors.ts'
import { parseVerifierKey } from '../note-key.ts'
import { parsePolicy } from '../policy.ts'
import { elements, members, parseJson, sizeIn, textIn } from './json-value.ts'
import type { Trusted } from './trust.ts'

const names: ReadonlySet<string> = new Set(['ticks', 'events', 'acceptance', 'firstSlots', 'policy', 'cell'])

/**
 * Parses a file of trusted keys in JSON: the vkeys `ticks`, `events` and `acceptance`; if wished, `firstSlots` (the
 * first slot of a shard, by its origin), `policy` (witnesses, as c2sp.org/tlog-policy) and `cell` (the one whose logs
 * they sign). Throws a ProofError.
 */
export function parseTrustedFile(text: string): Trusted {
  const file = members(parseJson(text))
  const unknown = Object.keys(file).some((name) => !names.has(name))
  ensure(!unknown, 'malformed', 'The file has a member besides ticks, events, acceptance, firstSlots, policy and cell.')
  const { firstSlots, policy, cell } = file
  return {
    ticks: vkeysIn(file['ticks']),
    events: vkeysIn(file['events']),
    acceptance: vkeysIn(file['acceptance']),
    ...(firstSlots === undefined ? {} : { firstSlots: slotsIn(firstSlots) }),
    ...(policy === undefined ? {} : { policy: parsePolicy(textIn(policy)) }),
    ...(cell === undefined ? {} : { cell: sizeIn(cell) }),
  }
}

function vkeysIn(value: unknown): string[] {
  const vkeys = elements(value).map(textIn)
  for (const vkey of vkeys) parseVerifierKey(vkey)
  return vkeys
}

function slotsIn(value: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(members(value)).map(([origin, slot]) => [origin, sizeIn(slot)]))
}
