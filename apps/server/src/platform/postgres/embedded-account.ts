import { chown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** The operating-system user that runs PostgreSQL. Null means the current user. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Chooses the user that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses the owner of an existing
 * cluster, else `postgres`, else `nobody`. Other users run it as themselves.
 */
export async function chooseAccount(clusterDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await ownerOf(clusterDir)
  if (owner !== null && owner.uid !== 0) return owner
  return (await accountNamed('postgres')) ?? (await accountNamed('nobody')) ?? { uid: 65_534, gid: 65_534 }
}

/** Whether the account can walk down to the folder. Every parent has to let it through. */
export async function canReach(account: Account | null, folder: string): Promise<boolean> {
  if (account === null) return true
  for (let current = folder; ; current = dirname(current)) {
    const found = await stat(current).catch(() => null)
    if (found !== null && !mayEnter(account, found)) return false
    if (current === dirname(current)) return true
  }
}

/** Gives a folder and its contents to the account. Does nothing when PostgreSQL runs as the current user. */
export async function giveTo(account: Account | null, folder: string): Promise<void> {
  if (account === null) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTo(account, path)
    else if (!entry.isSymbolicLink()) await chown(path, account.uid, account.gid)
  }
}

async function ownerOf(folder: string): Promise<Account | null> {
  const found = await stat(folder).catch(() => null)
  return found === null ? null : { uid: found.uid, gid: found.gid }
}

async function accountNamed(name: string): Promise<Account | null> {
  const table = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = table
    .split('\n')
    .map((line) => line.split(':'))
    .find((candidate) => candidate[0] === name)
  const uid = Number(fields?.[2])
  const gid = Number(fields?.[3])
  return fields !== undefined && Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : null
}

function mayEnter(account: Account, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}
