import { formatVerifierKey, parseVerifierKey, ProofError } from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import { CommandLineError, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { Witness } from '../../apps/launcher/src/witness/add-checkpoint.ts'
import { openWitnessFolder } from '../../apps/launcher/src/witness/witness-folder.ts'
import { listen } from '../../apps/launcher/src/witness/witness-server.ts'
import { readTrust } from '../verify/trusted-keys.ts'
import { FollowedLogs } from './followed-logs.ts'
import { postJson, UnreadableLog } from './read-log.ts'

/** `npm run witness`: its options. */
export const witnessCommand = {
  name: 'witness',
  synopsis: '--log ADDRESS|KEY[,…] [OPTION ...]',
  about:
    'Runs a witness (c2sp.org/tlog-witness 1.0.0): it cosigns a checkpoint of a log only if the log still contains\n' +
    'everything that the witness has seen of it. So a log cannot show different histories to different people.',
  options: {
    log: {
      type: 'string',
      value: 'ADDRESS|KEY',
      text: 'A Candor, as https://host, or the public key of a log. Separate with commas',
    },
    trust: {
      type: 'string',
      value: 'TRUSTED.json',
      text: 'The keys to begin with, instead of those that an address shows',
    },
    name: { type: 'string', value: 'NAME', text: 'The name of the witness, such as example.org/witness' },
    data: { type: 'string', value: 'FOLDER', text: 'Where the key and the state are kept, instead of var/witness' },
    port: { type: 'string', value: 'NUMBER', text: 'The port, instead of 8790' },
    host: { type: 'string', value: 'ADDRESS', text: 'The address to listen at, instead of 127.0.0.1' },
    url: { type: 'string', value: 'ADDRESS', text: 'Where the log reaches this witness, instead of that address' },
  },
  examples: {
    '--log http://localhost:8080': 'For the logs of a Candor on this machine',
    '--log example.org/ticks/2026h2+0a1b2c3d+AbCd…': 'For one log, by its key',
  },
} as const

/** How often the keys at an address are read again. */
const refreshMs = 600_000

/** A witness that is running. */
export interface RunningWitness {
  readonly url: string
  /** The public key of the witness, as a verifier key. */
  readonly key: VerifierKey
  close(): Promise<void>
}

/** Starts a witness as the command line asks. Throws CommandLineError, UnreadableFile, UnreadableLog or FolderTaken. */
export async function runWitnessCommand(
  args: readonly string[],
  print: (line: string) => void = () => undefined,
): Promise<RunningWitness> {
  const { values, positionals } = readCommandLine(witnessCommand, args)
  if (positionals.length > 0 || values.log === undefined) throw new CommandLineError('Name a log by --log.')
  const logs = values.log.split(',').map((text) => text.trim())
  const addresses = logs.filter(isAddress).map((text) => new URL(text).origin)
  const keys = Map.groupBy(logs.filter((text) => !isAddress(text)).map(logKey), ({ name }) => name)
  const port = portOf(values.port ?? '8790')
  const trusted = values.trust === undefined ? null : await readTrust(values.trust)
  const path = values.data ?? 'var/witness'
  const folder = await openWitnessFolder(path, values.name ?? 'witness.localhost')
  try {
    const followed = await FollowedLogs.open({ path, folder, print, trusted })
    for (const address of addresses) await followed.follow(address)
    const refresh = refreshing(followed, addresses, print)
    const witness = new Witness({
      key: folder.key,
      state: folder,
      keysOf: (origin) => Promise.resolve([...(keys.get(origin) ?? []), ...followed.keysOf(origin)]),
      nowSeconds: () => Math.floor(Date.now() / 1_000),
      onCosigned: () => {
        if (followed.isWaiting) refresh()
      },
    })
    const listening = await listen({ witness, folder, port, host: values.host ?? '127.0.0.1' })
    const timer = setInterval(refresh, refreshMs).unref()
    const url = values.url ?? listening.url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//127.0.0.1:')
    const line = `witness ${folder.key.key.name} ${formatVerifierKey(folder.key.key)} ${url}`
    print(`The line of this witness in a policy (witnesses.txt of the data folder):\n${line}`)
    for (const address of addresses) await register(address, line, print)
    return {
      url: listening.url,
      key: folder.key.key,
      close: async () => {
        clearInterval(timer)
        await listening.close()
      },
    }
  } catch (error) {
    folder.close()
    throw error
  }
}

/**
 * Reads the keys of all addresses again, one call at a time. Where it is called meanwhile, it reads once more: the
 * reading under way may have been too early.
 */
function refreshing(followed: FollowedLogs, addresses: readonly string[], print: (line: string) => void): () => void {
  let isUnderWay = false
  let isWanted = false
  const follow = async () => {
    while (isWanted) {
      isWanted = false
      for (const address of addresses) await followed.follow(address)
    }
  }
  return () => {
    isWanted = true
    if (isUnderWay) return
    isUnderWay = true
    void follow()
      .catch((error: unknown) => print(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        isUnderWay = false
      })
  }
}

/** A sandbox on this machine takes its witnesses at once. Every other log has them listed by its operator. */
async function register(address: string, line: string, print: (line: string) => void): Promise<void> {
  if (!/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(address)) return
  const status = await postJson(new URL('/sandbox/witness', address), { witness: line }).catch((error: unknown) => {
    if (error instanceof UnreadableLog) return 0
    throw error
  })
  if (status === 201) print(`${address} is a sandbox and counts this witness, as one that was added on this machine.`)
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

function logKey(text: string): VerifierKey {
  try {
    const key = parseVerifierKey(text)
    if (key.type === 'ed25519') return key
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new CommandLineError(`--log is no public key of a log: ${error.message}`)
  }
  throw new CommandLineError('--log is the key of a witness, not of a log.')
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new CommandLineError('--port is not a port.')
  return port
}
