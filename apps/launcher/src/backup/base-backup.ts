import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Connection, Submittable } from 'pg'
import { LaunchError } from '../launch-error.ts'

/**
 * Copies a running PostgreSQL by its own replication protocol, as pg_basebackup does, which no package brings: writes a
 * tar archive with the write-ahead log up to the end of the copy to `archive`, and returns the manifest of its files.
 */
export async function copyCluster(ownerUrl: string, archive: Writable): Promise<Buffer> {
  const config = { connectionString: ownerUrl, replication: 'true' }
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      archive.once('error', reject)
      client.once('error', reject)
      client.query(new BaseBackup(archive, resolve, reject))
    })
  } finally {
    archive.removeAllListeners('drain')
    await client.end()
  }
}

/** One statement BASE_BACKUP, in the shape of a query of pg. */
class BaseBackup implements Submittable {
  readonly #archive: Writable
  readonly #resolve: (manifest: Buffer) => void
  readonly #reject: (error: Error) => void
  readonly #manifest: Buffer[] = []
  #isManifest = false
  #isPaused = false
  #archives = 0

  constructor(archive: Writable, resolve: (manifest: Buffer) => void, reject: (error: Error) => void) {
    this.#archive = archive
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.query(
      "BASE_BACKUP (LABEL 'candor', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    )
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection): void {
    // pg uses the memory of a message again.
    const body = Buffer.from(chunk.subarray(1))
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'm') this.#isManifest = true
    if (kind === 'n' && (this.#archives += 1) > 1)
      this.#archive.destroy(new LaunchError('The database has table spaces of its own, which no backup here holds.'))
    if (kind !== 'd') return
    if (this.#isManifest) this.#manifest.push(body)
    else if (!this.#archive.destroyed && !this.#archive.write(body)) this.#pause(connection)
  }

  /** Messages that were read already still come. */
  #pause(connection: Connection): void {
    if (this.#isPaused) return
    this.#isPaused = true
    connection.stream.pause()
    this.#archive.once('drain', () => {
      this.#isPaused = false
      connection.stream.resume()
    })
  }

  handleReadyForQuery(): void {
    this.#resolve(Buffer.concat(this.#manifest))
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  // The archive holds the positions in the log, too.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
