import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Trusted } from '@candor/proof/receipt'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import { followServer, trustServer } from './follow-log.ts'
import { readTrust } from './trusted-keys.ts'

interface TrustOptions {
  readonly trust?: string | undefined
  readonly log?: string | undefined
  readonly data?: string | undefined
}

/**
 * The keys to verify by, and a line on where they are from: a named file, followed to a server's present keys where one
 * is named, else those of that server, else those of the data folder. Null where there are none. Throws UnreadableFile.
 */
export async function chooseTrust(
  { trust, log, data }: TrustOptions,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<Trusted | null> {
  if (trust !== undefined) {
    const trusted = await readTrust(trust)
    return log === undefined ? trusted : followServer(trusted, log, print)
  }
  if (log !== undefined) {
    print(`Trusts the keys that ${log} serves now: its operator could name others.`)
    return trustServer(log)
  }
  const config = parseConfig(environment, data === undefined ? [] : ['--data', data])
  const path = join(config.data, 'trusted.json')
  if ((await stat(path).catch(() => null))?.isFile() === true) {
    print(`Trusts the keys of ${resolve(path)}, the installation on this machine.`)
    return readTrust(path)
  }
  print(`There are no keys to trust: ${resolve(path)} does not exist, and neither --trust nor --log names any.`)
  return null
}
