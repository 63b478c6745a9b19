import type { KycSubmissionView } from '@candor/api'
import { CheckBoldIcon } from '@candor/ui/icons/account'
import { formatTime, useTexts } from '../../shared/i18n/index.ts'
import styles from './kyc-timeline.module.css'

type Phase = 'done' | 'now' | 'next'

/** Past and future steps, each with its time. */
export function KycTimeline({ submission }: { readonly submission: KycSubmissionView }) {
  const { t, locale } = useTexts()
  const { sentMs, promisedMs, firstCheckedMs, isAppeal } = submission
  const at = (ms: number) => formatTime(locale, ms)
  const by = (ms: number) => t('kyc.status.time', { time: at(ms) })
  const isSecond = firstCheckedMs !== null
  return (
    <ol className={styles.timeline}>
      <Step phase="done" title={t('kyc.status.sent')} time={at(sentMs)} />
      <Step phase="done" title={t('kyc.status.readable')} time={at(sentMs)} />
      {isAppeal ? (
        <Step phase="now" title={t('kyc.status.appealStep')} time={by(promisedMs)} text={t('kyc.status.checks')} />
      ) : (
        <>
          <Step
            phase={isSecond ? 'done' : 'now'}
            title={t('kyc.status.first')}
            time={isSecond ? at(firstCheckedMs) : by((sentMs + promisedMs) / 2)}
            text={isSecond ? undefined : t('kyc.status.checks')}
          />
          <Step phase={isSecond ? 'now' : 'next'} title={t('kyc.status.second')} time={by(promisedMs)} />
        </>
      )}
    </ol>
  )
}

interface StepProps {
  readonly phase: Phase
  readonly title: string
  readonly time: string
  readonly text?: string | undefined
}

function Step({ phase, title, time, text }: StepProps) {
  return (
    <li data-phase={phase} aria-current={phase === 'now' ? 'step' : undefined}>
      <span className={styles.node}>{phase === 'done' ? <CheckBoldIcon size={14} /> : null}</span>
      <span className={styles.row}>
        <b>{title}</b>
        <span>{time}</span>
      </span>
      {text === undefined ? null : <p>{text}</p>}
    </li>
  )
}
