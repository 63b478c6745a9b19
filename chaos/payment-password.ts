import { setPaymentPassword } from '../apps/server/src/modules/security/testing/payment-password.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'
import { formBody, trialSecret, WireWorld } from './wire-world.ts'
import type { WireAnswer } from './wire-world.ts'

const right = '481516'
const wanted = '903817'
/** The fifth wrong guess locks, and its response says so. */
const mostTold = 4
const patienceMs = 600_000

/** Many guesses at a payment password at once: five are evaluated, later ones are not, even if right. */
export const paymentPassword = trial({
  about: 'Many guesses at a payment password at once: five are evaluated',
  sizes: { guesses: [10_000, 200], atOnce: [1_000, 100] },
  async run({ sizes, progress }) {
    const world = await WireWorld.open({ customers: 1, patienceMs })
    try {
      const [token = ''] = world.tokens
      const customerId = await preparePayer(world, token)
      const answers: WireAnswer[] = []
      while (answers.length < sizes.guesses) {
        const wave = Array.from({ length: Math.min(sizes.atOnce, sizes.guesses - answers.length) }, (_, index) =>
          guess(world, token, wrongGuess(answers.length + index)),
        )
        answers.push(...(await Promise.all(wave)))
        progress(`${answers.length} guesses`)
      }
      const last = await guess(world, token, right)
      return [await judged(world, { customerId, answers, last })]
    } finally {
      await world.close()
    }
  },
})

/** Gives the customer a mailbox and a payment password. Returns the customer's number. */
async function preparePayer(world: WireWorld, token: string): Promise<bigint> {
  const customerId = await world.customerOf(token)
  await world.owner.query(`update identity.customer set email = 'payer@example.com' where customer_id = $1`, [
    customerId,
  ])
  await setPaymentPassword(world.owner, customerId, right, trialSecret)
  return customerId
}

/** Guesses differ from each other and from the right one. */
function wrongGuess(index: number): string {
  return String(500_000 + index)
}

function guess(world: WireWorld, token: string, oldPaymentPassword: string): Promise<WireAnswer> {
  const form = { oldPaymentPassword, paymentPassword: wanted, paymentPassword2: wanted }
  return world.post('security/payment_password', formBody(form), token)
}

interface Guessed {
  readonly customerId: bigint
  readonly answers: readonly WireAnswer[]
  readonly last: WireAnswer
}

async function judged(world: WireWorld, { customerId, answers, last }: Guessed): Promise<Finding> {
  const count = (name: string | null) => answers.filter(({ error }) => error === name).length
  const told = count('wrong-old-password')
  const known = told + count('payment-password-locked') + count('frequent-operations')
  const { rows } = await world.owner.query<{ failures: number }>(
    'select failures from security.payment_password where customer_id = $1',
    [customerId],
  )
  const failures = [
    ...(told === mostTold ? [] : [`${told} guesses were refused as wrong, not ${mostTold}`]),
    ...(known === answers.length ? [] : [`${answers.length - known} guesses were answered in another way`]),
    ...(last.error === 'payment-password-locked'
      ? []
      : [`the right one was answered ${last.error ?? 'accepted'} after the lock`]),
    ...(rows[0]?.failures === 5 ? [] : [`${rows[0]?.failures} failures are stored, not 5`]),
  ]
  return {
    name: 'payment-password',
    size: answers.length,
    failures,
    figures: { told, locked: count('payment-password-locked') },
  }
}
