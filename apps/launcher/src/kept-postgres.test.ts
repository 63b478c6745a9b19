import { expect, test } from 'vitest'
import { hasRoomFor, keepPostgres } from './kept-postgres.ts'

/** A PostgreSQL that dies once, whose first restarts fail, on a disk that has room from some restart on. */
function dyingOnce({ failures, roomAfter }: { failures: number; roomAfter: number }) {
  const lines: string[] = []
  let restarts = 0
  let looks = 0
  let isStopping = false
  const stopped = { count: 0 }
  const postgres = {
    get exited() {
      return restarts > failures ? new Promise<void>(() => undefined) : Promise.resolve()
    },
    restart: () => {
      restarts += 1
      return restarts > failures ? Promise.resolve() : Promise.reject(new Error('it is broken'))
    },
    stop: () => {
      stopped.count += 1
      return Promise.resolve()
    },
  }
  const failed = keepPostgres(postgres, {
    isStopping: () => isStopping,
    hasRoom: () => Promise.resolve((looks += 1) > roomAfter),
    print: (line) => lines.push(line),
    pauseMs: 1,
  })
  return { failed, lines, restarts: () => restarts, looks: () => looks, stop: () => (isStopping = true) }
}

test('waits for room on a full disk, says so once, and starts PostgreSQL then', async () => {
  const dying = dyingOnce({ failures: 1, roomAfter: 6 })
  await expect.poll(() => dying.restarts()).toBe(2)
  expect(dying.lines).toEqual(['The disk is full: PostgreSQL starts again once there is room.'])
  await expect(Promise.race([dying.failed, Promise.resolve('it goes on')])).resolves.toBe('it goes on')
})

test('gives up where the disk has room and PostgreSQL does not start', async () => {
  const dying = dyingOnce({ failures: 9, roomAfter: 0 })
  expect(await dying.failed).toBe('PostgreSQL ended, and did not start again: it is broken')
  expect(dying.restarts()).toBe(1)
})

test('waits no longer once a stop is requested', async () => {
  const dying = dyingOnce({ failures: 9, roomAfter: Infinity })
  await expect.poll(() => dying.looks()).toBeGreaterThan(3)
  dying.stop()
  const looks = dying.looks()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(dying.looks()).toBeLessThanOrEqual(looks + 2)
  expect(dying.restarts()).toBe(1)
})

test('sees room on the disk of a folder, and none to wait for where there is no folder', async () => {
  expect(await hasRoomFor(import.meta.dirname)).toBe(true)
  expect(await hasRoomFor('/nowhere/at/all')).toBe(true)
})
