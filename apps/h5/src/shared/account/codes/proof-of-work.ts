import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { captchaCreate, OutputOf } from '@candor/api'

export type Challenge = OutputOf<typeof captchaCreate>['challenge']

/**
 * Solves an altcha challenge: finds the number whose SHA-256 with the salt is the challenge, and returns the base64
 * solution, or null if there is none. In plain JavaScript, because WebCrypto needs a secure context and a phone on the
 * local network has none.
 */
export function solveChallenge(challenge: Challenge): string | null {
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    if (bytesToHex(sha256(utf8ToBytes(challenge.salt + number))) === challenge.challenge)
      return solutionOf(challenge, number)
  }
  return null
}

function solutionOf({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}
