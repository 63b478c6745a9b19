import type { Config } from '../../apps/server/src/platform/config/index.ts'
import { addressFor } from '../../apps/server/src/platform/postgres/migrate.ts'
import { withPool } from '../../apps/server/src/platform/postgres/pool.ts'
import type { Database as Owner } from '../../apps/server/src/platform/transaction.ts'
import { createLogSigner, readGuards } from '../../apps/server/src/modules/transparency/index.ts'
import { rotateServerKey, rotateVaultKey } from '../../apps/server/src/roles/rotation.ts'
import type { KeyChange, Rotated } from '../../apps/server/src/roles/rotation.ts'
import { objectStoreOf } from '../../apps/server/src/roles/vault.ts'
import { dataOption, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { configOf } from '../../apps/launcher/src/data-command.ts'
import { newSecrets, storeSecrets } from '../../apps/launcher/src/data-folder.ts'
import type { DataFolder } from '../../apps/launcher/src/data-folder.ts'
import { addressesOf, openKnownFolder } from '../../apps/launcher/src/database-access.ts'
import { LaunchError } from '../../apps/launcher/src/launch-error.ts'
import { changeOwnPassword, isInUse } from './running-store.ts'

type SecretName = keyof typeof newSecrets
/** Keys that data depends on: the next one is stored before the data is changed. */
type DataKey = keyof DataFolder['secrets']['next']

/** Each key, and what its replacement costs. */
const keys: Readonly<Record<SecretName | 'formerServerKeys', string>> = {
  serverKey: "the server's key; every device counts as unknown, codes under way end, payment passwords go on",
  vaultKey: 'the key of photos, names, document and bank numbers; costs nothing but time',
  ownerPassword: "the password of the database's owner",
  appPassword: "the server's password at the database",
  marketPassword: "the market's",
  watcherPassword: "the watcher's",
  verifierPassword: "the verifier's",
  logPassword: "the price log's",
  pushKey: 'the key of notifications (VAPID); each device subscribes again when its app is next opened',
  outboxKey: "the key of the sandbox's mail; the link with the old one ends",
  ticksLogKey: 'the key that signs the log of prices; the log announces the new one, signed by the old one',
  eventsLogKey: 'that of the log of events',
  acceptanceKey: 'the key that signs the acceptance of orders; the log of events announces the new one',
  reviewerKey: "the key of the sandbox's reviewers",
  inviteCode: 'the first invitation code',
  formerServerKeys:
    'forgets earlier server keys; payment passwords and recovery codes that were not used since have to be set again',
}

/** `npm run rotate`: its keys and options. */
export const rotateCommand = {
  name: 'rotate',
  synopsis: 'KEY [OPTION ...]',
  about: 'Replaces a key of a data folder while Candor is stopped. Repeat it where it was interrupted.',
  sections: { Keys: keys },
  options: {
    data: dataOption,
  },
  examples: { serverKey: 'Another server key', 'vaultKey --data /srv/candor': 'In another data folder' },
} as const

/** Settings that replace a key of the folder: then the key in use is elsewhere. */
const settingsOf: Readonly<Partial<Record<SecretName, readonly [keyof Config, string]>>> = {
  serverKey: ['secret', 'CANDOR_SECRET'],
  vaultKey: ['vaultKey', 'CANDOR_VAULT_KEY'],
  ownerPassword: ['databaseUrl', 'DATABASE_URL'],
  pushKey: ['pushKey', 'CANDOR_PUSH_KEY'],
  ticksLogKey: ['ticksLogKey', 'CANDOR_TICKS_LOG_KEY'],
  eventsLogKey: ['eventsLogKey', 'CANDOR_EVENTS_LOG_KEY'],
  acceptanceKey: ['acceptanceKey', 'CANDOR_ACCEPTANCE_KEY'],
  outboxKey: ['outboxKey', 'CANDOR_OUTBOX_KEY'],
  reviewerKey: ['sandboxReviewer', 'CANDOR_SANDBOX_REVIEWER'],
  inviteCode: ['invite', 'CANDOR_INVITE'],
}

/**
 * Replaces a key of a data folder. Returns the text to print, or null for an unknown key. Throws LaunchError or
 * ConfigError, such as while Candor runs.
 */
export async function runRotateCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const { positionals, values } = readCommandLine(rotateCommand, words)
  const [name = ''] = positionals
  if (!isKey(name) || positionals.length > 1) return null
  const config = configOf(values, environment)
  const [setting, variable] = (name === 'formerServerKeys' ? undefined : settingsOf[name]) ?? []
  if (setting !== undefined && config[setting] !== '')
    throw new LaunchError(`${variable} is set, and Candor uses no ${name} of the data folder; replace it there.`)
  const folder = await openKnownFolder(config)
  const other = Object.entries(folder.secrets.next).find(([begun, key]) => key !== undefined && begun !== name)
  if (other !== undefined)
    throw new LaunchError(`A rotation of ${other[0]} was interrupted; npm run rotate -- ${other[0]} completes it.`)
  return withOwner(folder, config.databaseUrl, (owner) => rotate(name, folder, { owner, config }))
}

function isKey(name: string): name is keyof typeof keys {
  return Object.hasOwn(keys, name)
}

/** Runs on the stopped Candor's database, as its owner. */
async function withOwner<T>(folder: DataFolder, databaseUrl: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  const access = await addressesOf(folder, databaseUrl)
  try {
    const ownerUrl = await openedBy(access.ownerUrl, folder.secrets.next.ownerPassword)
    const stopped = async (owner: Owner): Promise<T> => {
      if (await isInUse(owner)) throw new LaunchError(`Candor runs on ${folder.path}; stop it first.`)
      return work(owner)
    }
    return await withPool(ownerUrl, 'rotate', stopped, { queryTimeoutMs: 0 })
  } finally {
    await access.close()
  }
}

/** The owner's address, with the next password where an interrupted rotation has set it already. */
async function openedBy(ownerUrl: string, nextPassword: string | undefined): Promise<string> {
  if (nextPassword === undefined) return ownerUrl
  const nextUrl = addressFor(ownerUrl, { password: nextPassword })
  return (await opensLogin(nextUrl)) ? nextUrl : ownerUrl
}

const wrongPassword = '28P01'

async function opensLogin(url: string): Promise<boolean> {
  try {
    await withPool(url, 'rotate', async (pool) => (await pool.connect()).release())
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === wrongPassword) return false
    throw error
  }
}

interface Reach {
  readonly owner: Owner
  readonly config: Config
}

async function rotate(name: keyof typeof keys, folder: DataFolder, reach: Reach): Promise<string> {
  const { secrets } = folder
  if (name === 'formerServerKeys') {
    await storeSecrets(folder, { ...secrets, formerServerKeys: [] })
    return `Forgot ${secrets.formerServerKeys.length} earlier server keys.`
  }
  if (name === 'ticksLogKey' || name === 'eventsLogKey') return rotateLogKey(name, folder, reach)
  if (!isDataKey(name)) {
    await storeSecrets(folder, { ...secrets, [name]: newSecrets[name]() })
    return `Replaced ${name}: the next npm start uses it.`
  }
  // Stored first: whatever is changed to it can be opened, and a start before the end is refused.
  const next = secrets.next[name] ?? newSecrets[name]()
  const begun = await storeSecrets(folder, { ...secrets, next: { [name]: next } })
  const { rows, objects } = await changeData(name, { next, former: secrets[name] }, { folder: begun, ...reach })
  const former = name === 'serverKey' ? [secrets.serverKey, ...secrets.formerServerKeys] : secrets.formerServerKeys
  await storeSecrets(begun, { ...secrets, [name]: next, formerServerKeys: former, next: {} })
  return `Replaced ${name}: changed ${rows} rows and ${objects} stored photos. Keep a copy of the new secrets.json.`
}

/** The key from before is kept: by it the log announces the new one, and only then is signed by that. */
async function rotateLogKey(
  name: 'ticksLogKey' | 'eventsLogKey',
  folder: DataFolder,
  { owner }: Reach,
): Promise<string> {
  const { secrets } = folder
  const [log, formerName] =
    name === 'ticksLogKey' ? (['ticks', 'formerTicksLogKey'] as const) : (['events', 'formerEventsLogKey'] as const)
  const newest = (await readGuards(owner, log)).at(-1)
  // A key that was replaced before it signed anything is forgotten, and the one before it goes on.
  const hasSigned = newest === undefined || createLogSigner(secrets[name]).vkey(newest.origin) === newest.vkey
  const former = hasSigned ? secrets[name] : secrets[formerName]
  await storeSecrets(folder, { ...secrets, [name]: newSecrets[name](), [formerName]: former })
  return `Replaced ${name}: after the next npm start the log announces it. Keep a copy of the new secrets.json.`
}

function isDataKey(name: SecretName): name is DataKey {
  return name === 'serverKey' || name === 'vaultKey' || name === 'ownerPassword'
}

/** Changes what depends on a key. Each way can be repeated after an interruption. */
async function changeData(
  name: DataKey,
  change: KeyChange,
  { folder, owner, config }: Reach & { readonly folder: DataFolder },
): Promise<Rotated> {
  if (name === 'ownerPassword') {
    await changeOwnPassword(owner, change.next)
    return { rows: 0, objects: 0 }
  }
  if (name === 'vaultKey') return rotateVaultKey(owner, change, objectStoreOf({ ...config, data: folder.path }))
  return rotateServerKey(owner, change, config.vaultKey === '' ? folder.secrets.vaultKey : config.vaultKey)
}
