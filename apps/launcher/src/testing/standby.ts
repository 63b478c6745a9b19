import { createWriteStream } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { testPasswords } from '../../../server/src/platform/postgres/test-template.ts'
import { copyCluster } from '../backup/base-backup.ts'

/** A hot standby of a test cluster. */
export interface Standby {
  readonly postgres: EmbeddedPostgres
  /** Stops it and deletes its folder. */
  close(): Promise<void>
}

/** Starts a hot standby of the cluster at an address of its owner, made as `pg_basebackup` would. */
export async function startStandby(ownerUrl: string): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-standby-'))
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  await mkdir(dataDir)
  const archive = tar.extract()
  // Its own streams behave as those of Node, and are typed apart.
  const sink = archive as unknown as Writable
  const copied = copyCluster(ownerUrl, sink).then(() => sink.end())
  for await (const entry of archive) {
    const path = join(dataDir, entry.header.name)
    if (entry.header.type === 'directory') await mkdir(path, { recursive: true })
    else await pipeline(entry, createWriteStream(path))
    entry.resume()
  }
  await copied
  await chmod(dataDir, 0o700)
  const { username, password, hostname, port } = new URL(ownerUrl)
  await writeFile(join(dataDir, 'standby.signal'), '')
  await appendFile(
    join(dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  )
  const postgres = await startEmbeddedPostgres({ dataDir, password: testPasswords.owner, durable: false })
  return {
    postgres,
    close: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
