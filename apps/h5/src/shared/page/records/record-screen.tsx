import type { ReactNode } from 'react'
import { Card, CountdownRing, Tag, Timeline } from '@candor/ui'
import type { TimelineStep } from '@candor/ui'
import { CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { realtime } from '../../api/realtime/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { useMode } from '../../money/index.ts'
import styles from './record-screen.module.css'

export interface RecordHeadProps {
  readonly amount: ReactNode
  /** What the amount is for, beside the tag of play money. */
  readonly children: ReactNode
}

/** The head of one record: its amount, and what it is for. */
export function RecordHead({ amount, children }: RecordHeadProps) {
  const { t } = useTexts()
  const mode = useMode()
  return (
    <div className={styles.head}>
      {amount}
      <p className={styles.line}>
        <span>{children}</span>
        {mode === 'sandbox' ? <Tag tone="sandbox">{t('records.playMoney')}</Tag> : null}
      </p>
    </div>
  )
}

export interface RecordStateProps {
  readonly state: string
  /** The time that runs; null where none does. */
  readonly running: { readonly startMs: number; readonly endMs: number } | null
  /** It ended, or stands, other than hoped for. */
  readonly needsAttention: boolean
  readonly isLate?: boolean
  /** Until when, or since when. */
  readonly children: ReactNode
}

/**
 * The state of one record in one word, and its remaining time. Announced when the state changes, not as time passes.
 */
export function RecordState({ state, running, needsAttention, isLate = false, children }: RecordStateProps) {
  return (
    <Card>
      <div className={styles.clock}>
        {running === null ? (
          <span className={styles.ended}>
            {needsAttention ? <WarningCircleIcon size={28} /> : <CheckCircleFillIcon size={28} />}
          </span>
        ) : (
          <CountdownRing
            hasDot
            diameterPx={46}
            strokePx={5}
            endMs={running.endMs}
            durationMs={running.endMs - running.startMs}
            nowMs={realtime.clock.nowMs}
          />
        )}
        <div>
          <b className={styles.state} role="status">
            {state}
          </b>
          <p className={styles.rest} data-late={isLate}>
            {children}
          </p>
        </div>
      </div>
    </Card>
  )
}

/** A step of a record. Its state is said in the same words for every kind of record. */
export type RecordStep = Omit<TimelineStep, 'stateLabel'>

export interface RecordStepsProps {
  readonly label: string
  readonly steps: readonly RecordStep[]
}

/** The steps of one record on a card. */
export function RecordSteps(steps: RecordStepsProps) {
  return (
    <Card>
      <div className={styles.steps}>
        <RecordTimeline {...steps} />
      </div>
    </Card>
  )
}

/** The steps of one record. */
export function RecordTimeline({ label, steps }: RecordStepsProps) {
  const { t } = useTexts()
  return (
    <Timeline label={label} steps={steps.map((step) => ({ ...step, stateLabel: t(`records.step.${step.state}`) }))} />
  )
}
