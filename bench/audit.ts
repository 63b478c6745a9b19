import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs, slotMs } from '@candor/formulas'
import { atMost, bench } from './figure.ts'
import { writeSyntheticLog } from './synthetic-log.ts'

const script = join(import.meta.dirname, '../scripts/audit.ts')
/** 2026-01-05 00:00 UTC. */
const genesisMs = 1_767_571_200_000
const minuteMs = 60_000

/**
 * `npm run audit` over days of both logs in a folder, written by the sealer's code and signed: a run from nothing, and
 * one that is killed half-way and goes on. The folder takes 340 MB a day and is removed. Writing it takes longer than
 * both runs.
 */
export const audit = bench({
  about: 'Minutes that npm run audit takes for days of both logs, and again after it was killed',
  sizes: { days: [7, 0.004], instruments: [110, 3], contracts: [5_000, 5_000], batch: [2, 2] },
  bars: { 'audit-minutes': atMost(10) },
  isOnlyNamed: true,
  async run({ days, instruments, contracts: aDay, batch: inBatch }) {
    const folder = await mkdtemp(join(tmpdir(), 'candor-audit-'))
    try {
      const slots = Math.ceil((days * dayMs) / slotMs)
      const contracts = { aDay, inBatch }
      const startMs = performance.now()
      await writeSyntheticLog(folder, { slots, instruments, firstSlot: 0, genesisMs, contracts })
      console.error(`${slots} slots written in ${minutesSince(startMs).toFixed(1)} minutes`)
      const whole = await auditedIn(folder, 'whole')
      await killedAfter(folder, 'resumed', (whole * minuteMs) / 2)
      const resumed = await auditedIn(folder, 'resumed')
      const log = { unit: 'minutes', against: 'the time that the log is of', againstValue: (slots * slotMs) / minuteMs }
      return [
        { name: 'audit-minutes', value: whole, ...log },
        { name: 'audit-minutes-resumed', value: resumed, ...log },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

function started(folder: string, state: string) {
  const options = ['--log', folder, '--state', join(folder, state)]
  return spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The minutes that a run takes. Throws where it finds that something does not hold. */
async function auditedIn(folder: string, state: string): Promise<number> {
  const startMs = performance.now()
  const [code] = (await once(started(folder, state), 'close')) as [number | null]
  if (code !== 0) throw new Error(`the audit ended with ${code}`)
  return minutesSince(startMs)
}

async function killedAfter(folder: string, state: string, ms: number): Promise<void> {
  const run = started(folder, state)
  const closed = once(run, 'close')
  await sleep(ms)
  run.kill('SIGKILL')
  await closed
}

function minutesSince(startMs: number): number {
  return (performance.now() - startMs) / minuteMs
}
