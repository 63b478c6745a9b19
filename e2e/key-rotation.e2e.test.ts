import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { orderView, responseEnvelope } from '@candor/api'
import { parseTrustedFile } from '@candor/proof/receipt'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { post, registerVerified } from './customer.ts'
import { buyByTouch, english, openApp } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

let token: string

const stage = setStage(
  {},
  async () => {
    token = await registerVerified(stage.candor, 'rotation@example.com')
  },
  { isOwn: true },
)

const root = join(import.meta.dirname, '..')
const verifiedMs = 120_000
const rotatedKeys = ['acceptanceKey', 'eventsLogKey', 'ticksLogKey']

const trustedFile = async () => (await fetch(`${stage.candor.origin}/verify/trusted.json`)).text()

/** Runs a command of scripts as `npm run` does. */
async function command(name: string, ...args: readonly string[]): Promise<{ code: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; text: string }>()
  execFile(process.execPath, [join(root, `scripts/${name}.ts`), ...args], { cwd: root }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
  )
  return promise
}

/** How many keys a file has, of the logs of prices and of events and of acceptances. */
function keyCounts(file: string): number[] {
  const { ticks, events, acceptance } = parseTrustedFile(file)
  return [ticks, events, acceptance].map(({ length }) => length)
}

/** Buys a contract on the phone, which keeps its acceptance. Returns the id of the order once it is settled. */
async function settledOrder(app: PhoneApp): Promise<string> {
  await app.go('/pages/contract/contract?symbol=BTCUSDT')
  const [response] = await Promise.all([app.page.waitForResponse('**/api/contract/buy'), buyByTouch(app)])
  const { id } = z.parse(orderView, z.parse(responseEnvelope, await response.json()).data)
  const stateOf = async () => z.parse(orderView, await post(stage.candor, 'contract/order', { id }, token)).state
  await expect.poll(stateOf, { timeout: 90_000, interval: 1_000 }).toBe('closed')
  return id
}

/** The receipt of an order is verified on the phone, with the acceptance that it has kept, and without a question. */
async function expectVerified({ page, go }: PhoneApp, id: string): Promise<void> {
  await go(`/pages/bill/contract?id=${id}`)
  await page.reload()
  const head = page.getByRole('button', { name: /Verified on this phone/ })
  await head.waitFor({ timeout: verifiedMs })
  await page.locator('[data-ring=closed]').waitFor()
  await head.click()
  await page.getByText('This device has kept the signature since.').waitFor()
  expect(await page.locator('[data-acceptance]').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Signed with other keys' }).count()).toBe(0)
}

it('orders from before and after a rotation of all three keys are verified without a question', async () => {
  const app = await openApp(stage, { token, look: english })
  const early = await settledOrder(app)
  await expectVerified(app, early)
  const before = await trustedFile()
  await app.page.goto('about:blank')
  await stage.candor.restart(async (folder) => {
    for (const key of rotatedKeys) expect((await command('rotate', key, '--data', folder)).text).toContain('Replaced')
  })
  const announced = async () => keyCounts(await trustedFile())
  await expect.poll(announced, { interval: 500 }).toEqual([2, 2, 2])
  const late = await settledOrder(app)
  await expectVerified(app, late)
  await expectVerified(app, early)
  const remembered = await app.page.evaluate<string>(`localStorage.getItem('candor.proof-keys')`)
  expect(keyCounts(remembered)).toEqual([2, 2, 2])
  // The blank page has no storage, which a phone's set-up script reads.
  expect(app.faults.filter((fault) => !fault.includes("'localStorage'"))).toEqual([])
  await app.context.close()
  await expectCommandFollows(late, before)
}, 480_000)

/** Keys from before the rotation refuse the receipt by themselves, and verify it with the log of the server. */
async function expectCommandFollows(id: string, keys: string): Promise<void> {
  const ready = z.object({ state: z.literal('ready'), receipt: z.string() })
  const { receipt } = z.parse(ready, await post(stage.candor, 'contract/receipt', { id }, token))
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-verify-'))
  try {
    const [file, trusted] = [join(folder, 'receipt.json'), join(folder, 'trusted.json')]
    await writeFile(file, receipt)
    await writeFile(trusted, keys)
    const verify = (...args: readonly string[]) => command('verify', file, '--trust', trusted, ...args)
    expect((await verify()).code).toBe(1)
    const { code, text } = await verify('--log', stage.candor.origin)
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('GENUINE') })
    expect(text.match(/^Followed to a key/gm)).toHaveLength(3)
    expect(text).not.toContain('NOT TRUSTED')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
