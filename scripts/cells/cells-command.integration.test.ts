import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCellsCommand } from './cells-command.ts'

const folder = await mkdtemp(join(tmpdir(), 'candor-cells-command-'))
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) => runCellsCommand([...words, '--data', folder], () => undefined)

test('says that no platform runs, and what it cannot do', async () => {
  await expect(run('overview')).rejects.toThrow(`No platform runs on ${folder}`)
  await expect(run('nonsense')).rejects.toThrow('There is nothing called nonsense.')
  await expect(run('--cells', 'two')).rejects.toThrow('How many cells is a whole number')
  await expect(run('--fronts', '11')).rejects.toThrow('There are at most ten fronts.')
  vi.stubEnv('CANDOR_NATS_URL', '127.0.0.1:4222')
  await expect(run()).rejects.toThrow('CANDOR_NATS_URL must begin with nats:// or tls://')
})
