import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../../../platform/postgres/embedded-postgres.ts'

const backWithinMs = 20_000

/** Retries until there is a response, like a client of a server whose PostgreSQL restarts. */
export async function insist<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const giveUpMs = performance.now() + backWithinMs
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (performance.now() > giveUpMs) throw error
      await sleep(50)
    }
  }
}

/** Kills PostgreSQL `afterMs` after a step began, or after the step where that is null, and restarts it. */
export async function killDuring(
  postgres: EmbeddedPostgres,
  step: Promise<unknown>,
  afterMs: number | null,
): Promise<void> {
  const taken = step.catch(() => null)
  await (afterMs === null ? taken : sleep(afterMs))
  await postgres.kill()
  await taken
  await postgres.restart()
}

interface SteppedLives<Life, Step> {
  readonly postgres: EmbeddedPostgres
  readonly steps: readonly Step[]
  readonly begin: () => Promise<Life> | Life
  readonly take: (life: Life, step: Step) => Promise<unknown>
}

/**
 * Takes two lives for each step through all steps. PostgreSQL is killed after that step of the first life, and in the
 * middle of that step of the second one. Returns the number of lives.
 */
export async function killAtEachStep<Life, Step>(lives: SteppedLives<Life, Step>): Promise<number> {
  const { postgres, steps, begin, take } = lives
  let begun = 0
  for (const killedAt of steps) {
    for (const isInTheMiddle of [false, true]) {
      const life = await begin()
      begun += 1
      for (const step of steps) {
        // A step takes some milliseconds: this is before, during or after its commit.
        const afterMs = isInTheMiddle ? (begun % 4) * 5 : null
        if (step === killedAt) await killDuring(postgres, take(life, step), afterMs)
        // Repeated after a success, too, like a client that missed the response.
        await insist(() => take(life, step))
      }
    }
  }
  return begun
}

/**
 * Runs a program and passes on each line that it prints, until `onLine` returns true: there it is killed. Its last line
 * may be cut short, and some may follow the kill.
 */
export async function runUntilKilled(
  program: string,
  values: readonly string[],
  onLine: (line: string) => boolean,
): Promise<void> {
  const child = spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] })
  const hasEnded = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (onLine(line)) child.kill('SIGKILL')
  await hasEnded
}
