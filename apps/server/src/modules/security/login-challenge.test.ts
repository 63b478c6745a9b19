import { expect, it } from 'vitest'
import { createLoginChallenges } from './login-challenge.ts'

const nowMs = 1_780_000_000_000

it('is valid until its time in every server with the same key, and in no other', () => {
  const [here, there] = [createLoginChallenges('a key'), createLoginChallenges('a key')]
  const challenge = here.create(nowMs + 300_000)
  expect(challenge).toMatch(/^[\w-]{72}$/)
  expect(there.expiryOf(challenge, nowMs)).toBe(nowMs + 300_000)
  expect(there.expiryOf(challenge, nowMs + 300_000)).toBeNull()
  expect(createLoginChallenges('another key').expiryOf(challenge, nowMs)).toBeNull()
  expect(here.create(nowMs)).not.toBe(here.create(nowMs))
})

it('is refused when it is changed, spelt otherwise or none at all', () => {
  const challenges = createLoginChallenges('a key')
  const challenge = challenges.create(nowMs + 300_000)
  const bytes = Buffer.from(challenge, 'base64url')
  for (const at of [0, 21, 22, 53]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(challenges.expiryOf(changed.toString('base64url'), nowMs)).toBeNull()
  }
  for (const text of ['', 'abc', `${challenge}=`, `${challenge}AAAA`])
    expect(challenges.expiryOf(text, nowMs)).toBeNull()
})
