import { describe, expect, it } from 'vitest'
import { solveChallenge } from './proof-of-work.ts'

/** Made with WebCrypto, an implementation other than the one under test. */
async function challengeOf(number: number, maxnumber: number) {
  const salt = 'salt?id=abc&'
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}${number}`))
  const challenge = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { algorithm: 'SHA-256' as const, salt, challenge, maxnumber, signature: 'signed' }
}

describe('the proof of work', () => {
  it('finds the number and returns the whole solution', async () => {
    const challenge = await challengeOf(1_234, 5_000)
    const solution = solveChallenge(challenge)
    expect(JSON.parse(atob(solution ?? ''))).toEqual({
      algorithm: 'SHA-256',
      challenge: challenge.challenge,
      number: 1_234,
      salt: 'salt?id=abc&',
      signature: 'signed',
    })
  })

  it('finds the last number, too', async () => {
    expect(solveChallenge(await challengeOf(50, 50))).not.toBeNull()
  })

  it('returns null where the number lies beyond the limit', async () => {
    expect(solveChallenge(await challengeOf(51, 50))).toBeNull()
  })
})
