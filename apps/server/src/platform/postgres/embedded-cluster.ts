import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { canReach, chooseAccount, giveTo } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'
import { packagedMajorVersion, runnableBinaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** The database superuser of an embedded cluster: it migrates and seeds, and never runs in the server process. */
export const ownerRole = 'candor_owner'

/** Root's folder for files that another user must reach, when the project lies below a closed folder such as /root. */
const sharedRoot = '/var/lib/candor'

/** A PostgreSQL of the machine's own, in place of the packaged one: the folder above its `bin`. */
export interface InstalledPostgres {
  readonly folder: string
  readonly majorVersion: string
}

export interface ClusterOptions {
  readonly dataDir: string
  readonly password: string
  readonly durable: boolean
  /** Defaults to the packaged PostgreSQL. */
  readonly installed?: InstalledPostgres
}

/** An initialised cluster on disk, ready to be started. */
export interface Cluster {
  readonly dir: string
  readonly binaries: string
  readonly account: Account | null
  readonly majorVersion: string
}

/**
 * Opens the cluster in `dataDir`, creating it on first use with the given superuser password. Throws
 * EmbeddedPostgresError when the folder holds something else or cannot be used.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const account = await chooseAccount(options.dataDir)
  await ensureParent(options.dataDir, account)
  const { majorVersion } = options.installed ?? { majorVersion: packagedMajorVersion }
  const dir = await reachableDir(options.dataDir, { account, majorVersion })
  const binaries =
    options.installed?.folder ??
    (await runnableBinaries(account, account === null ? dirname(options.dataDir) : sharedRoot))
  const cluster = { dir, binaries, account, majorVersion }
  if (await isInitialised(dir, majorVersion)) await giveTo(account, dir)
  else await initialise(cluster, options)
  return cluster
}

async function ensureParent(dataDir: string, account: Account | null): Promise<void> {
  const parent = dirname(dataDir)
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 })
    // PostgreSQL's account passes through our folder, without being able to list it.
    if (account !== null) await chmod(parent, (await stat(parent)).mode | 0o011)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${parent} cannot be created (${codeOf(error)}); choose another with --data.`,
    )
  }
}

/** The cluster's real folder. Below a folder that its account cannot enter, it moves out and leaves a link behind. */
async function reachableDir(
  dataDir: string,
  { account, majorVersion }: Pick<Cluster, 'account' | 'majorVersion'>,
): Promise<string> {
  if (
    await lstat(dataDir).then(
      (found) => found.isSymbolicLink(),
      () => false,
    )
  )
    return realpath(dataDir).catch(() => missingTarget(dataDir))
  if ((await isInitialised(dataDir, majorVersion)) || (await canReach(account, dirname(dataDir)))) return dataDir
  const target = join(sharedRoot, `${basename(dataDir)}-${randomBytes(6).toString('hex')}`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  await chmod(sharedRoot, 0o755)
  await rm(dataDir, { recursive: true, force: true })
  await symlink(target, dataDir)
  return target
}

function missingTarget(dataDir: string): never {
  throw new EmbeddedPostgresError(
    `${dataDir} is a link to a folder that no longer exists; remove the link to begin with an empty database.`,
  )
}

async function isInitialised(dir: string, majorVersion: string): Promise<boolean> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: unknown) =>
    refuseUnlessAbsent(dir, error),
  )
  if (version === null) return refuseForeignFiles(dir)
  if (version.trim() === majorVersion) return true
  throw new EmbeddedPostgresError(
    `${dir} belongs to PostgreSQL ${version.trim()}, and this is PostgreSQL ${majorVersion}; choose another folder with --data.`,
  )
}

async function refuseForeignFiles(dir: string): Promise<false> {
  const names = await readdir(dir).catch((error: unknown) => refuseUnlessAbsent(dir, error))
  if (names === null || names.length === 0) return false
  throw new EmbeddedPostgresError(
    `${dir} holds files that are not a PostgreSQL database; choose another folder with --data.`,
  )
}

function refuseUnlessAbsent(dir: string, error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw new EmbeddedPostgresError(
    `${dir} cannot be read (${codeOf(error)}): it belongs to another user or is not a folder.`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

async function initialise(cluster: Cluster, options: { password: string; durable: boolean }): Promise<void> {
  const draft = `${cluster.dir}.init-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await writeFile(passwordFile, options.password, { mode: 0o600 })
    await giveTo(cluster.account, draft)
    if (cluster.account !== null) await chown(passwordFile, cluster.account.uid, cluster.account.gid)
    await runInitdb(cluster, { draft, passwordFile, durable: options.durable })
    // Renaming last: an initialisation that was cut short leaves no half database behind.
    await rm(cluster.dir, { recursive: true, force: true })
    await rename(draft, cluster.dir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(
      `${dirname(cluster.dir)} cannot be written (${codeOf(error)}); give us the folder or choose another with --data.`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function runInitdb(
  cluster: Cluster,
  paths: { draft: string; passwordFile: string; durable: boolean },
): Promise<void> {
  const flags = [
    `--pgdata=${paths.draft}`,
    `--username=${ownerRole}`,
    `--pwfile=${paths.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // The built-in provider, which versions before 17 lack, sorts alike on every machine, whatever its libraries.
    ...(Number(cluster.majorVersion) < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    ...(paths.durable ? [] : ['--no-sync']),
  ]
  const child = spawn(join(cluster.binaries, 'bin', 'initdb'), flags, {
    ...(cluster.account ?? {}),
    cwd: paths.draft,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0)
    throw new EmbeddedPostgresError(`The database could not be created in ${cluster.dir}: ${lastLine(complaint)}`)
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal|could not/i.test(line))
      ?.trim() ??
    (text.trim() || 'initdb failed')
  )
}
