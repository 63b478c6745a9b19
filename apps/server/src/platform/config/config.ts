import * as z from 'zod/mini'
import { allRoles } from './process-settings.ts'
import { settings } from './settings.ts'
import type { Setting } from './settings.ts'

type SettingName = keyof typeof settings

type Parsed = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['value']> }

/** The settings of a process, parsed. */
export type Config = Omit<Parsed, 'consolePort'> & { readonly consolePort: number }

/** An invalid setting, described in one sentence for the person who set it. */
export class ConfigError extends Error {}

const byName: ReadonlyMap<string, Setting> = new Map(Object.entries(settings))

/**
 * Parses settings from the environment and the command line (which wins), once. Throws ConfigError, one sentence per
 * error, for an unknown flag or an invalid value.
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
): Config {
  const fromFlags = parseFlags(flags)
  const parsed: Record<string, unknown> = {}
  const errors: string[] = []
  for (const [name, setting] of byName) {
    const raw = fromFlags.get(name) ?? (environment[setting.env] || (setting.fallback ?? ''))
    const value = z.safeParse(setting.value, raw)
    if (value.success) parsed[name] = value.data
    else errors.push(...value.error.issues.map(({ message }) => errorText(setting, message, raw)))
  }
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return completeOrRefuse(parsed as Parsed)
}

function errorText(setting: Setting, message: string, raw: string): string {
  const shown = setting.isSecret === true ? '' : ` (it is “${raw}”)`
  return `${setting.flag ?? setting.env} ${message}${shown}.`
}

function completeOrRefuse(config: Parsed): Config {
  for (const [one, other] of setTogether)
    if ((config[one] === '') !== (config[other] === ''))
      throw new ConfigError(`${settings[one].env} and ${settings[other].env} must be set together.`)
  if (config.countryHeader !== '' && config.trustProxy.length === 0)
    throw new ConfigError(
      'CANDOR_COUNTRY_HEADER needs CANDOR_TRUST_PROXY: from anywhere else a caller could write any country.',
    )
  // The launcher has looked, and keeps both settings to itself.
  if (config.roles.length < allRoles.length && config.joined === 'off') {
    if (config.natsUrl === '')
      throw new ConfigError(
        'CANDOR_ROLES needs CANDOR_NATS_URL: without it the parts of Candor cannot reach one another.',
      )
    if (config.databaseUrl === '')
      throw new ConfigError('CANDOR_ROLES needs DATABASE_URL: the database of a data folder is for one start alone.')
  }
  return { ...config, consolePort: config.consolePort ?? (config.port === 0 ? 0 : config.port + 1) }
}

const setTogether: readonly (readonly [SettingName, SettingName])[] = [
  ['oandaToken', 'oandaAccount'],
  ['ethRpcUrl', 'ethXpub'],
  ['tronUrl', 'tronXpub'],
  ['s3Bucket', 's3KeyId'],
  ['s3KeyId', 's3Secret'],
  ['mapTiles', 'mapAttribution'],
  ['operatorName', 'operatorLicence'],
]

function parseFlags(flags: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (let index = 0; index < flags.length; index += 1) {
    const [flag = '', inline] = (flags[index] ?? '').split(/=(.*)/s)
    const name = [...byName].find(([, setting]) => setting.flag === flag)?.[0]
    if (name === undefined) throw new ConfigError(`${flag} is not a setting; --help lists them.`)
    const value = inline ?? flags[index + 1]
    if (value === undefined) throw new ConfigError(`${flag} needs a value.`)
    if (inline === undefined) index += 1
    values.set(name, value)
  }
  return values
}

/** Parses the settings of this process. Nothing else reads the environment. */
export function readConfig(): Config {
  return parseConfig(process.env, process.argv.slice(2))
}

/** The folder of recordings, for tests and trials, whose command line belongs to their runner. */
export function readRecordingsFolder(): string {
  return parseConfig({ [settings.recordings.env]: process.env[settings.recordings.env] }).recordings
}
