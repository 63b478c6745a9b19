import { createECDH, randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { createSeal } from '../../server/src/platform/vault/seal.ts'
import { replaceFile } from '../../server/src/platform/whole-file.ts'
import { noEncryption } from './key-encryption-key.ts'
import type { KeyEncryptionKeys } from './key-encryption-key.ts'
import { codeOf, LaunchError } from './launch-error.ts'

/** The secrets of a data folder: passwords of the database's roles, keys, and the first invitation code. */
export type Secrets = z.output<typeof secretsSchema>

const password = z.string().check(z.minLength(20))
/** Keys that data depends on. The next one is stored here while the data is changed to it. */
const nextSchema = z.object({
  ownerPassword: z.optional(password),
  serverKey: z.optional(password),
  vaultKey: z.optional(password),
})
const secretsSchema = z.object({
  ownerPassword: password,
  appPassword: password,
  marketPassword: password,
  watcherPassword: password,
  verifierPassword: password,
  logPassword: password,
  serverKey: password,
  outboxKey: password,
  vaultKey: password,
  pushKey: password,
  reviewerKey: password,
  ticksLogKey: password,
  eventsLogKey: password,
  acceptanceKey: password,
  /** The keys from before, by which the logs announce the present ones. */
  formerTicksLogKey: z.optional(password),
  formerEventsLogKey: z.optional(password),
  inviteCode: z.string().check(z.minLength(4)),
  /** Earlier server keys, newest first, which only verify what cannot be hashed again without its owner. */
  formerServerKeys: z._default(z.array(password), []),
  next: z._default(nextSchema, {}),
})

/** The names of the secrets in `secrets.json`. */
export const secretNames: readonly string[] = Object.keys(secretsSchema.shape)

/** A data folder that is ours, with its secrets. */
export interface DataFolder {
  readonly path: string
  readonly logs: string
  readonly secrets: Secrets
  /** The keys under which the secrets are stored. */
  readonly keys: KeyEncryptionKeys
}

/** Makes a new value of each secret that a rotation replaces. */
export const newSecrets = {
  ownerPassword: randomKey,
  appPassword: randomKey,
  marketPassword: randomKey,
  watcherPassword: randomKey,
  verifierPassword: randomKey,
  logPassword: randomKey,
  serverKey: randomKey,
  outboxKey: randomKey,
  vaultKey: randomKey,
  pushKey: randomSigningKey,
  reviewerKey: randomKey,
  ticksLogKey: randomLogKey,
  eventsLogKey: randomLogKey,
  acceptanceKey: randomLogKey,
  inviteCode: randomInviteCode,
} as const

/** Stores changed secrets, all or none, and returns the folder with them. */
export async function storeSecrets(folder: DataFolder, secrets: Secrets): Promise<DataFolder> {
  await writeSecrets(join(folder.path, 'secrets.json'), secrets, folder.keys)
  return { ...folder, secrets }
}

/** Throws LaunchError where a rotation was interrupted: some data may be under the next key already. */
export function requireFinishedRotation({ secrets }: Pick<DataFolder, 'secrets'>): void {
  const [begun] = Object.entries(secrets.next).filter(([, key]) => key !== undefined)
  if (begun !== undefined)
    throw new LaunchError(`A rotation of ${begun[0]} was interrupted; npm run rotate -- ${begun[0]} completes it.`)
}

/**
 * Opens the data folder, creating it and its secrets on first use. Secrets in clear, or under the former key, are
 * stored again under the present one. Throws LaunchError where the folder cannot be used.
 */
export async function openDataFolder(path: string, keys: KeyEncryptionKeys = noEncryption): Promise<DataFolder> {
  const folder = resolve(path)
  const logs = join(folder, 'logs')
  try {
    await makeFolder(logs)
    return { path: folder, logs, keys, secrets: await readSecrets(folder, keys) }
  } catch (error) {
    if (error instanceof LaunchError) throw error
    throw new LaunchError(`${reason(folder, codeOf(error))}; choose another folder with --data.`)
  }
}

/**
 * Makes a folder and its parents. Node's own recursive mkdir never returns where no folder can be made, such as in
 * /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o755 }).catch(async (error: unknown) => {
      const isFolder = codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()
      if (!isFolder) throw error
    })
  try {
    await make()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || (await exists(dirname(path)))) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function reason(folder: string, code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return `This user may not write to the data folder ${folder}`
  if (code === 'EROFS') return `The data folder ${folder} lies on a read-only disk`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `The data folder ${folder} is a file, or lies below one`
  if (code === 'ENOENT') return `The data folder ${folder} lies where no folder can be made`
  if (code === 'ENOSPC') return `The disk of the data folder ${folder} is full`
  return `The data folder ${folder} cannot be used (${code})`
}

async function readSecrets(folder: string, keys: KeyEncryptionKeys): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (text === null) return createSecrets(folder, file, keys)
  const stored = unsealed(file, text, keys)
  const { secrets, isNew } = completeSecrets(file, stored.text)
  if (isNew || !stored.isCurrent) await writeSecrets(file, secrets, keys)
  return secrets
}

/** What a sealed file holds; `sealed` is base64. */
const sealedSchema = z.object({ format: z.literal('candor-secrets-1'), sealed: z.base64() })
const sealContext = 'secrets.json'

/** The text of the secrets, and whether it is stored as the settings want it. */
function unsealed(
  file: string,
  text: string,
  { present, former }: KeyEncryptionKeys,
): { readonly text: string; readonly isCurrent: boolean } {
  const sealed = sealedIn(text)
  if (sealed === null) return { text, isCurrent: present === null }
  if (present === null) throw new LaunchError(`${file} is encrypted; set CANDOR_KEK to the key that opens it.`)
  for (const key of [present, former]) {
    const opened = key === null ? null : openedWith(key, sealed)
    if (opened !== null) return { text: opened, isCurrent: key === present }
  }
  throw new LaunchError(
    `CANDOR_KEK does not open ${file}; set it to the key under which the file was stored, or CANDOR_FORMER_KEK to that key.`,
  )
}

/** Null for secrets in clear, damaged ones included. */
function sealedIn(text: string): Buffer | null {
  try {
    return Buffer.from(sealedSchema.parse(JSON.parse(text)).sealed, 'base64')
  } catch {
    return null
  }
}

function openedWith(key: string, sealed: Buffer): string | null {
  try {
    return createSeal(key, sealContext).open(sealed, sealContext)
  } catch {
    return null
  }
}

/** Keys added by later versions: an older folder gets them at its next start. */
const laterKeys = {
  vaultKey: randomKey,
  reviewerKey: randomKey,
  watcherPassword: randomKey,
  verifierPassword: randomKey,
  logPassword: randomKey,
  pushKey: randomSigningKey,
  ticksLogKey: randomLogKey,
  eventsLogKey: randomLogKey,
  acceptanceKey: randomLogKey,
} as const

function completeSecrets(file: string, text: string): { secrets: Secrets; isNew: boolean } {
  try {
    const known = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    const missing = Object.entries(laterKeys).filter(([name]) => !(name in known))
    const added = Object.fromEntries(missing.map(([name, makeKey]) => [name, makeKey()]))
    return { secrets: secretsSchema.parse({ ...known, ...added }), isNew: missing.length > 0 }
  } catch {
    throw new LaunchError(
      `${file} is damaged, and without it the database stays closed; restore it from a backup, or choose another folder with --data.`,
    )
  }
}

async function createSecrets(folder: string, file: string, keys: KeyEncryptionKeys): Promise<Secrets> {
  if (await exists(join(folder, 'postgres')))
    throw new LaunchError(
      `${folder} has a database but no secrets.json to open it; restore the file from a backup, or choose another folder with --data.`,
    )
  const secrets: Secrets = {
    ownerPassword: randomKey(),
    appPassword: randomKey(),
    marketPassword: randomKey(),
    watcherPassword: randomKey(),
    verifierPassword: randomKey(),
    logPassword: randomKey(),
    serverKey: randomKey(),
    outboxKey: randomKey(),
    vaultKey: randomKey(),
    pushKey: randomSigningKey(),
    reviewerKey: randomKey(),
    ticksLogKey: randomLogKey(),
    eventsLogKey: randomLogKey(),
    acceptanceKey: randomLogKey(),
    inviteCode: randomInviteCode(),
    formerServerKeys: [],
    next: {},
  }
  await writeSecrets(file, secrets, keys)
  return secrets
}

function writeSecrets(file: string, secrets: Secrets, { present }: KeyEncryptionKeys): Promise<void> {
  const text = JSON.stringify(secrets, null, 2)
  // On the disk before data depends on it: a rotation must find its next key after a power cut.
  return replaceFile(file, present === null ? text : sealedFile(text, present), { mode: 0o600 })
}

function sealedFile(text: string, key: string): string {
  const sealed = createSeal(key, sealContext).close(text, sealContext).toString('base64')
  return JSON.stringify({ format: 'candor-secrets-1', sealed })
}

/** A new secret, also for a password. */
export function randomKey(): string {
  return randomBytes(24).toString('base64url')
}

/** A private key of Ed25519, which is any 32 bytes. */
function randomLogKey(): string {
  return randomBytes(32).toString('base64url')
}

/** A private key on P-256, as 32 bytes: a shorter number is filled up. */
function randomSigningKey(): string {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

/** Eight characters that are not confused when read aloud. */
function randomInviteCode(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}
