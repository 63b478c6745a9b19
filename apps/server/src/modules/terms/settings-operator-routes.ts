import { operatorSettingProposals, operatorSettingEffect, operatorSettings } from '@candor/api/operator'
import type { SettingProposalView, SettingUnit } from '@candor/api/operator'
import { parseUnits } from '@candor/money'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { proposeSetting, readEffect, readSettings, readUnit, settingProposals } from './settings-store.ts'

/** The settings of money, and their proposals. What is under way keeps the value that it began with. */
export function settingsOperatorRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, settingProposals, (proposal): SettingProposalView => proposal)
  return [
    route(operatorSettings, async () => ok({ items: await readSettings(pool) })),
    route(operatorSettingProposals.list, proposals.handlers.list),
    route(operatorSettingProposals.propose, async ({ name, value: text, note }, { operator }) => {
      const value = valueOf(await readUnit(pool, name), text)
      const id = value === null ? null : await proposeSetting(pool, operator.secret, { name, value, note })
      return id === null ? refuse('wrong-amount') : ok(await proposals.read(id))
    }),
    route(operatorSettingEffect, async ({ id }) => {
      const found = await readEffect(pool, BigInt(id))
      return found === 'not-found' ? refuse(found) : ok(found)
    }),
    route(operatorSettingProposals.confirm, proposals.handlers.confirm),
    route(operatorSettingProposals.reject, proposals.handlers.reject),
  ]
}

/** A value as the database keeps it; null for an unknown setting, or a fraction of what is counted whole. */
function valueOf(unit: SettingUnit | null, text: string): bigint | null {
  if (unit === null) return null
  if (unit === 'USD' || unit === 'USDT') return parseUnits(text)
  return /^\d+$/.test(text) ? BigInt(text) : null
}
