import { BalancePublisher } from '../balance-publisher.ts'
import type { BalancePublisherOptions } from '../balance-publisher.ts'

/** Adds the publisher of balances that the role of a server would share. */
export function withBalances<Options extends BalancePublisherOptions>(
  options: Options,
): Options & { readonly balances: BalancePublisher } {
  return { ...options, balances: new BalancePublisher(options) }
}
