import type { SupportSettings } from '@candor/api/operator/support'

/** A span of opening hours, as typed: "09:00" to "17:30". */
export interface Span {
  readonly from: string
  readonly until: string
}

/** Settings of customer service as they are typed: seven days, Monday first, each with up to three spans. */
export interface SettingsForm {
  readonly timeZone: string
  readonly days: readonly (readonly Span[])[]
  readonly alarmSeconds: string
}

/** The changeable part of the settings. */
export type SettingValues = Pick<SupportSettings, 'hours' | 'alarmMs'>

export const maxSpans = 3
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const secondMs = 1_000
const alarmSeconds = { min: 30, max: 7_200 }
const usualSpan: Span = { from: '09:00', until: '18:00' }

/** The form that shows the settings of now. */
export function formOf({ hours, alarmMs }: SettingValues): SettingsForm {
  const spansOf = (wanted: number) =>
    hours.days
      .filter(({ day }) => day === wanted)
      .map(({ from, until }) => ({ from, until }))
      .toSorted((left, right) => left.from.localeCompare(right.from))
  return { timeZone: hours.timeZone, days: weekdays.map(spansOf), alarmSeconds: String(alarmMs / secondMs) }
}

/** The form's request. */
export function wantedSettings({ timeZone, days, alarmSeconds: typed }: SettingsForm): SettingValues {
  const spans = days.flatMap((ofDay, index) =>
    ofDay.map(({ from, until }) => ({ day: index + 1, from: wholeTime(from), until: wholeTime(until) })),
  )
  return { hours: { timeZone, days: spans }, alarmMs: Number(typed) * secondMs }
}

/** Whether the form changes nothing. */
export function isUnchanged(form: SettingsForm, current: SettingValues): boolean {
  return JSON.stringify(wantedSettings(form)) === JSON.stringify(wantedSettings(formOf(current)))
}

/** The error of a day: an invalid time, an end before its start, overlapping spans. */
export type DayError = 'time' | 'order' | 'overlap'

export interface SettingsErrors {
  readonly days: readonly (DayError | null)[]
  readonly hasWrongAlarm: boolean
}

/** The form's errors before it is sent; null when there are none. */
export function settingsErrors({ days, alarmSeconds: typed }: SettingsForm): SettingsErrors | null {
  const faults = days.map(dayFault)
  const seconds = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  const hasWrongAlarm = seconds < alarmSeconds.min || seconds > alarmSeconds.max
  return hasWrongAlarm || faults.some((fault) => fault !== null) ? { days: faults, hasWrongAlarm } : null
}

function dayFault(spans: readonly Span[]): DayError | null {
  const whole = spans.map(({ from, until }) => ({ from: wholeTime(from), until: wholeTime(until) }))
  if (whole.some(({ from, until }) => !isTime(from) || !isTime(until))) return 'time'
  if (whole.some(({ from, until }) => from >= until)) return 'order'
  const inOrder = whole.toSorted((left, right) => left.from.localeCompare(right.from))
  return inOrder.some(({ from }, index) => from < (inOrder[index - 1]?.until ?? '')) ? 'overlap' : null
}

/** "9:00" means "09:00". */
function wholeTime(typed: string): string {
  return typed.trim().padStart(5, '0')
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)
}

/** The form with other spans on a day. */
export function withDay(form: SettingsForm, index: number, spans: readonly Span[]): SettingsForm {
  return { ...form, days: form.days.with(index, spans) }
}

/** A day's spans with another one: after the last, if the day has room. */
export function withAnotherSpan(spans: readonly Span[]): readonly Span[] {
  return [...spans, spans.length === 0 ? usualSpan : { from: '', until: '' }]
}

/** The form with the spans of one day on every day. */
export function withSameDays(form: SettingsForm, index: number): SettingsForm {
  return { ...form, days: form.days.map(() => form.days[index] ?? []) }
}
