import { pageById } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { decideProposal, listProposals, readProposal } from './proposal-store.ts'
import type { Proposal, ProposalFacts, ProposalKind } from './proposal-store.ts'

/** The wanted page of proposals: of a state and of an owner, or of all; and the operator who reads it. */
type ProposalsWanted<State> = PageWanted & {
  readonly readerId: bigint
  readonly state?: State | undefined
  readonly ownerId?: string | undefined
}

/** The session of an operator's call. */
interface Caller {
  readonly operator: { readonly operatorId: bigint; readonly secret: string }
}

/** The operations on proposals of a kind. The errors CO001 to CO004 are thrown. */
export interface Proposals<View, State extends string, Refusal extends string> {
  page(wanted: ProposalsWanted<State>): Promise<Result<Page<View>, never>>
  /** A proposal for its author, or one that is decided: it names the author. */
  read(id: bigint): Promise<View>
  confirm(secret: string, id: string): Promise<Result<View, 'not-found' | Refusal>>
  reject(secret: string, form: { readonly id: string; readonly note: string }): Promise<Result<View, 'not-found'>>
  /** The same as the handlers of routes. */
  readonly handlers: {
    readonly list: (
      wanted: Omit<ProposalsWanted<State>, 'readerId'>,
      call: Caller,
    ) => Promise<Result<Page<View>, never>>
    readonly confirm: (form: { readonly id: string }, call: Caller) => Promise<Result<View, 'not-found' | Refusal>>
    readonly reject: (
      form: { readonly id: string; readonly note: string },
      call: Caller,
    ) => Promise<Result<View, 'not-found'>>
  }
}

/** Reads and decides proposals of one kind; `viewOf` gives the console's view of one. */
export function createProposals<Row, Details, State extends string, Refusal extends string, View>(
  pool: Database,
  kind: ProposalKind<Row, Details, State, Refusal>,
  viewOf: (proposal: Proposal<Details, State>) => View,
): Proposals<View, State, Refusal> {
  const read = async (id: bigint) => viewOf(await readProposal(pool, kind, id))
  const acts: Omit<Proposals<View, State, Refusal>, 'handlers'> = {
    async page({ state = null, ownerId: owner, readerId, ...wanted }) {
      const ownerId = owner === undefined ? null : BigInt(owner)
      const page = await pageById(wanted, {
        read: (beforeId, limit) => listProposals(pool, kind, { state, ownerId, beforeId, limit }),
        idOf: ({ id }) => id,
        viewOf: (proposal) => viewOf({ ...proposal, proposedBy: visibleAuthor(proposal, readerId) }),
      })
      return ok(page)
    },
    read,
    async confirm(secret, id) {
      const outcome = await decideProposal(pool, kind, { secret, id: BigInt(id), verdict: 'approved', note: '' })
      return outcome === 'decided' ? ok(await read(BigInt(id))) : refuse(outcome)
    },
    async reject(secret, { id, note }) {
      const outcome = await decideProposal(pool, kind, { secret, id: BigInt(id), verdict: 'rejected', note })
      return outcome === 'decided' ? ok(await read(BigInt(id))) : refuse('not-found')
    },
  }
  return {
    ...acts,
    handlers: {
      list: (wanted, { operator }) => acts.page({ ...wanted, readerId: operator.operatorId }),
      confirm: ({ id }, { operator }) => acts.confirm(operator.secret, id),
      reject: (form, { operator }) => acts.reject(operator.secret, form),
    },
  }
}

/** Null for other operators while the proposal waits, so that the second person decides independently. */
function visibleAuthor(
  { state, proposedBy }: ProposalFacts<string>,
  readerId: bigint,
): ProposalFacts<string>['proposedBy'] {
  return state === 'proposed' && proposedBy?.operatorId !== String(readerId) ? null : proposedBy
}
