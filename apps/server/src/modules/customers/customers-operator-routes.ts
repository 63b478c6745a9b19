import {
  operatorCustomer,
  operatorCustomerContext,
  operatorCustomerDisable,
  operatorCustomerEnable,
  operatorCustomerSignOut,
  operatorCustomers,
  operatorCustomerStatement,
  operatorCustomerTimeline,
} from '@candor/api/operator'
import type { CustomerListItem } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database, Reads } from '../../platform/transaction.ts'
import type { Identity } from '../identity/index.ts'
import { recordAct } from '../operator/index.ts'
import type { AuditReader } from '../operator/index.ts'
import { listPayoutMethods } from '../payout/index.ts'
import type { CustomerLimits } from '../security/index.ts'
import type { StatementService } from '../statement/index.ts'
import { findByFilter, readAgentNotes, readOpenCases } from './context-store.ts'
import { signCustomerOut } from './sign-out-store.ts'
import { readTimeline } from './timeline-service.ts'

export interface CustomerDependencies {
  readonly pool: Database
  /** Of a customer's timeline, which may be a little old. */
  readonly reads: Reads
  readonly identity: Pick<Identity, 'records' | 'setEnabled' | 'announceEnded'>
  /** The name on a customer's verified document; null while unverified. */
  verifiedName(customerId: bigint): Promise<string | null>
  readonly statement: StatementService
  readonly audit: AuditReader
  readonly limits: Pick<CustomerLimits, 'view'>
}

/** So many contracts and questions are shown beside a conversation. */
const shownBeside = 5

/** The operations on customers. Looking at one is recorded before anything is shown. */
export function customerOperatorRoutes(deps: CustomerDependencies): Route[] {
  const { pool, reads, identity, statement } = deps
  const { records } = identity

  const setEnabled = async (
    secret: string,
    { id, reason, note, isEnabled }: { id: string; reason: string; note: string; isEnabled: boolean },
  ): Promise<Result<CustomerListItem, 'not-found'>> => {
    const said = note.trim() === '' ? reason : `${reason}: ${note.trim()}`
    const isKnown = await identity.setEnabled({ secret, customerId: BigInt(id), isEnabled, reason: said })
    const customer = isKnown ? await records.find(BigInt(id)) : null
    return customer === null ? refuse('not-found') : ok(customer)
  }

  return [
    ...viewRoutes(deps),
    route(operatorCustomerStatement, async ({ id, asset = null, kind, cursor = null, limit }) =>
      ok(
        await statement.statement(
          { customerId: BigInt(id), asset, kinds: kind === undefined ? null : [kind], fromMs: null, toMs: null },
          cursor,
          limit,
        ),
      ),
    ),
    route(operatorCustomerTimeline, async ({ id, kind = null, ...wanted }) =>
      ok(await reads.run((from) => readTimeline(from, { customerId: BigInt(id), kind }, wanted))),
    ),
    route(operatorCustomerSignOut, async ({ id, reason, note }, { operator }) => {
      const customerId = BigInt(id)
      const ended = await signCustomerOut(pool, { secret: operator.secret, customerId, reason, note: note.trim() })
      if (ended === null) return refuse('not-found')
      identity.announceEnded(customerId, ended)
      return ok({ endedSessions: ended.length })
    }),
    route(operatorCustomerDisable, (form, { operator }) => setEnabled(operator.secret, { ...form, isEnabled: false })),
    route(operatorCustomerEnable, (form, { operator }) => setEnabled(operator.secret, { ...form, isEnabled: true })),
  ]
}

/** Finding customers and looking at one. */
function viewRoutes({
  pool,
  identity: { records },
  verifiedName,
  statement,
  audit,
  limits,
}: CustomerDependencies): Route[] {
  return [
    route(operatorCustomers, async ({ text, filter }, { operator }) => {
      if (text !== undefined) return ok({ items: await records.search(text) })
      if (filter === 'new') return ok({ items: await records.newest() })
      return ok({ items: await records.listed(await findByFilter(pool, filter, operator.operatorId)) })
    }),
    route(operatorCustomer, async ({ id }, { operator }) => {
      const customerId = BigInt(id)
      const customer = await records.find(customerId)
      if (customer === null) return refuse('not-found')
      const subject = `customer:${id}`
      await recordAct(pool, operator.secret, { action: 'customer.viewed', subject })
      const [name, assets, sessions, logins, history, openCases, methods, own, notes] = await Promise.all([
        verifiedName(customerId),
        statement.assets(customerId),
        records.sessions(customerId),
        records.logins(customerId),
        audit.of(subject, operator.operatorId),
        readOpenCases(pool, customerId),
        listPayoutMethods(pool, customerId),
        limits.view(customerId),
        readAgentNotes(pool, customerId),
      ])
      const payoutMethods = methods.items
      return ok({ customer, name, assets, sessions, logins, history, openCases, payoutMethods, limits: own, notes })
    }),
    route(operatorCustomerContext, async ({ id }, { operator }) => {
      const customerId = BigInt(id)
      if ((await records.find(customerId)) === null) return refuse('not-found')
      await recordAct(pool, operator.secret, {
        action: 'customer.viewed',
        subject: `customer:${id}`,
        details: { beside: 'conversation' },
      })
      const newest = { cursor: null, limit: shownBeside }
      const [name, openCases, contracts, questions] = await Promise.all([
        verifiedName(customerId),
        readOpenCases(pool, customerId),
        readTimeline(pool, { customerId, kind: 'contract' }, newest),
        readTimeline(pool, { customerId, kind: 'support' }, newest),
      ])
      return ok({ name, openCases, contracts: contracts.items, questions: questions.items })
    }),
  ]
}
