import type { InputOf, OutputOf, securityExclude, securityLimitSet, securityLimits } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { parseUnitsOfEach } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/transaction.ts'
import { limitAt, limitViewOf } from './limits.ts'
import { putExclusion, putLimit, readExclusion, readLimits } from './limits-store.ts'
import type { NewLimit } from './limits-store.ts'

type LimitsView = OutputOf<typeof securityLimits>

/** The limits that customers set themselves. They are judged where orders are placed and deposits announced. */
export interface CustomerLimits {
  view(customerId: bigint): Promise<LimitsView>
  set(customerId: bigint, form: InputOf<typeof securityLimitSet>): Promise<LimitsView>
  exclude(customerId: bigint, form: InputOf<typeof securityExclude>): Promise<LimitsView>
}

/** Creates the limits. */
export function createCustomerLimits({
  pool,
  clock,
}: {
  readonly pool: Database
  readonly clock: Clock
}): CustomerLimits {
  const view = async (customerId: bigint): Promise<LimitsView> => {
    const nowMs = clock.nowMs()
    const [limits, exclusion] = await Promise.all([readLimits(pool, customerId), readExclusion(pool, customerId)])
    return {
      items: limits.map((limit) => limitViewOf(limitAt(limit, nowMs))),
      exclusion: exclusion !== null && exclusion.untilMs > nowMs ? exclusion : null,
    }
  }
  return {
    view,
    async set(customerId, form) {
      await putLimit(pool, customerId, newLimitOf(form))
      return view(customerId)
    },
    async exclude(customerId, { kind, days }) {
      await putExclusion(pool, customerId, { kind, durationMs: days * dayMs })
      return view(customerId)
    },
  }
}

function newLimitOf({ kind, value }: InputOf<typeof securityLimitSet>): NewLimit {
  if (kind === 'session') return { kind, value: value === undefined ? null : Number(value) }
  const units = value === undefined ? null : parseUnitsOfEach(value)
  if (value !== undefined && units === null) throw new Error('a limit passed the schema and is no amount')
  return { kind, value: units }
}
