import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WitnessPlace } from '@candor/api'
import { formatVerifierKey, nullIfMalformed, parsePolicy, parseVerifierKey, toHex } from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import { isLoopback, policyInSetting, policyPath, witnessAddress } from '../../platform/config/witness-policy.ts'
import type { ListedWitness } from './witness-store.ts'

/** The witnesses on this machine that registered themselves with the sandbox, in the data folder. */
export const localFile = 'witnesses-here.txt'

/** A witness with its key, and where it is asked; null where the policy has no address for it. */
export interface Witness extends ListedWitness {
  readonly key: VerifierKey
  readonly url: string | null
}

export interface WitnessSettings {
  /** A policy (c2sp.org/tlog-policy) or the path of one; empty for the file in the data folder. */
  readonly witnesses: string
  /** Key and address of the sandbox's own witness, with a space between them; empty without one. */
  readonly ownWitness: string
  readonly data: string
  readonly mode: 'sandbox' | 'live'
}

/** What the process asks and stores. */
export interface WitnessList {
  readonly witnesses: readonly Witness[]
  /** The operator's policy; empty without one. */
  readonly policy: string
}

/**
 * Reads the witnesses: those of the operator's policy, and in the sandbox its own and those on this machine. A key
 * counts once, and the sandbox's own never as another one. Throws a ProofError for a policy that is none.
 */
export async function readWitnessList(settings: WitnessSettings): Promise<WitnessList> {
  const policy = await policyText(settings)
  const isSandbox = settings.mode === 'sandbox'
  const found = [
    ...(isSandbox ? ownWitness(settings.ownWitness) : []),
    ...(policy === '' ? [] : witnessesIn(policy, isSandbox)),
    ...(isSandbox ? localWitnesses(await textOf(join(settings.data, localFile))) : []),
  ]
  const byKey = new Map<string, Witness>()
  for (const witness of found) {
    const key = toHex(witness.key.publicKey)
    if (!byKey.has(key)) byKey.set(key, witness)
  }
  return { witnesses: [...byKey.values()], policy }
}

async function policyText(settings: WitnessSettings): Promise<string> {
  return policyInSetting(settings.witnesses) ?? textOf(policyPath(settings))
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function ownWitness(setting: string): Witness[] {
  const [vkey, url] = setting.split(' ')
  if (vkey === undefined || url === undefined) return []
  return [witnessOf(parseVerifierKey(vkey), { url, place: 'own', isIndependent: false })]
}

/** The witnesses of a policy. One on this machine is independent in the sandbox only, where a trial counts. */
function witnessesIn(policy: string, isSandbox: boolean): Witness[] {
  return parsePolicy(policy).witnesses.map(({ key, url }) => {
    const address = witnessAddress(url)
    const isHere = address !== null && isLoopback(address)
    return witnessOf(key, {
      url: address?.href ?? null,
      place: isHere ? 'this-machine' : 'elsewhere',
      isIndependent: isSandbox || !isHere,
    })
  })
}

/** Only addresses on loopback: nobody else registers themselves. A file that is no list of witnesses has none. */
function localWitnesses(lines: string): Witness[] {
  if (lines === '') return []
  const witnesses = nullIfMalformed(() => witnessesIn(`${lines}quorum none\n`, true)) ?? []
  return witnesses.filter(({ place }) => place !== 'elsewhere')
}

function witnessOf(
  key: VerifierKey,
  { url, place, isIndependent }: { url: string | null; place: WitnessPlace; isIndependent: boolean },
): Witness {
  return { key, vkey: formatVerifierKey(key), name: key.name, url, place, isIndependent }
}
