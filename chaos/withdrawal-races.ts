import { randomUUID } from 'node:crypto'
import { bindWallet, withdrawalForm } from './payees.ts'
import { acknowledgedIds, atOnce, one, outcomes, storedAre, strangers } from './race.ts'
import type { Race } from './race.ts'
import { formBody } from './wire-world.ts'

/** All that a customer is granted, and all that may be withdrawn in a day. */
const everything = '10000'
/**
 * Attempts at the payment password are counted before they are checked: concurrent right ones lock it for each other,
 * for a moment.
 */
const crowded = ['frequent-operations', 'payment-password-locked']

/** The same withdrawal repeated: one withdrawal, named by every response. */
export const sameWithdrawal: Race = async (world, token, requests) => {
  const form = await withdrawalForm(world, token, '20', await bindWallet(world, token))
  const answers = await atOnce(requests, () => world.post('withdrawal/create', formBody(form), token))
  const failures = [
    ...strangers(answers, crowded),
    ...one('withdrawals were acknowledged', acknowledgedIds(answers)),
    ...(await storedAre(world, token, 'withdrawals', [20n])),
  ]
  return { name: 'races-same-withdrawal', size: requests, failures, figures: outcomes(answers) }
}

/** Different requests for one quote: it is good for one of them. */
export const sameQuote: Race = async (world, token, requests) => {
  const form = await withdrawalForm(world, token, '30', await bindWallet(world, token))
  const answers = await atOnce(requests, () =>
    world.post('withdrawal/create', formBody({ ...form, requestId: randomUUID() }), token),
  )
  const failures = [
    ...strangers(answers, [...crowded, 'quote-changed']),
    ...one('withdrawals were acknowledged', acknowledgedIds(answers)),
    ...(await storedAre(world, token, 'withdrawals', [30n])),
  ]
  return { name: 'races-same-quote', size: requests, failures, figures: outcomes(answers) }
}

/** A whole balance is withdrawn while it is spent on contracts: together they never take more than there is. */
export const balanceOrWithdrawal: Race = async (world, token, requests) => {
  const form = await withdrawalForm(world, token, everything, await bindWallet(world, token))
  const [withdrawal, ...purchases] = await atOnce(requests, (index) =>
    index === 0
      ? world.post('withdrawal/create', formBody(form), token)
      : world.post('contract/buy', formBody(world.buyForm({ asset: 'USDT', stake: '4000' })), token),
  )
  if (withdrawal === undefined) throw new Error('nothing was sent')
  const bought = acknowledgedIds(purchases).size
  const failures = [
    ...strangers([withdrawal], ['insufficient-account-balance']),
    ...strangers(purchases, ['insufficient-balance', 'frequent-operations', 'market-stale', 'price-moved']),
    ...(withdrawal.error === null && bought > 0
      ? [`everything was withdrawn and ${bought} contracts were bought with it`]
      : []),
    ...(withdrawal.error !== null && bought === 0 ? ['the withdrawal was refused although nothing was bought'] : []),
    ...(await storedAre(world, token, 'withdrawals', withdrawal.error === null ? [10_000n] : [])),
  ]
  return {
    name: 'races-balance-or-withdrawal',
    size: requests,
    failures,
    figures: { ...outcomes(purchases), withdrawn: withdrawal.error === null ? 1 : 0 },
  }
}
