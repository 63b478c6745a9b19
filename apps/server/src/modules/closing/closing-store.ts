import { openItemKind } from '@candor/api'
import type { OpenItemKind } from '@candor/api'
import type { Amount, Units } from '@candor/money'
import type { Pool, PoolClient } from 'pg'
import type * as closing from '../../../database/rows/closing.ts'
import { knownName } from '../../platform/known-name.ts'
import type { Dense, Known } from '../../platform/postgres/columns.ts'
import { amountOf, queryInTransaction } from '../ledger/index.ts'

/** What is left in an account. Small balances are below the smallest withdrawal. */
export interface OpenItems {
  readonly open: readonly { readonly kind: OpenItemKind; readonly count: bigint }[]
  readonly balances: readonly Amount[]
  readonly smallBalances: readonly Amount[]
}

/** Reads what is left in a customer's account. */
export async function readOpenItems(pool: Pool, customerId: bigint): Promise<OpenItems> {
  const { rows } = await pool.query<Known<closing.OpenItemsResult, 'kind' | 'items'>>(
    'select kind, items, asset, amount from closing.open_items($1)',
    [customerId],
  )
  const balancesOf = (wanted: string) =>
    rows.flatMap(({ kind, asset, amount }) =>
      kind === wanted && asset !== null && amount !== null ? [amountOf(asset, amount)] : [],
    )
  return {
    open: openItemKind.options.flatMap((kind) => {
      const found = rows.find((row) => row.kind === kind)
      return found === undefined ? [] : [{ kind, count: found.items }]
    }),
    balances: balancesOf('balance'),
    smallBalances: balancesOf('small-balance'),
  }
}

/** The balances that a customer agreed to give up. */
export interface SmallBalances {
  readonly USD: Units<'USD'>
  readonly USDT: Units<'USDT'>
}

const refusals = ['account-disabled', 'account-not-empty', 'balance-changed'] as const

/** The result of closing: the sessions that ended, or why nothing happened. */
export type Closed =
  | { readonly outcome: 'closed'; readonly sessions: readonly bigint[] }
  | { readonly outcome: (typeof refusals)[number] }

/** Closes an account in the caller's transaction. Throws LedgerHaltedError where the books are halted. */
export async function closeAccount(client: PoolClient, customerId: bigint, seen: SmallBalances): Promise<Closed> {
  const [row] = await queryInTransaction<Dense<closing.CloseAccountResult>>(client, {
    text: 'select outcome, sessions from closing.close_account($1, $2)',
    values: [customerId, [seen.USD, seen.USDT]],
  })
  if (row?.outcome === 'closed') return { outcome: 'closed', sessions: row.sessions ?? [] }
  return { outcome: knownName(refusals, row?.outcome, 'outcome of closing an account') }
}
