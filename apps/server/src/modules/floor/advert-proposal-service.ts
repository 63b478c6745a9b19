import type {
  AdvertProposalView,
  InputOf,
  OutputOf,
  RefusalOf,
  operatorAdvertBand,
  operatorAdvertProposals,
} from '@candor/api/operator'
import { formatDecimal } from '@candor/money'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import type { Proposals } from '../operator/index.ts'
import { readUsdtPrice } from '../statement/index.ts'
import { advertProposals, proposeAdvert } from './advert-proposal-store.ts'
import { readAdvertTerms } from './advert-terms-store.ts'
import { wantedAdvert } from './merchant-service.ts'

type Propose = typeof operatorAdvertProposals.propose
type ConfirmRefusal = Exclude<
  RefusalOf<typeof operatorAdvertProposals.confirm>,
  'not-found' | 'same-operator' | 'already-decided' | 'books-halted'
>

/**
 * Adverts outside the band of the official price, which two operators publish. Each act is one SQL function; its errors
 * CO001 to CO004 are thrown.
 */
export interface AdvertProposalService extends Proposals<
  AdvertProposalView,
  AdvertProposalView['state'],
  ConfirmRefusal
> {
  band(): Promise<OutputOf<typeof operatorAdvertBand>>
  propose(secret: string, form: InputOf<Propose>): Promise<Result<AdvertProposalView, RefusalOf<Propose>>>
}

const refusals = ['not-found', 'wrong-amount', 'price-above-bid', 'market-stale', 'not-allowed', 'conflict'] as const

/** Creates the service. */
export function createAdvertProposalService(pool: Database): AdvertProposalService {
  const proposals = createProposals(pool, advertProposals, (proposal): AdvertProposalView => proposal)
  return {
    ...proposals,
    async band() {
      const [price, { bandBps }] = await Promise.all([readUsdtPrice(pool), readAdvertTerms(pool)])
      return { officialPrice: price === null ? null : formatDecimal(price.ticks, price.decimals), bandBps }
    },
    async propose(secret, form) {
      const wanted = wantedAdvert(form)
      if (wanted === null) return refuse('wrong-amount')
      const { outcome, proposalId } = await proposeAdvert(pool, secret, { ...wanted, note: form.note })
      const refusal = refusals.find((name) => name === outcome)
      if (refusal !== undefined) return refuse(refusal)
      if (proposalId === null) throw new Error(`unknown outcome of proposing an advert: ${outcome}`)
      return ok(await proposals.read(proposalId))
    },
  }
}
