import { describe, expect, it } from 'vitest'
import { usualCost } from '../../platform/argon2.ts'
import { createPasswordQueues, createPasswords } from './password-hash.ts'

const cheap = { memoryKib: 64, passes: 1, lanes: 1 }
const roomy = { maxRunning: 2, maxWaiting: 100 }

describe('passwords', () => {
  it('are stored as argon2id with a salt of their own, at the cost that is written down', async () => {
    const passwords = createPasswords()
    const [first, second] = [await passwords.hash('secret-1'), await passwords.hash('secret-1')]
    expect(first.ok && first.value).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toEqual(second)
    expect(usualCost).toEqual({ memoryKib: 19_456, passes: 2, lanes: 1 })
  })

  it('verify against the reference vector of another implementation', async () => {
    // From the argon2 command line: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32`.
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await createPasswords().verify('password', stored)).toEqual({ ok: true, value: true })
    expect(await createPasswords().verify('Password', stored)).toEqual({ ok: true, value: false })
  })

  it('match only themselves, however a keyboard composes their letters', async () => {
    const passwords = createPasswords(roomy, cheap)
    const hashed = await passwords.hash('caf\u00e9-12')
    const stored = hashed.ok ? hashed.value : ''
    expect(await passwords.verify('cafe\u0301-12', stored)).toEqual({ ok: true, value: true })
    expect(await passwords.verify('cafe-12', stored)).toEqual({ ok: true, value: false })
  })

  it('keep matching after the cost was raised', async () => {
    const hashed = await createPasswords(roomy, cheap).hash('secret-1')
    expect(
      await createPasswords(roomy, { ...cheap, passes: 2 }).verify('secret-1', hashed.ok ? hashed.value : ''),
    ).toEqual({
      ok: true,
      value: true,
    })
  })

  it('never match an account that does not exist', async () => {
    expect(await createPasswords(roomy, cheap).verify('secret-1', null)).toEqual({ ok: true, value: false })
  })

  it('cost an unknown account what they cost a known one', async () => {
    const passwords = createPasswords()
    const hashed = await passwords.hash('secret-1')
    const timeMs = async (stored: string | null) => {
      const startedMs = performance.now()
      await passwords.verify('wrong-one', stored)
      return performance.now() - startedMs
    }
    const median = (times: number[]) => times.toSorted((left, right) => left - right)[3] ?? 0
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let run = 0; run < 7; run += 1) {
      known.push(await timeMs(hashed.ok ? hashed.value : ''))
      unknown.push(await timeMs(null))
    }
    // A lookup without argon2 would be a thousand times faster.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.3)
  })

  it('are worked on two at a time; beyond the queue callers are refused, and it serves again afterwards', async () => {
    const passwords = createPasswords({ maxRunning: 2, maxWaiting: 3 }, cheap)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => passwords.hash('secret-1')))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === 'frequent-operations')).toHaveLength(15)
    const later = await Promise.all(Array.from({ length: 5 }, () => passwords.hash('secret-1')))
    expect(later.every(({ ok }) => ok)).toBe(true)
  })

  it('of callers who are logged in do not wait for those of strangers', async () => {
    const { known, strangers } = createPasswordQueues({ maxRunning: 1, maxWaiting: 0 }, cheap)
    const first = strangers.hash('secret-1')
    expect(await strangers.hash('secret-1')).toMatchObject({ ok: false, error: 'frequent-operations' })
    expect(await known.hash('secret-1')).toMatchObject({ ok: true })
    await first
  })

  it('refuse to read a stored hash that is something else', async () => {
    await expect(createPasswords(roomy, cheap).verify('secret-1', '$2b$10$abc')).rejects.toThrow('argon2id')
  })
})
