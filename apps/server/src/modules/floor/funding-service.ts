import type {
  DeskFundingView,
  InputOf,
  OutputOf,
  RefusalOf,
  operatorDeskFundingPropose,
  operatorDeskFundings,
} from '@candor/api/operator'
import { parseUnits } from '@candor/money'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { confirmFunding, listFundings, proposeFunding, readFunding, rejectFunding } from './funding-store.ts'

type Propose = typeof operatorDeskFundingPropose

/**
 * Payments received for merchants, agreed on by two operators. Each act is one function of the ledger; its errors CO001
 * to CO004 are thrown.
 */
export interface FundingService {
  list(wanted: InputOf<typeof operatorDeskFundings>): Promise<Result<OutputOf<typeof operatorDeskFundings>, never>>
  propose(secret: string, form: InputOf<Propose>): Promise<Result<DeskFundingView, RefusalOf<Propose>>>
  confirm(secret: string, id: bigint): Promise<Result<DeskFundingView, 'not-found'>>
  reject(secret: string, id: bigint, note: string): Promise<Result<DeskFundingView, 'not-found'>>
}

const refusals = ['not-found', 'wrong-amount', 'reference-taken', 'conflict'] as const

/** Makes it on a pool of the application. */
export function createFundingService(pool: Database): FundingService {
  return {
    async list(wanted) {
      const page = await pageById(wanted, {
        read: (beforeId, limit) => listFundings(pool, { deskId: BigInt(wanted.deskId), beforeId, limit }),
        idOf: ({ id }) => id,
        viewOf: (funding) => funding,
      })
      return ok(page)
    },
    async propose(secret, { requestId, deskId, amount, reference, note }) {
      const units = parseUnits(amount)
      if (units === null) return refuse('wrong-amount')
      const wanted = { requestId, deskId: BigInt(deskId), units, reference, note }
      const { outcome, fundingId } = await proposeFunding(pool, secret, wanted)
      const refusal = refusals.find((name) => name === outcome)
      if (refusal !== undefined) return refuse(refusal)
      if (fundingId === null) throw new Error(`unknown outcome of funding a desk: ${outcome}`)
      return ok(await readFunding(pool, fundingId))
    },
    async confirm(secret, id) {
      return (await confirmFunding(pool, secret, id)) ? ok(await readFunding(pool, id)) : refuse('not-found')
    },
    async reject(secret, id, note) {
      return (await rejectFunding(pool, secret, id, note)) ? ok(await readFunding(pool, id)) : refuse('not-found')
    },
  }
}
