import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createClient } from './connection.ts'
import { parseDatabaseAddress } from './database-address.ts'
import { chooseAccount, giveTo } from './embedded-account.ts'
import { createPool } from './pool.ts'
import { startTestCluster } from './test-own-cluster.ts'
import { testPasswords, testTemplate } from './test-template.ts'

const [one, other] = await Promise.all([startTestCluster({ durable: false }), startTestCluster({ durable: false })])
afterAll(() => Promise.all([one.close(), other.close()]))

const addressOf = (hosts: string, parameters = '') => {
  const address = parseDatabaseAddress(
    `postgres://candor_owner:${testPasswords.owner}@${hosts}/${testTemplate}${parameters}`,
  )
  if (address === null) throw new Error(`${hosts} are no hosts`)
  return address
}
const both = addressOf(`127.0.0.1:${one.postgres.port},127.0.0.1:${other.postgres.port}`)

/** Lets a cluster accept writes, or none as a standby does. */
async function letWrite(cluster: typeof one, isAllowed: boolean): Promise<void> {
  const client = createClient(cluster.postgres.url, {})
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${isAllowed ? 'off' : 'on'}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

const portOf = async (pool: { query: ReturnType<typeof createPool>['query'] }) =>
  (await pool.query<{ port: string }>("select current_setting('port') as port")).rows[0]?.port

describe('a database of several hosts', () => {
  it('is used where it accepts writes, and follows them to another host without being opened again', async () => {
    await letWrite(one, false)
    const pool = createPool(both, 'test-hosts', { maxConnections: 4 })
    const ports = await Promise.all(Array.from({ length: 4 }, () => portOf(pool)))
    expect(new Set(ports)).toEqual(new Set([String(other.postgres.port)]))

    await letWrite(one, true)
    await other.postgres.kill()
    // The connections that were open are lost, with what they asked.
    await expect.poll(() => portOf(pool).catch(() => null)).toBe(String(one.postgres.port))
    await pool.end()
    await other.postgres.restart()
  })

  it('is refused with a reason for each host while none accepts writes', async () => {
    await Promise.all([letWrite(one, false), other.postgres.kill()])
    const attempt = () =>
      createClient(both, {})
        .connect()
        .catch((error: Error) => error.message)
    // The first attempt learns that the primary is none any more.
    expect(await attempt()).toContain('standby')
    expect(await attempt()).toBe(
      `no host accepts writes (127.0.0.1:${one.postgres.port} is a standby; ` +
        `127.0.0.1:${other.postgres.port} failed: ECONNREFUSED)`,
    )
    await Promise.all([letWrite(one, true), other.postgres.restart()])
  })

  it('is refused where two hosts accept writes with equal right, and is the one that was promoted last otherwise', async () => {
    const connect = async () => {
      const client = createClient(both, {})
      await client.connect()
      const port = await portOf(client)
      await client.end()
      return port
    }
    await expect(connect()).rejects.toThrow(
      `127.0.0.1:${one.postgres.port} and 127.0.0.1:${other.postgres.port} all accept writes, each with a history of ` +
        'its own: stop those that are not the primary',
    )
    await promote(one)
    expect(await connect()).toBe(String(one.postgres.port))
  })
})

/** Begins a new history of a cluster, as the promotion of a standby does. */
async function promote(cluster: typeof one): Promise<void> {
  await cluster.postgres.stop()
  writeFileSync(join(cluster.dataDir, 'standby.signal'), '')
  await giveTo(await chooseAccount(cluster.dataDir), cluster.dataDir)
  await cluster.postgres.restart()
  const client = createClient(cluster.postgres.url, {})
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
}

const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path))

describe.skipIf(openssl === undefined)('a database with TLS, which is not tried where there is no openssl,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-tls-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const makeCertificate = (name: string) => {
    const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync(openssl ?? '', [...words, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    return { key, certificate }
  }

  it('is reached where its certificate is of the named authority, and refused otherwise, with several hosts too', async () => {
    chmodSync(folder, 0o755)
    const [own, foreign] = [makeCertificate('own'), makeCertificate('foreign')]
    chmodSync(own.key, 0o600)
    await giveTo(await chooseAccount(one.dataDir), folder)
    const owner = createClient(one.postgres.url, {})
    await owner.connect()
    await owner.query(`alter system set ssl_cert_file = '${own.certificate}'`)
    await owner.query(`alter system set ssl_key_file = '${own.key}'`)
    await owner.query('alter system set ssl = on')
    await owner.query('select pg_reload_conf()')
    await owner.end()
    const isSealed = async (address: string) => {
      const client = createClient(address, {})
      try {
        await client.connect()
        const { rows } = await client.query<{ ssl: boolean }>(
          'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
        )
        return rows[0]?.ssl
      } finally {
        await client.end().catch(() => undefined)
      }
    }
    const trusting = (certificate: string) => `?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
    const hosts = `localhost:${one.postgres.port}`
    await expect.poll(() => isSealed(addressOf(hosts, trusting(own.certificate))).catch(() => false)).toBe(true)
    expect(await isSealed(addressOf(`localhost:1,${hosts}`, trusting(own.certificate)))).toBe(true)
    await expect(isSealed(addressOf(hosts, trusting(foreign.certificate)))).rejects.toThrow(/certificate/)
    await expect(isSealed(addressOf(`127.0.0.1:${one.postgres.port}`, trusting(own.certificate)))).rejects.toThrow(
      /not in the cert|altnames/,
    )
  })
})
