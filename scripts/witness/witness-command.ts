import { parseVerifierKey, ProofError } from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import { CommandLineError, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { Witness } from './add-checkpoint.ts'
import { openWitnessFolder } from './witness-folder.ts'
import { createWitnessServer } from './witness-server.ts'

/** `npm run witness`: its options. */
export const witnessCommand = {
  name: 'witness',
  synopsis: '--log KEY [--log KEY ...] [OPTION ...]',
  about:
    'Runs a witness (c2sp.org/tlog-witness 1.0.0): it cosigns a checkpoint of a log only if the log still contains\n' +
    'everything that the witness has seen of it. So a log cannot show different histories to different people.',
  options: {
    log: {
      type: 'string',
      value: 'KEY',
      text: 'The public key of a log; its name is the origin. Separate with commas',
    },
    name: { type: 'string', value: 'NAME', text: 'The name of the witness, such as example.org/witness' },
    data: { type: 'string', value: 'FOLDER', text: 'Where the key and the state are kept, instead of var/witness' },
    port: { type: 'string', value: 'NUMBER', text: 'The port, instead of 8790' },
    host: { type: 'string', value: 'ADDRESS', text: 'The address to listen at, instead of 127.0.0.1' },
  },
  examples: { '--log example.org/ticks/2026h2+0a1b2c3d+AbCd…': 'For one log' },
} as const

/** A witness that is running. */
export interface RunningWitness {
  readonly url: string
  /** The public key of the witness, as a verifier key. */
  readonly key: VerifierKey
  close(): Promise<void>
}

/** Starts a witness as the command line asks. Throws CommandLineError. */
export async function runWitnessCommand(args: readonly string[]): Promise<RunningWitness> {
  const { values, positionals } = readCommandLine(witnessCommand, args)
  if (positionals.length > 0 || values.log === undefined) throw new CommandLineError('Name a log by --log.')
  const keys = Map.groupBy(values.log.split(',').map(logKey), ({ name }) => name)
  const folder = await openWitnessFolder(values.data ?? 'var/witness', values.name ?? 'witness.localhost')
  const witness = new Witness({
    key: folder.key,
    state: folder,
    keysOf: (origin) => Promise.resolve(keys.get(origin) ?? []),
    nowSeconds: () => Math.floor(Date.now() / 1_000),
  })
  const server = createWitnessServer(witness, folder)
  const port = portOf(values.port ?? '8790')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, values.host ?? '127.0.0.1', resolve)
  })
  const address = server.address()
  const host = typeof address === 'object' && address !== null ? `${address.address}:${address.port}` : ''
  return {
    url: `http://${host}`,
    key: folder.key.key,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

function logKey(text: string): VerifierKey {
  try {
    const key = parseVerifierKey(text.trim())
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
