import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePolicy, ProofError } from '@candor/proof'
import type { Config } from './config.ts'

/** The operator's policy where the setting names none, in the data folder. */
const policyFile = 'witnesses.txt'

/** A policy in the setting itself, with its last line ended; null where the setting is the path of one, or empty. */
export function policyInSetting(setting: string): string | null {
  const isPolicy = setting.includes('\n') || /^\s*(log|witness|group|quorum|#)\s/.test(setting)
  if (!isPolicy) return null
  return setting.endsWith('\n') ? setting : `${setting}\n`
}

/** The path of the policy where the setting is none itself. */
export function policyPath({ witnesses, data }: Pick<Config, 'witnesses' | 'data'>): string {
  return witnesses === '' ? join(data, policyFile) : witnesses
}

/** The address at which a witness can be asked; null for one that nothing can be sent to. */
export function witnessAddress(url: string | undefined): URL | null {
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : null
  const isUsable = address !== null && ['http:', 'https:'].includes(address.protocol) && address.username === ''
  return isUsable ? address : null
}

/** Whether an address is on loopback. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Whether the policy lists a witness that is asked at an address elsewhere. A policy that is missing or malformed lists
 * none.
 */
export function hasIndependentWitness(config: Pick<Config, 'witnesses' | 'data'>): boolean {
  try {
    const policy = policyInSetting(config.witnesses) ?? readFileSync(policyPath(config), 'utf8')
    return parsePolicy(policy).witnesses.some(({ url }) => {
      const address = witnessAddress(url)
      return address !== null && !isLoopback(address)
    })
  } catch (error) {
    // A file that cannot be read, whatever the cause, names no witness: the gap stays.
    if (error instanceof ProofError || (error instanceof Error && 'code' in error)) return false
    throw error
  }
}
