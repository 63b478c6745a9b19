import { useState } from 'react'
import {
  operatorSupportDesk,
  operatorSupportSettings,
  operatorSupportSettingsChange,
} from '@candor/api/operator/support'
import type { SupportSettings } from '@candor/api/operator/support'
import { useBusy } from '@candor/client/react'
import { Button, Card, FactList, Note, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { locale, t, utcDateTime } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { Loaded, Page, Select, TextInput } from '../../shared/page/index.ts'
import { useNow } from '../../shared/case/index.ts'
import { DayHours, weekdayName } from './hours-fields.tsx'
import { setSettingsDraft, useSettingsDraft } from './settings-draft.ts'
import { formOf, isUnchanged, settingsErrors, wantedSettings, withDay, withSameDays } from './settings-model.ts'
import type { SettingsErrors, SettingsForm } from './settings-model.ts'
import { SupportTabs } from './support-tabs.tsx'
import { waitLabel } from './support-labels.ts'
import styles from './settings.module.css'

const refetchInterval = 15_000

/** Opening hours, and the wait after which the agent desk rings. Leads change them, every agent sees them. */
export function SettingsView() {
  const settings = useQuery({ ...queryFor(operatorSupportSettings, {}), refetchInterval })
  const mayChange = useMay(operatorSupportSettingsChange.access)
  return (
    <Page title={t('support.title')}>
      <SupportTabs open="settings" />
      <div className={styles.page}>
        <Loaded query={settings}>
          {(current) => (
            <>
              {mayChange === true ? <Changing current={current} /> : null}
              {mayChange === false ? <Reading current={current} /> : null}
              <p className={styles.quiet}>
                {current.changed === null
                  ? t('support.settings.unchanged')
                  : t('support.settings.changed', {
                      name: current.changed.operator,
                      time: utcDateTime(current.changed.atMs),
                    })}
              </p>
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function Reading({ current }: { readonly current: SupportSettings }) {
  const { days } = formOf(current)
  return (
    <>
      <Note>{t('support.settings.notYours')}</Note>
      <Card>
        <FactList
          facts={[
            { name: t('support.settings.zone'), value: zoneName(current.hours.timeZone) },
            ...days.map((spans, index) => ({
              name: weekdayName(index),
              value:
                spans.length === 0
                  ? t('support.settings.closed')
                  : spans.map(({ from, until }) => `${from} – ${until}`).join(', '),
            })),
            { name: t('support.settings.alarmFact'), value: waitLabel(current.alarmMs) },
          ]}
        />
      </Card>
    </>
  )
}

function Changing({ current }: { readonly current: SupportSettings }) {
  const draft = useSettingsDraft()
  const [faults, setFaults] = useState<SettingsErrors | null>(null)
  const [refused, setRefused] = useState<{ readonly msg: string; readonly isOfZone: boolean } | null>(null)
  const { isBusy, during } = useBusy()
  const form = draft?.form ?? formOf(current)
  const changedMs = current.changed?.atMs ?? null
  const change = (next: SettingsForm) => {
    setFaults(null)
    setRefused(null)
    setSettingsDraft(
      isUnchanged(next, current) ? null : { form: next, baseMs: draft === null ? changedMs : draft.baseMs },
    )
  }
  const discard = () => change(formOf(current))
  const keep = async () => {
    const found = settingsErrors(form)
    setFaults(found)
    if (found !== null) return
    const { hours, alarmMs } = wantedSettings(form)
    const result = await during(call(operatorSupportSettingsChange, { hours: JSON.stringify(hours), alarmMs }))
    if (!result.ok) return setRefused({ msg: result.msg, isOfZone: result.fields.hours === 'unknown-value' })
    setSettingsDraft(null)
    refresh(operatorSupportSettings, operatorSupportDesk)
    showToast('done', t('support.settings.kept'))
  }
  return (
    <Card isPadded>
      <div className={styles.form}>
        <Fields
          form={form}
          faults={faults}
          zoneError={refused?.isOfZone === true ? refused.msg : null}
          onForm={change}
        />
        {draft !== null && draft.baseMs !== changedMs && current.changed !== null ? (
          <Note tone="attention" role="status">
            {t('support.settings.overtaken', {
              name: current.changed.operator,
              time: utcDateTime(current.changed.atMs),
            })}
          </Note>
        ) : null}
        {refused === null || refused.isOfZone ? null : (
          <Note tone="attention" role="status">
            {refused.msg}
          </Note>
        )}
        <div className={styles.keep}>
          <Button size="medium" isBusy={isBusy} disabled={draft === null} onClick={() => void keep()}>
            {t('support.settings.keep')}
          </Button>
          <Button tone="bare" size="medium" disabled={draft === null || isBusy} onClick={discard}>
            {t('support.settings.discard')}
          </Button>
          <span className={styles.quiet} role="status">
            {t(draft === null ? 'support.settings.nothing' : 'support.settings.unkept')}
          </span>
        </div>
      </div>
    </Card>
  )
}

interface FieldsProps {
  readonly form: SettingsForm
  readonly faults: SettingsErrors | null
  readonly zoneError: string | null
  readonly onForm: (form: SettingsForm) => void
}

function Fields({ form, faults, zoneError, onForm }: FieldsProps) {
  const nowMs = useNow()
  const zones = timeZones.includes(form.timeZone) ? timeZones : [form.timeZone, ...timeZones]
  return (
    <>
      <div className={styles.narrow}>
        <Select
          label={t('support.settings.zone')}
          value={form.timeZone}
          onValue={(timeZone) => onForm({ ...form, timeZone })}
          error={zoneError}
          options={zones.map((value) => ({ value, label: zoneName(value) }))}
        />
        <p className={styles.quiet}>{t('support.settings.now', { time: timeIn(form.timeZone, nowMs) })}</p>
      </div>
      <section>
        <h2>{t('support.settings.hours')}</h2>
        <p className={styles.quiet}>{t('support.settings.hoursText')}</p>
        <ul className={styles.week}>
          {form.days.map((spans, index) => (
            <DayHours
              key={weekdayName(index)}
              index={index}
              spans={spans}
              fault={faults?.days[index] ?? null}
              onSpans={(next) => onForm(withDay(form, index, next))}
              onSame={index === 0 ? () => onForm(withSameDays(form, index)) : null}
            />
          ))}
        </ul>
      </section>
      <div className={styles.narrow}>
        <TextInput
          label={t('support.settings.alarm')}
          value={form.alarmSeconds}
          onValue={(alarmSeconds) => onForm({ ...form, alarmSeconds })}
          error={faults?.hasWrongAlarm === true ? t('support.settings.fault.alarm') : null}
          maxLength={5}
        />
        <p className={styles.quiet}>{t('support.settings.alarmText')}</p>
      </div>
    </>
  )
}

/** Browsers leave UTC out of their list. */
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

/** The current time in a time zone, with the day; a dash when this browser does not know the zone. */
function timeIn(timeZone: string, atMs: number): string {
  try {
    return new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(atMs)
  } catch {
    return '–'
  }
}
