import type { DeskFundingView, InputOf, RefusalOf, operatorDeskFundings } from '@candor/api/operator'
import { parseUnitsOf } from '@candor/money'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import type { Proposals } from '../operator/index.ts'
import { fundings, proposeFunding } from './merchant-funding-store.ts'

type Propose = typeof operatorDeskFundings.propose

/**
 * Payments received for merchants, agreed on by two operators. Each act is one SQL function; its errors CO001 to CO004
 * are thrown.
 */
export interface MerchantFundingService extends Proposals<DeskFundingView, DeskFundingView['state'], never> {
  propose(secret: string, form: InputOf<Propose>): Promise<Result<DeskFundingView, RefusalOf<Propose>>>
}

const refusals = ['not-found', 'wrong-amount', 'reference-taken', 'conflict'] as const

/** Creates the service. */
export function createMerchantFundingService(pool: Database): MerchantFundingService {
  const proposals = createProposals(pool, fundings, (funding): DeskFundingView => funding)
  return {
    ...proposals,
    async propose(secret, { requestId, deskId, amount, reference, note }) {
      const units = parseUnitsOf('USD', amount)
      if (units === null) return refuse('wrong-amount')
      const wanted = { requestId, deskId: BigInt(deskId), units, reference, note }
      const { outcome, fundingId } = await proposeFunding(pool, secret, wanted)
      const refusal = refusals.find((name) => name === outcome)
      if (refusal !== undefined) return refuse(refusal)
      if (fundingId === null) throw new Error(`unknown outcome of funding a desk: ${outcome}`)
      return ok(await proposals.read(fundingId))
    },
  }
}
