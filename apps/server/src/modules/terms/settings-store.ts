import type { SettingEffect, SettingUnit, SettingView } from '@candor/api/operator'
import { formatUnits } from '@candor/money'
import type * as setting from '../../../database/rows/setting.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import type { Database } from '../../platform/transaction.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { ProposalKind } from '../operator/index.ts'

/** A proposed value of a setting, in its unit as text. */
export interface ProposedSetting {
  readonly name: string
  readonly title: string
  readonly unit: SettingUnit
  readonly current: string
  readonly wanted: string
}

/** A value as text: money as a decimal, counts and milliseconds as whole numbers. */
function textOf(unit: SettingUnit, value: bigint): string {
  return unit === 'USD' || unit === 'USDT' ? formatUnits(value) : String(value)
}

type SettingRow = setting.BoundRow & { readonly value: bigint; readonly since_ms: bigint | null }

/** The settings in force, in the order in which they are shown. */
export async function readSettings(pool: Database): Promise<SettingView[]> {
  const { rows } = await pool.query<SettingRow>(
    `select bound.*, value, (select max(decided_ms) from setting.setting_proposal as p
       where p.name = bound.name and p.state = 'confirmed') as since_ms
     from setting.bound join setting.current_values() as now using (name) order by place`,
  )
  return rows.map(({ name, title, kind, unit, value, lowest, highest, since_ms: sinceMs }) => ({
    name,
    title,
    kind,
    unit,
    value: textOf(unit, value),
    lowest: textOf(unit, lowest),
    highest: textOf(unit, highest),
    sinceMs: numberOrNull(sinceMs),
  }))
}

/** The unit of a setting; null for an unknown name. */
export async function readUnit(pool: Database, name: string): Promise<SettingUnit | null> {
  const { rows } = await pool.query<Pick<setting.BoundRow, 'unit'>>('select unit from setting.bound where name = $1', [
    name,
  ])
  return rows[0]?.unit ?? null
}

type EffectRow = Known<Pick<setting.EffectResult, 'cases' | 'former' | 'wanted'>> & Pick<SettingEffect, 'measure'>

/** What a proposed value would have changed in the last 30 days; null where no record shows it. */
export async function readEffect(
  pool: Database,
  id: bigint,
): Promise<{ readonly effect: SettingEffect | null } | 'not-found'> {
  const { rows } = await pool.query<Partial<EffectRow>>(
    `select e.* from setting.setting_proposal as p
       left join lateral setting.effect(p.name, p.former, p.wanted) as e on true
     where p.proposal_id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return 'not-found'
  const { measure, cases, former, wanted } = row
  if (!measure || cases === undefined || former === undefined || wanted === undefined) return { effect: null }
  const textOfSum = (value: bigint) => (measure === 'fees' ? formatUnits(value) : String(value))
  return { effect: { measure, cases: Number(cases), former: textOfSum(former), wanted: textOfSum(wanted) } }
}

type ProposalRow = Pick<setting.SettingProposalRow, 'former' | 'wanted' | 'name'> &
  Pick<setting.BoundRow, 'title' | 'unit'>

/** Proposed values of settings. Refused as `terms-changed` after another value came. */
export const settingProposals: ProposalKind<
  ProposalRow,
  ProposedSetting,
  'proposed' | 'confirmed' | 'rejected',
  'terms-changed'
> = {
  relation: '(select p.*, title, unit from setting.setting_proposal as p join setting.bound using (name))',
  states: ['proposed', 'confirmed', 'rejected'],
  decide: "version.decide('house-setting', $1, $2, $3, $4)",
  refusals: ['terms-changed'],
  detailsOf: (_pool, rows) =>
    Promise.resolve(
      rows.map(({ name, title, unit, former, wanted }) => ({
        name,
        title,
        unit,
        current: textOf(unit, former),
        wanted: textOf(unit, wanted),
      })),
    ),
}

/** Proposes a value for the session's operator. Returns the id; null where it is refused. Throws CO001 and CO002. */
export const proposeSetting = operatorRoutine<
  { readonly name: string; readonly value: bigint; readonly note: string },
  bigint | null
>('setting.propose', ({ name, value, note }) => [name, value, note])
