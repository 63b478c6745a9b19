import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { promisify } from 'node:util'
import type { Config } from '../../server/src/platform/config/index.ts'
import { LaunchError } from './launch-error.ts'

const run = promisify(execFile)
/** A service for keys may be far away; a start must not wait for one that is gone. */
const commandTimeoutMs = 30_000
const shortest = 32

/** The keys that encrypt `secrets.json`: the present one, and the one from before, which only opens it. */
export interface KeyEncryptionKeys {
  /** Null where the file is stored in clear. */
  readonly present: string | null
  readonly former: string | null
}

/** No key: `secrets.json` is stored in clear, as in a sandbox. */
export const noEncryption: KeyEncryptionKeys = { present: null, former: null }

/** Reads the keys that the settings name. Throws LaunchError, which never contains a key or a command's output. */
export async function readKeyEncryptionKeys({
  kek,
  formerKek,
}: Pick<Config, 'kek' | 'formerKek'>): Promise<KeyEncryptionKeys> {
  return { present: await readKey('CANDOR_KEK', kek), former: await readKey('CANDOR_FORMER_KEK', formerKek) }
}

/** Reads the key that one setting names; null where it is not set. Throws LaunchError. */
export async function readKey(name: string, setting: string): Promise<string | null> {
  if (setting === '') return null
  const [, source, where = ''] = /^(file|command):(.+)$/s.exec(setting) ?? []
  const key = (await textOf(name, setting, { source, where })).trim()
  if (key.length < shortest) throw new LaunchError(`${name} must give a key of at least ${shortest} characters.`)
  return key
}

function textOf(
  name: string,
  setting: string,
  { source, where }: { readonly source: string | undefined; readonly where: string },
): Promise<string> {
  if (source === 'file') return fromFile(name, where)
  return source === 'command' ? fromCommand(name, where) : Promise.resolve(setting)
}

function fromFile(name: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new LaunchError(`${name} names the file ${path}, which cannot be read.`)
  })
}

/** Standard output of a command of the operator's, such as the client of a service for keys. */
async function fromCommand(name: string, command: string): Promise<string> {
  const [shell, flag] = process.platform === 'win32' ? ['cmd.exe', '/c'] : ['/bin/sh', '-c']
  try {
    return (await run(shell, [flag, command], { timeout: commandTimeoutMs })).stdout
  } catch {
    throw new LaunchError(`The command of ${name} failed, or printed no key within ${commandTimeoutMs / 1_000} s.`)
  }
}
