import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseConfig } from '../../../server/src/platform/config/index.ts'
import { freePort, startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../../../server/src/platform/postgres/migrate.ts'
import { startCandor } from '../candor.ts'
import { openDataFolder } from '../data-folder.ts'
import { databaseName, ensureDatabase } from '../database.ts'
import { LaunchError } from '../launch-error.ts'
import { startPart } from './part.ts'
import { openBridge } from './nats-bridge.ts'
import { end, hasNats, startNats } from './testing/nats-server.ts'

const silent = () => undefined
const status = z.object({ data: z.object({ slot: z.nullable(z.int()) }) })
const post = (url: string) => fetch(url, { method: 'POST' })

test('refuses a NATS that is not there in one sentence', async () => {
  const options = { natsCredentials: '', listensTo: [], take: silent, print: silent }
  const opening = openBridge({ ...options, natsUrl: `nats://127.0.0.1:${await freePort()}` })
  await expect(opening).rejects.toThrow(LaunchError)
  await expect(opening).rejects.toThrow(/^NATS at CANDOR_NATS_URL cannot be used: /)
})

describe.skipIf(!hasNats)('a bridge, which is not tried where there is no nats-server,', () => {
  test('carries messages of a role to the starts that want them, and not back', async () => {
    const port = await freePort()
    const nats = await startNats(port, '--user', 'candor', '--pass', 'p@ss')
    const natsUrl = `nats://candor:p%40ss@127.0.0.1:${port}`
    const open = (listensTo: readonly ['market'] | readonly [], got: unknown[]) =>
      openBridge({ natsUrl, natsCredentials: '', listensTo, take: (...message) => got.push(message), print: silent })
    const [own, other, none]: [unknown[], unknown[], unknown[]] = [[], [], []]
    const sender = await open(['market'], own)
    const receiver = await open(['market'], other)
    const stranger = await open([], none)
    const message = { kind: 'frame', prices: [2n ** 63n, -1n], text: '\u00017' }
    sender.publish('market', message)
    sender.publish('server', { kind: 'assign-address' })
    await expect.poll(() => other).toEqual([['market', message]])
    await expect(
      openBridge({
        natsUrl: `nats://127.0.0.1:${port}`,
        natsCredentials: '',
        listensTo: [],
        take: silent,
        print: silent,
      }),
    ).rejects.toThrow(/cannot be used/)
    expect([own, none]).toEqual([[], []])
    for (const bridge of [sender, receiver, stranger]) await bridge.close()
    await end(nats)
  })

  test('logs in to each address by the login in it, and connects to the next one when one is gone', async () => {
    const [portOne, portOther] = [await freePort(), await freePort()]
    const one = await startNats(portOne, '--user', 'anna', '--pass', '1')
    const other = await startNats(portOther, '--user', 'bert', '--pass', '2')
    const said: string[] = []
    const got: unknown[] = []
    const open = (print: (line: string) => void) =>
      openBridge({
        natsUrl: `nats://anna:1@127.0.0.1:${portOne},nats://bert:2@127.0.0.1:${portOther}`,
        natsCredentials: '',
        listensTo: ['market'],
        take: (...message) => got.push(message),
        print,
      })
    const [sender, receiver] = [await open(silent), await open((line) => said.push(line))]
    await end(one, 'SIGKILL')
    await expect
      .poll(() => {
        sender.publish('market', { kind: 'frame' })
        return got
      })
      .toContainEqual(['market', { kind: 'frame' }])
    expect(said).toEqual(['NATS cannot be reached: frames come from the database.', 'NATS is reached again.'])
    for (const bridge of [sender, receiver]) await bridge.close()
    await end(other)
  })
})

describe.skipIf(!hasNats)('a market in a start of its own, which is not tried where there is no nats-server,', () => {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-part-'))
    folders.push(folder)
    return folder
  }

  test('takes over from one that is killed, and its frames reach the customers, without NATS as well', async () => {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(await newFolder(), 'postgres'),
      password: 'of-the-owner',
      durable: false,
    })
    await ensureDatabase(postgres.url)
    const natsPort = await freePort()
    let nats = await startNats(natsPort)
    const common = {
      CANDOR_FEED: 'simulated:7',
      CANDOR_NATS_URL: `nats://127.0.0.1:${natsPort}`,
      DATABASE_URL: addressFor(postgres.url, { database: databaseName }),
      CANDOR_LOG_LEVEL: 'warn',
    }
    const [data, one, other] = [await newFolder(), await newFolder(), await newFolder()]
    const rest = await startCandor(
      parseConfig({
        ...common,
        CANDOR_DATA: data,
        CANDOR_ROLES: 'api,realtime,settlement,jobs',
        CANDOR_PORT: String(await freePort()),
        CANDOR_HOST: '127.0.0.1',
        CANDOR_CONSOLE_PORT: '0',
      }),
      silent,
      { app: false },
    )
    const slot = async () => z.parse(status, await (await post(`${rest.origin}/api/system/status`)).json()).data.slot
    const slotRises = async (by = 2) => {
      const before = (await slot()) ?? 0
      await expect.poll(slot).toBeGreaterThanOrEqual(before + by)
    }
    const market = async (folder: string) => {
      await copyFile(join(data, 'secrets.json'), join(folder, 'secrets.json'))
      return startPart(parseConfig({ ...common, CANDOR_ROLES: 'market', CANDOR_DATA: folder }), silent)
    }
    expect(await slot()).toBeNull()
    const first = await market(one)
    await slotRises()
    const second = await market(other)
    first.kill()
    await slotRises(6)
    await end(nats, 'SIGKILL')
    await slotRises(6)
    nats = await startNats(natsPort)
    await slotRises(6)

    const stranger = await newFolder()
    const asStranger = () =>
      startPart(parseConfig({ ...common, CANDOR_ROLES: 'market', CANDOR_DATA: stranger }), silent)
    await expect(asStranger()).rejects.toThrow('There is no data folder of Candor')
    await openDataFolder(stranger)
    await expect(asStranger()).rejects.toThrow('copy secrets.json from the data folder of the other part')

    await second.stop()
    await rest.stop()
    await end(nats)
    await postgres.stop()
  })
})
