import type { Database } from '../../platform/transaction.ts'
import type { ReviewCase, ReviewTask } from '../operator/index.ts'
import type { MerchantService } from './merchant-service.ts'
import { listWaitingSales } from './floor-store.ts'

const casesARound = 50

interface SaleReviewCase extends ReviewCase {
  readonly saleId: bigint
}

/** Lets the sandbox's reviewers confirm waiting sales. */
export function createSaleReviewTask({
  pool,
  desks,
}: {
  readonly pool: Database
  readonly desks: Pick<MerchantService, 'confirm'>
}): ReviewTask<SaleReviewCase> {
  return {
    name: 'sales',
    async due() {
      const records = await listWaitingSales(pool, null, casesARound)
      return records.map(({ saleId, createdMs }) => ({ subject: `sale:${saleId}`, sinceMs: createdMs, saleId }))
    },
    async decide(secret, { saleId }) {
      await desks.confirm(secret, saleId)
    },
  }
}
