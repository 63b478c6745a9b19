import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The programs of which PostgreSQL servers under Patroni consist, as they lie on this machine. */
export interface PatroniPrograms {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** The folder of PostgreSQL's programs, `pg_rewind` among them. */
  readonly postgres: string
}

/** Finds the programs of Debian's packages, or names the packages that are missing. */
export function findPatroniPrograms(): PatroniPrograms | { readonly missing: readonly string[] } {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin']
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const [patroni, etcd, haproxy, postgres] = [find('patroni'), find('etcd'), find('haproxy'), newestPostgres()]
  if (patroni !== undefined && etcd !== undefined && haproxy !== undefined && postgres !== undefined)
    return { patroni, etcd, haproxy, postgres }
  const packages = { patroni, 'etcd-server': etcd, haproxy, postgresql: postgres }
  return { missing: Object.entries(packages).flatMap(([name, path]) => (path === undefined ? [name] : [])) }
}

/** Where Debian puts each major version of PostgreSQL. */
function newestPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql'
  return (existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')) && existsSync(join(folder, 'initdb')))
}
