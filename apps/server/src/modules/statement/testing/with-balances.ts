import { pino } from 'pino'
import { createBus } from '../../../platform/bus/index.ts'
import { BalancePublisher } from '../balance-publisher.ts'
import type { BalancePublisherOptions } from '../balance-publisher.ts'

/**
 * Adds the publisher of balances that the role of a server would share; and, where they are left out, a silent logger
 * and a bus that throws the errors of its subscribers.
 */
export function withBalances<Options extends Pick<BalancePublisherOptions, 'pool'> & Partial<BalancePublisherOptions>>(
  options: Options,
) {
  const complete = { bus: throwingBus(), logger: pino({ level: 'silent' }), ...options }
  return { ...complete, balances: new BalancePublisher(complete) }
}

const throwingBus = () =>
  createBus((_topic, error) => {
    throw error
  })
