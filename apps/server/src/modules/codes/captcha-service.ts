import { randomBytes, randomInt } from 'node:crypto'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { captchaCreate, OutputOf } from '@candor/api'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash, sameHash } from '../../platform/keyed-hash.ts'
import { createRateLimit, networksOf } from '../../platform/rate-limit/index.ts'
import type { LimitShare } from '../../platform/rate-limit/index.ts'
import type { Database } from '../../platform/transaction.ts'
import { captchaAlphabet } from './captcha-glyphs.ts'
import { drawCaptcha } from './captcha-picture.ts'
import { deleteExpiredCaptchas, insertCaptcha, takeCaptcha } from './captcha-store.ts'
import { proofDifficulty } from './captcha.ts'

const lifeMs = 2 * 60_000
const characters = 6
/** As many as double the work. */
const chargedCaptchas = 6

/** The form fields with a captcha's solution. */
export interface CaptchaSolution {
  readonly captchaId?: string | undefined
  readonly captcha?: string | undefined
  readonly altcha?: string | undefined
}

/** `absent`: the form contains no solution. */
export type CaptchaVerdict = 'proven' | 'wrong' | 'absent'

/** Creates captchas and checks their solutions. */
export interface Captcha {
  create(ip: string): Promise<OutputOf<typeof captchaCreate>>
  /** Consumes the captcha, whether the solution is right or wrong. */
  prove(answer: CaptchaSolution): Promise<CaptchaVerdict>
  /** Makes a network's next proofs of work harder, as if it had asked for several captchas more. */
  charge(ip: string): void
  /** Deletes unused captchas. */
  prune(): Promise<void>
}

/** Dependencies of codes and captchas. `random` draws pictures and texts; tests may fix it. */
export interface CaptchaDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly secret: string
  /** Counts what all processes were asked for; null or absent where there is one. */
  readonly limitShare?: LimitShare | null
}

/** Creates the captcha: a picture, and a proof of work for people who cannot see it. Solving either consumes both. */
export function createCaptcha({ pool, clock, secret, limitShare = null }: CaptchaDependencies): Captcha {
  const asked = createRateLimit({ max: Infinity, windowMs: 10 * 60_000 }, clock, {
    sharing: limitShare && { share: limitShare, name: 'captchas' },
  })
  const count = (ip: string) => Math.max(...networksOf(ip).map(({ name, room }) => asked.count(name) / room))
  const hmacKey = keyedHash(secret, 'altcha').toString('hex')
  const answerHash = (captchaId: string, text: string) =>
    keyedHash(secret, 'captcha', captchaId, text.trim().toUpperCase())

  const proveWork = async (altcha: string): Promise<CaptchaVerdict> => {
    const solution = parseSolution(altcha)
    if (solution === null || !(await verifySolution(solution, hmacKey, false))) return 'wrong'
    // The id is part of the signed salt: a proof of work spends the captcha that it was made for.
    const captchaId = extractParams(solution)['id']
    if (captchaId === undefined) return 'wrong'
    return (await takeCaptcha(pool, captchaId, clock.nowMs())) === null ? 'wrong' : 'proven'
  }

  return {
    async create(ip) {
      const captchaId = randomBytes(16).toString('base64url')
      const text = randomText()
      const expiresMs = clock.nowMs() + lifeMs
      await insertCaptcha(pool, { captchaId, answerHash: answerHash(captchaId, text), expiresMs })
      const picture = await drawCaptcha(text, random)
      const maxnumber = proofDifficulty(count(ip))
      const made = await createChallenge({
        algorithm: 'SHA-256',
        hmacKey,
        maxnumber,
        params: { id: captchaId },
        expires: new Date(expiresMs),
      })
      const { salt, challenge, signature } = made
      return {
        captchaId,
        image: `data:image/png;base64,${picture.toString('base64')}`,
        challenge: { algorithm: 'SHA-256', salt, challenge, maxnumber, signature },
      }
    },
    async prove({ captchaId, captcha, altcha }) {
      if (altcha !== undefined && altcha !== '') return proveWork(altcha)
      if (captchaId === undefined || captcha === undefined || captcha === '') return 'absent'
      const taken = await takeCaptcha(pool, captchaId, clock.nowMs())
      return taken !== null && sameHash(taken.answerHash, answerHash(captchaId, captcha)) ? 'proven' : 'wrong'
    },
    charge(ip) {
      for (let more = 0; more < chargedCaptchas; more += 1) count(ip)
    },
    prune: () => deleteExpiredCaptchas(pool, clock.nowMs()),
  }
}

const solutionSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().check(z.maxLength(64)),
  number: z.int().check(z.gte(0)),
  salt: z.string().check(z.maxLength(200)),
  signature: z.string().check(z.maxLength(64)),
})

function parseSolution(altcha: string): z.output<typeof solutionSchema> | null {
  try {
    return solutionSchema.safeParse(JSON.parse(Buffer.from(altcha, 'base64').toString('utf8'))).data ?? null
  } catch {
    // Not JSON: a wrong solution like any other.
    return null
  }
}

/** Pictures need chance that cannot be foretold from earlier pictures. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32

function randomText(): string {
  return Array.from({ length: characters }, () => captchaAlphabet.charAt(randomInt(captchaAlphabet.length))).join('')
}
