import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, it } from 'vitest'
import { clockErrorMs, measureDisk } from './machine.ts'

const data = mkdtempSync(join(tmpdir(), 'candor-doctor-'))
afterAll(() => rmSync(data, { recursive: true }))

const script = join(import.meta.dirname, '..', 'doctor.ts')
const doctor = (environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [script, '--data', data], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CANDOR_KRAKEN_URL: 'ws://127.0.0.1:9', ...environment },
  })

it('passes a sandbox that was never started, names what is set, and leaves nothing behind', () => {
  const { status, stdout } = doctor({ CANDOR_OUTBOX_KEY: 'hidden-from-the-screen' })
  expect(stdout).toContain('Set: CANDOR_KRAKEN_URL, CANDOR_OUTBOX_KEY')
  expect(stdout).toContain('There is no database yet')
  expect(stdout).not.toContain('hidden-from-the-screen')
  expect(status).toBe(0)
  expect(readdirSync(data)).toEqual([])
})

it('fails where live mode would not start, and says why', () => {
  const { status, stdout } = doctor({ CANDOR_MODE: 'live' })
  expect(stdout).toContain('✗ The legal name of the operator is missing (CANDOR_OPERATOR_NAME).')
  expect(status).toBe(1)
})

it('measures the disk below a folder that does not exist yet', async () => {
  const { flushMs, freeBytes } = await measureDisk(join(data, 'later', 'var'))
  expect(flushMs).toBeGreaterThan(0)
  expect(freeBytes).toBeGreaterThan(0)
})

it('compares the clock with a web server’s, and with none that is silent', async () => {
  let aheadMs = 0
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
  expect(Math.abs((await clockErrorMs(url)) ?? Infinity)).toBeLessThan(1_000)
  aheadMs = 3_600_000
  expect(await clockErrorMs(url)).toBeLessThan(-3_598_000)
  await new Promise((resolve) => server.close(resolve))
  expect(await clockErrorMs(url)).toBeNull()
  expect(await clockErrorMs('off')).toBeNull()
})
