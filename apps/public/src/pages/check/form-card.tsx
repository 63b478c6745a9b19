import { useState } from 'react'
import { contractTerms, marketInstruments } from '@candor/api'
import type { InstrumentView } from '@candor/api'
import { slotAt, slotMs } from '@candor/formulas'
import { Button, Field, SelectField } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Loaded } from '../../shared/parts/index.ts'
import type { CheckRequest } from './check-link.ts'
import styles from './check.module.css'

interface FormCardProps {
  readonly genesisMs: number
  readonly nowMs: number
  readonly symbol: string
  readonly onSymbol: (symbol: string) => void
  readonly onCheck: (request: CheckRequest) => void
}

/** A market, a moment in UTC, and the duration of a contract if one is meant. */
export function FormCard(props: FormCardProps) {
  const { t } = useTexts()
  const instruments = useQuery({ ...queryFor(marketInstruments, {}), staleTime: 300_000 })
  return (
    <Card title={t('check.form.title')}>
      <Loaded query={instruments}>{({ items }) => <Form {...props} instruments={items} />}</Loaded>
    </Card>
  )
}

/** Three minutes ago: the contract of a minute that began then is over, and its frames are in the log. */
const shownAgoMs = 180_000

function Form({
  instruments,
  genesisMs,
  nowMs,
  symbol,
  onSymbol,
  onCheck,
}: FormCardProps & { readonly instruments: readonly InstrumentView[] }) {
  const { t } = useTexts()
  const [at, setAt] = useState(() => {
    const [day = '', time = ''] = new Date(nowMs - shownAgoMs).toISOString().split('T')
    return { day, time: time.slice(0, 8) }
  })
  const [durationMs, setDuration] = useState(0)
  const terms = useQuery({ ...queryFor(contractTerms, { symbol }), enabled: symbol !== '', staleTime: 300_000 })
  const durations = terms.data?.durations.filter(({ entryWindowSlots }) => entryWindowSlots > 1) ?? []
  const chosen = durations.find((each) => each.durationMs === durationMs)
  const atMs = Date.parse(`${at.day}T${at.time}Z`)
  const title = titleOf(instruments.find((each) => each.symbol === symbol)) ?? symbol
  const submit = () => {
    const slot = slotAt(atMs, genesisMs)
    if (chosen === undefined) return onCheck({ kind: 'price', symbol, slot })
    const { entryWindowSlots, exitWindowSlots } = chosen
    const exitSlot = slot + chosen.durationMs / slotMs
    onCheck({ kind: 'contract', symbol, timing: { entrySlot: slot, exitSlot, entryWindowSlots, exitWindowSlots } })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (Number.isFinite(atMs) && symbol !== '') submit()
      }}
    >
      <SelectField
        label={t('check.form.market')}
        placeholder={t('check.form.market')}
        options={instruments.map((each) => ({ value: each.symbol, label: `${titleOf(each)} · ${each.symbol}` }))}
        value={symbol}
        onValue={onSymbol}
      />
      <div className={styles.two}>
        <Field
          type="date"
          label={t('check.form.date')}
          value={at.day}
          onValue={(day) => setAt({ ...at, day })}
          required
        />
        <Field
          type="time"
          step={1}
          label={t('check.time')}
          value={at.time}
          onValue={(time) => setAt({ ...at, time: time.length === 5 ? `${time}:00` : time })}
          required
        />
      </div>
      <Durations offered={durations.map((each) => each.durationMs)} value={durationMs} onValue={setDuration} />
      <Button type="submit" disabled={!Number.isFinite(atMs) || symbol === ''}>
        {t('check.form.submit', { name: title, time: at.time })}
      </Button>
    </form>
  )
}

interface DurationsProps {
  readonly offered: readonly number[]
  /** 0 for none: the price of a moment. */
  readonly value: number
  readonly onValue: (durationMs: number) => void
}

function Durations({ offered, value, onValue }: DurationsProps) {
  const { t } = useTexts()
  return (
    <fieldset className={styles.durations}>
      <legend>
        {t('check.form.duration')} <span>{t('check.form.optional')}</span>
      </legend>
      {[0, ...offered].map((each) => (
        <label key={each}>
          <input type="radio" name="duration" checked={each === value} onChange={() => onValue(each)} />
          <span>{each === 0 ? t('check.form.none') : durationText(t, each)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function titleOf(instrument: InstrumentView | undefined): string | undefined {
  if (instrument === undefined) return undefined
  return instrument.category === 'futures' ? instrument.name : `${instrument.base}/${instrument.quote}`
}

function durationText(t: ReturnType<typeof useTexts>['t'], durationMs: number): string {
  if (durationMs % 3_600_000 === 0) return t('check.hours', { count: durationMs / 3_600_000 })
  if (durationMs % 60_000 === 0) return t('check.minutes', { count: durationMs / 60_000 })
  return t('check.seconds', { count: durationMs / 1000 })
}
