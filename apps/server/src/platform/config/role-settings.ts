import type { Config } from './config.ts'
import { settings } from './settings.ts'

/** The processes of the product. */
export type ProcessRole = 'server' | 'market' | 'watcher' | 'verifier' | 'log'

type SettingName = keyof Config

/** Settings of one process alone: mostly secrets, which no other process needs. */
const ofMarket: ReadonlySet<string> = new Set<SettingName>([
  'marketDatabaseUrl',
  'krakenUrl',
  'binanceUrl',
  'coinbaseUrl',
  'oandaToken',
  'oandaAccount',
  'oandaUrl',
  'twelveDataKey',
  'twelveDataUrl',
])
const ofWatcher: ReadonlySet<string> = new Set<SettingName>([
  'watcherDatabaseUrl',
  'ethRpcUrl',
  'ethToken',
  'ethXpub',
  'tronUrl',
  'tronKey',
  'tronToken',
  'tronXpub',
])
const ofVerifier: ReadonlySet<string> = new Set<SettingName>(['verifierDatabaseUrl', 'consoleOrigins'])
const ofLog: ReadonlySet<string> = new Set<SettingName>([
  'logDatabaseUrl',
  'ownWitness',
  'ticksLogKey',
  'eventsLogKey',
  'formerTicksLogKey',
  'formerEventsLogKey',
])
/**
 * Settings of the server that the log needs as well: the folder of its files, the name that both sign, the witnesses,
 * without which live mode does not start, and whether other starts may run a log, too.
 */
const ofServerAndLog: ReadonlySet<string> = new Set<SettingName>([
  'data',
  'allowedHosts',
  'logHost',
  'witnesses',
  'joined',
])
/** Settings that more than one process needs; none is a secret. */
const shared: ReadonlySet<string> = new Set<SettingName>(['feed', 'mode', 'logLevel'])
/** Settings of the launcher alone. */
const ofLauncher: ReadonlySet<string> = new Set<SettingName>([
  'databaseUrl',
  'recordings',
  'natsUrl',
  'natsCredentials',
  'kek',
  'formerKek',
  'backupKey',
])

function isOf(role: ProcessRole, name: string): boolean {
  if (shared.has(name)) return true
  if (role === 'market') return ofMarket.has(name)
  if (role === 'watcher') return ofWatcher.has(name)
  if (role === 'verifier') return ofVerifier.has(name)
  if (role === 'log') return ofLog.has(name) || ofServerAndLog.has(name)
  return ![ofMarket, ofWatcher, ofVerifier, ofLog, ofLauncher].some((names) => names.has(name))
}

/**
 * The environment of a process: what `outer`, by default that of this process, holds besides settings, and of the
 * settings those of the role alone, so that a process that is taken over has no other's secrets.
 */
export function environmentOf(
  role: ProcessRole,
  config: Config,
  outer: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> {
  const environment = { ...outer }
  for (const [name, { env }] of Object.entries(settings)) {
    Reflect.deleteProperty(environment, env)
    const value = Object.entries(config).find(([known]) => known === name)?.[1]
    if (isOf(role, name)) environment[env] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return environment
}
