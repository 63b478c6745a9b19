import { pageById } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { decideProposal, listProposals, readProposal } from './proposal-store.ts'
import type { Proposal, ProposalPlace } from './proposal-store.ts'

/** The operations on proposals of a kind, as their routes use them. The errors CO001 to CO004 are thrown. */
export interface Proposals<View> {
  page(
    wanted: PageWanted & { readonly state?: Proposal<unknown, unknown>['state'] | undefined },
  ): Promise<Result<Page<View>, never>>
  read(id: bigint): Promise<View>
  confirm(secret: string, id: string): Promise<Result<View, 'not-found' | 'terms-changed'>>
  reject(secret: string, form: { readonly id: string; readonly note: string }): Promise<Result<View, 'not-found'>>
}

/** Reads and decides proposals of one kind; `viewOf` is how the console sees one. */
export function createProposals<Row, Version, Values, View extends { readonly id: string }>(
  pool: Database,
  place: ProposalPlace<Row, Version, Values>,
  viewOf: (proposal: Proposal<Version, Values>) => View,
): Proposals<View> {
  const read = async (id: bigint) => viewOf(await readProposal(pool, place, id))
  return {
    async page({ state = null, ...wanted }) {
      const { items, nextCursor } = await pageById(wanted, {
        read: (beforeId, limit) => listProposals(pool, place, { state, beforeId, limit }),
        idOf: ({ id }) => id,
        viewOf: (proposal) => proposal,
      })
      return ok({ items: items.map(viewOf), nextCursor })
    },
    read,
    async confirm(secret, id) {
      const outcome = await decideProposal(pool, place, { secret, id: BigInt(id), isConfirmed: true, note: '' })
      return outcome === 'decided' ? ok(await read(BigInt(id))) : refuse(outcome)
    },
    async reject(secret, { id, note }) {
      const outcome = await decideProposal(pool, place, { secret, id: BigInt(id), isConfirmed: false, note })
      return outcome === 'decided' ? ok(await read(BigInt(id))) : refuse('not-found')
    },
  }
}
