import {
  operatorCustomer,
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
import type { Database } from '../../platform/transaction.ts'
import type { Identity } from '../identity/index.ts'
import { recordAct } from '../operator/index.ts'
import type { AuditReader } from '../operator/index.ts'
import type { StatementService } from '../statement/index.ts'
import { signCustomerOut } from './sign-out-store.ts'
import { readTimeline } from './timeline-service.ts'

export interface CustomerDependencies {
  readonly pool: Database
  readonly identity: Pick<Identity, 'records' | 'setEnabled' | 'announceEnded'>
  /** The name on a customer's verified document; null while unverified. */
  verifiedName(customerId: bigint): Promise<string | null>
  readonly statement: StatementService
  readonly audit: AuditReader
}

/** The operations on customers. Looking at one is recorded before anything is shown. */
export function customerOperatorRoutes({
  pool,
  identity,
  verifiedName,
  statement,
  audit,
}: CustomerDependencies): Route[] {
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
    route(operatorCustomers, async ({ text }) => ok({ items: await records.search(text) })),
    route(operatorCustomer, async ({ id }, { operator }) => {
      const customerId = BigInt(id)
      const customer = await records.find(customerId)
      if (customer === null) return refuse('not-found')
      const subject = `customer:${id}`
      await recordAct(pool, operator.secret, { action: 'customer.viewed', subject })
      const [name, assets, sessions, logins, history] = await Promise.all([
        verifiedName(customerId),
        statement.assets(customerId),
        records.sessions(customerId),
        records.logins(customerId),
        audit.of(subject, operator.operatorId),
      ])
      return ok({ customer, name, assets, sessions, logins, history })
    }),
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
      ok(await readTimeline(pool, { customerId: BigInt(id), kind }, wanted)),
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
