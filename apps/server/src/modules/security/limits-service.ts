import type { InputOf, OutputOf, securityExclude, securityLimitSet, securityLimits } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { parseUnitsOfEach } from '@candor/money'
import type { Amount, Units } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { CustomerRules } from './customer-rules.ts'
import { brokenByStake, limitSpanMs, limitViewOf, moneyLimitOf } from './limits.ts'
import type { StoredLimit } from './limits.ts'
import { putExclusion, putLimit, readDeposited, readStaked } from './limits-store.ts'
import type { NewLimit } from './limits-store.ts'

type LimitRefusal = 'limit-reached' | 'self-excluded'

/** A requested act. A deposit is paid in USDT, whichever currency it is credited in. */
export type LimitedWish =
  | { readonly kind: 'deposit'; readonly quantityUnits: Units<'USDT'> }
  | { readonly kind: 'stake'; readonly amount: Amount }

type LimitsView = OutputOf<typeof securityLimits>

/** The limits that customers set themselves. */
export interface CustomerLimits {
  /**
   * Whether a requested act is within the limits. Refusals carry `data`: which limit (`kind`), or until when
   * (`untilMs`).
   */
  check(customerId: bigint, wish: LimitedWish): Promise<Result<null, LimitRefusal>>
  /**
   * Performs an act if it is within the limits. Acts of a customer with limits are serialised: two that fit alone but
   * not together must not both pass.
   */
  within<T>(customerId: bigint, wish: LimitedWish, act: () => Promise<T>): Promise<Result<T, LimitRefusal>>
  view(customerId: bigint): Promise<LimitsView>
  set(customerId: bigint, form: InputOf<typeof securityLimitSet>): Promise<LimitsView>
  exclude(customerId: bigint, form: InputOf<typeof securityExclude>): Promise<LimitsView>
}

/**
 * Creates the limits. A customer without limits costs one short query every ten seconds, shared with other customers.
 */
export function createCustomerLimits({
  pool,
  clock,
}: {
  readonly pool: Database
  readonly clock: Clock
}): CustomerLimits {
  const rules = new CustomerRules({ pool, clock })
  const turns = new Map<bigint, Promise<unknown>>()

  const changed = async (customerId: bigint, change: Promise<void>): Promise<LimitsView> => {
    await change
    rules.forget(customerId)
    return view(customerId)
  }
  const view = async (customerId: bigint): Promise<LimitsView> => {
    const { limits, exclusion } = await rules.of(customerId)
    return { items: limits.map(limitViewOf), exclusion }
  }
  const check = async (customerId: bigint, wish: LimitedWish) => {
    const { limits, exclusion } = await rules.of(customerId)
    if (exclusion !== null) return refuse('self-excluded', { untilMs: exclusion.untilMs })
    const broken = await brokenLimit(pool, limits, wish, { customerId, sinceMs: clock.nowMs() - limitSpanMs })
    return broken === null ? ok(null) : refuse('limit-reached', { kind: broken })
  }

  return {
    check,
    async within(customerId, wish, act) {
      const { limits, exclusion } = await rules.of(customerId)
      if (limits.length === 0 && exclusion === null) return ok(await act())
      const turn = (turns.get(customerId) ?? Promise.resolve())
        .catch(() => undefined)
        .then(async () => {
          const allowed = await check(customerId, wish)
          return allowed.ok ? ok(await act()) : allowed
        })
      turns.set(customerId, turn)
      return turn.finally(() => {
        if (turns.get(customerId) === turn) turns.delete(customerId)
      })
    },
    view,
    set: (customerId, form) => changed(customerId, putLimit(pool, customerId, newLimitOf(form))),
    exclude: (customerId, { kind, days }) =>
      changed(customerId, putExclusion(pool, customerId, { kind, durationMs: days * dayMs })),
  }
}

async function brokenLimit(
  pool: Database,
  limits: readonly StoredLimit[],
  wish: LimitedWish,
  of: { readonly customerId: bigint; readonly sinceMs: number },
): Promise<'deposit' | 'stake' | 'loss' | null> {
  if (wish.kind === 'deposit') {
    const limit = moneyLimitOf(limits, 'deposit')
    if (limit === null) return null
    return (await readDeposited(pool, of)) + wish.quantityUnits > limit ? 'deposit' : null
  }
  if (moneyLimitOf(limits, 'stake') === null && moneyLimitOf(limits, 'loss') === null) return null
  const { amount: stake } = wish
  return brokenByStake(limits, { stake, ...(await readStaked(pool, { ...of, asset: stake.asset })) })
}

function newLimitOf({ kind, value }: InputOf<typeof securityLimitSet>): NewLimit {
  if (kind === 'session') return { kind, value: value === undefined ? null : Number(value) }
  const units = value === undefined ? null : parseUnitsOfEach(value)
  if (value !== undefined && units === null) throw new Error('a limit passed the schema and is no amount')
  return { kind, value: units }
}
