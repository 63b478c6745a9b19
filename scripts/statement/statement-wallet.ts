import { walletAssets } from '@candor/api'
import { parseUnits } from '@candor/money'
import * as z from 'zod/mini'
import { StatementError } from './statement-file.ts'
import type { CheckedAccount } from './statement-file.ts'

/**
 * The differences between the end of a complete file and the wallet's balances, a sentence each; empty when they agree.
 * `assets` is the response data of `wallet/assets`. Money in the interest wallet or being sold is on accounts outside
 * the statement.
 */
export function differencesFromWallet(accounts: readonly CheckedAccount[], assets: unknown): string[] {
  const answer = z.safeParse(walletAssets.output, assets)
  if (!answer.success) throw new StatementError('That is no answer of wallet/assets.')
  return accounts.flatMap(({ asset, availableUnits, heldUnits }) => {
    const balance = answer.data.items.find((item) => item.asset === asset)
    if (balance === undefined) return [`The wallet shows no ${asset}.`]
    const held = units(balance.heldInContracts) + units(balance.heldInWithdrawals)
    return [
      ...(units(balance.available) === availableUnits
        ? []
        : [`The wallet shows other ${asset} available than the file ends with.`]),
      ...(held === heldUnits ? [] : [`The wallet shows other ${asset} held than the file ends with.`]),
    ]
  })
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}
