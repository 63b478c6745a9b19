import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { InstalledPostgres } from '../../../server/src/platform/postgres/embedded-cluster.ts'

/** What a platform of cells consists of, as it lies on this machine. */
export interface CellPrograms {
  readonly postgres: InstalledPostgres
  /** PL/Proxy's library for that PostgreSQL. */
  readonly plproxy: string
}

/** Where Debian puts the versions of PostgreSQL. */
const debianRoot = '/usr/lib/postgresql'

/**
 * Finds Debian's PostgreSQL with PL/Proxy, or says in a sentence which packages are missing. CANDOR_PLPROXY names a
 * library that is unpacked elsewhere, below a folder of its version as Debian has it.
 */
export function findCellPrograms(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  root: string = debianRoot,
): CellPrograms | { readonly missing: string } {
  const versions = (existsSync(root) ? readdirSync(root) : [])
    .filter((version) => existsSync(join(root, version, 'bin', 'initdb')))
    .toSorted((one, other) => Number(other) - Number(one))
  const elsewhere = environment['CANDOR_PLPROXY']
  const candidates = versions.map((majorVersion) => {
    const isUnpacked = elsewhere?.includes(`/postgresql/${majorVersion}/lib/`) === true && existsSync(elsewhere)
    const plproxy = isUnpacked ? elsewhere : join(root, majorVersion, 'lib', 'plproxy.so')
    return { postgres: { folder: join(root, majorVersion), majorVersion }, plproxy }
  })
  const found = candidates.find(({ plproxy }) => existsSync(plproxy))
  if (found !== undefined) return found
  const [newest = '15'] = versions
  const packages =
    versions.length === 0 ? `postgresql-${newest} and postgresql-${newest}-plproxy` : `postgresql-${newest}-plproxy`
  return { missing: `Cells need Debian's ${packages}: install with apt-get, or name plproxy.so in CANDOR_PLPROXY.` }
}
