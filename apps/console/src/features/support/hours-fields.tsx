import { useId } from 'react'
import { dayMs } from '@candor/formulas'
import { Button, classNames, FieldNote, IconButton } from '@candor/ui'
import { TrashIcon } from '@candor/ui/icons/wallet'
import { locale, t } from '../../shared/i18n/index.ts'
import { maxSpans, withAnotherSpan } from './settings-model.ts'
import type { DayError, Span } from './settings-model.ts'
import styles from './settings.module.css'

const mondayMs = Date.UTC(2024, 0, 1)
const weekdayNames = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })

/** A day of the week by its name, 0 is Monday. */
export function weekdayName(index: number): string {
  return weekdayNames.format(mondayMs + index * dayMs)
}

export interface DayHoursProps {
  /** 0 is Monday. */
  readonly index: number
  readonly spans: readonly Span[]
  readonly fault: DayError | null
  readonly onSpans: (spans: readonly Span[]) => void
  /** Copies these hours to every day; null when not offered. */
  readonly onSame: (() => void) | null
}

/** The hours of one day: none, or up to three spans. */
export function DayHours({ index, spans, fault, onSpans, onSame }: DayHoursProps) {
  const id = useId()
  const day = weekdayName(index)
  return (
    <li className={styles.day}>
      <b>{day}</b>
      <div className={styles.spans}>
        {spans.length === 0 ? <span className={styles.closed}>{t('support.settings.closed')}</span> : null}
        {spans.map((span, at) => (
          // A span has no name but its place: two may be the same while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={styles.span}>
            {(['from', 'until'] as const).map((edge) => (
              <input
                key={edge}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
                placeholder="00:00"
                className={classNames(styles.time, fault !== null && styles.wrong)}
                aria-label={t(`support.settings.${edge}`, { day, number: at + 1 })}
                aria-invalid={fault === null ? undefined : true}
                aria-describedby={fault === null ? undefined : `${id}-note`}
                value={span[edge]}
                onChange={(event) => onSpans(spans.with(at, { ...span, [edge]: event.currentTarget.value }))}
              />
            ))}
            <IconButton
              label={t('support.settings.remove', { day, number: at + 1 })}
              onClick={() => onSpans(spans.filter((_span, other) => other !== at))}
            >
              <TrashIcon size={18} />
            </IconButton>
          </div>
        ))}
        <FieldNote id={`${id}-note`} error={fault === null ? null : t(`support.settings.fault.${fault}`)} />
      </div>
      <div className={styles.acts}>
        {spans.length < maxSpans ? (
          <Button
            tone="quiet"
            size="small"
            aria-label={t('support.settings.addTo', { day })}
            onClick={() => onSpans(withAnotherSpan(spans))}
          >
            {t('support.settings.add')}
          </Button>
        ) : null}
        {onSame === null ? null : (
          <Button tone="quiet" size="small" onClick={onSame}>
            {t('support.settings.same')}
          </Button>
        )}
      </div>
    </li>
  )
}
