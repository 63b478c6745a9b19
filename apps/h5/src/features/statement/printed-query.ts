import { kycStateOf, userInfo, walletStatement, walletStatementCsv } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { CallFailed, download, queryClient, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { startOf } from '../../shared/page/period/index.ts'
import { assets, filterOf } from './statement-filter.ts'
import { printedAccounts } from './printed-model.ts'
import type { PrintedAccount } from './printed-model.ts'

/** What a printed statement says. */
export interface PrintedStatement {
  /** The verified name; null without one. */
  readonly name: string | null
  readonly account: string
  readonly contact: string
  /** Null where the file cannot be printed as it came. */
  readonly accounts: readonly PrintedAccount[] | null
}

/** The statement of a local month, from the same file that is saved as CSV. Read again for each printing. */
export function printedQuery(month: string) {
  return queryOptions<PrintedStatement>({
    queryKey: [...queryKeyOf(walletStatementCsv), 'printed', month],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const [user, { submission }, file, ...newest] = await Promise.all([
        queryClient.fetchQuery(queryFor(userInfo, {})),
        queryClient.fetchQuery(queryFor(kycStateOf, {})),
        download(walletStatementCsv, filterOf({ asset: null, group: null, month }), { signal }),
        ...assets.map(async (asset) => {
          const { items } = await queryClient.fetchQuery(
            queryFor(walletStatement, { asset, toMs: String(startOf(month)), limit: 1 }),
          )
          return { asset, balance: items[0]?.availableAfter ?? '0' }
        }),
      ])
      if (!file.ok) throw new CallFailed(file)
      return {
        name: submission?.state === 'verified' ? submission.name : null,
        account: user.id,
        contact: user.email ?? user.mobile ?? '',
        accounts: printedAccounts(
          await file.value.text(),
          (asset) => newest.find((one) => one.asset === asset)?.balance ?? '0',
        ),
      }
    },
  })
}
