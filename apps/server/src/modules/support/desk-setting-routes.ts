import {
  operatorSupportCanned,
  operatorSupportCannedAdd,
  operatorSupportCannedChange,
  operatorSupportCannedRemove,
  operatorSupportSettings,
  operatorSupportSettingsChange,
} from '@candor/api/operator/support'
import type { SupportSettings } from '@candor/api/operator/support'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readService } from './conversation-store.ts'
import { changeSetting, putCanned, readCanned, readSettingChange, removeCanned } from './desk-store.ts'

/** Settings shared by all agents: canned replies, opening hours and the alarm. */
export function deskSettingRoutes(pool: Database): Route[] {
  const settings = async (): Promise<SupportSettings> => {
    const [{ hours, alarmMs }, changed] = await Promise.all([readService(pool), readSettingChange(pool)])
    return { hours, alarmMs, changed }
  }
  return [
    route(operatorSupportCanned, async () => ok({ items: await readCanned(pool) })),
    route(operatorSupportCannedAdd, async ({ title, language = null, text }, { operator }) => {
      const added = await putCanned(pool, operator.secret, { id: null, title, language, text })
      return added === null ? refuse('limit-reached') : ok(added)
    }),
    route(operatorSupportCannedChange, async ({ id, title, language = null, text }, { operator }) => {
      const changed = await putCanned(pool, operator.secret, { id: BigInt(id), title, language, text })
      return changed === null ? refuse('not-found') : ok(changed)
    }),
    route(operatorSupportCannedRemove, async ({ id }, { operator }) =>
      (await removeCanned(pool, operator.secret, BigInt(id))) ? ok(null) : refuse('not-found'),
    ),
    route(operatorSupportSettings, async () => ok(await settings())),
    route(operatorSupportSettingsChange, async ({ hours: { timeZone, days }, alarmMs }, { operator }) =>
      (await changeSetting(pool, operator.secret, { timeZone, days, alarmMs }))
        ? ok(await settings())
        : refuse('invalid', { hours: 'unknown-value' }),
    ),
  ]
}
