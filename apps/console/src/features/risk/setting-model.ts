import type { SettingProposalView, SettingUnit, SettingView } from '@candor/api/operator'
import { dayMs } from '@candor/formulas'
import { hasReason, isAmount } from '../../shared/approval/proposal-model.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A value of a setting as it is typed. */
export interface SettingForm {
  /** Times are typed in minutes, everything else in the setting's unit. */
  readonly value: string
  readonly note: string
}

/** The form that shows the value of now. */
export function settingFormOf({ unit, value }: Pick<SettingView, 'unit' | 'value'>): SettingForm {
  return { value: unit === 'ms' ? String(Number(value) / minuteMs) : value, note: '' }
}

/** The typed value in the unit of its setting, or null for a text that is none. */
export function wantedValue(unit: SettingUnit, typed: string): string | null {
  if (unit === 'USD' || unit === 'USDT') return isAmount(typed) ? typed : null
  if (!/^\d{1,6}$/.test(typed)) return null
  return unit === 'ms' ? String(Number(typed) * minuteMs) : typed
}

/** The form's error before it is sent. */
export function settingError(
  { value, note }: SettingForm,
  { unit, value: current, lowest, highest }: Pick<SettingView, 'unit' | 'value' | 'lowest' | 'highest'>,
): 'number' | 'bounds' | 'same' | 'note' | null {
  const wanted = wantedValue(unit, value.trim())
  if (wanted === null) return 'number'
  if (Number(wanted) === Number(current)) return 'same'
  if (Number(wanted) < Number(lowest) || Number(wanted) > Number(highest)) return 'bounds'
  return hasReason(note) ? null : 'note'
}

/** A duration in its largest whole unit. */
export function wholeDuration(ms: number): { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number } {
  if (ms > 0 && ms % dayMs === 0) return { unit: 'days', count: ms / dayMs }
  if (ms > 0 && ms % hourMs === 0) return { unit: 'hours', count: ms / hourMs }
  return { unit: 'minutes', count: ms / minuteMs }
}

/** The newest open proposal of each setting, by its name, of a list that begins with the newest. */
export function openByName(proposals: readonly SettingProposalView[]): ReadonlyMap<string, SettingProposalView> {
  return new Map(proposals.toReversed().map((proposal) => [proposal.name, proposal]))
}
