import { Button } from '@candor/ui'
import { formatCount, formatUtcTime } from '@candor/ui/format'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { forgetHeads, passingStates } from '../../shared/log/index.ts'
import type { CheckedShard, LogChecks, ShardCheck } from '../../shared/log/index.ts'
import { Card, StepList, Verdict } from '../../shared/parts/index.ts'
import type { Step } from '../../shared/parts/index.ts'
import styles from './price-log.module.css'

/** What this browser found in the log: a closed ring only where every shard passed here. */
export function LogVerdict({ checks }: { readonly checks: LogChecks }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { shards, checkedMs } = checks
  if (shards.length === 0) return null
  const hasPassed = shards.every(({ check }) => passingStates.includes(check.state))
  const seenMs = Math.min(...shards.flatMap(({ check }) => check.before?.seenMs ?? []))
  const isFirst = !Number.isFinite(seenMs)
  const outcome = hasPassed ? (isFirst ? 'first' : 'passed') : 'failed'
  const timeOf = (atMs: number) => formatUtcTime(locale, atMs, { hasSeconds: true })
  return (
    <Card isFlush>
      <Verdict
        state={hasPassed ? 'passed' : 'failed'}
        title={t(`price-log.check.${outcome}`)}
        text={t(`price-log.check.${outcome}.text`, {
          time: timeOf(checkedMs),
          seen: isFirst ? '' : timeOf(seenMs),
        })}
      />
      <StepList steps={shards.map((checked) => stepOf(checked, texts))} />
      {hasPassed ? null : <Failed checks={checks} />}
    </Card>
  )
}

function stepOf({ shard, check }: CheckedShard, { t, locale }: Texts): Step {
  const { state, head, before } = check
  const count = (size: number | undefined) => formatCount(locale, size ?? 0)
  return {
    name: shard.origin,
    state: passingStates.includes(state) ? 'passed' : 'failed',
    title: t(`price-log.step.${state}`, { log: `${t(`price-log.log.${shard.log}`)} ${shard.shard}` }),
    note:
      before === null
        ? t('price-log.step.note', { size: count(head?.size) })
        : t('price-log.step.since', { before: count(before.size), size: count(head?.size) }),
    ...(passingStates.includes(state) ? {} : { detail: t(`price-log.detail.${detailOf(state)}`) }),
  }
}

function detailOf(state: ShardCheck['state']): 'differs' | 'new-key' | 'refused' {
  return state === 'new-key' || state === 'refused' ? state : 'differs'
}

/** What to do about a log that is not what it was: keep the evidence first. */
function Failed({ checks }: { readonly checks: LogChecks }) {
  const { t } = useTexts()
  const client = useQueryClient()
  return (
    <div className={styles.actions}>
      <p className={styles.sub}>{t('price-log.failed.todo')}</p>
      <div className={styles.buttons}>
        <Button onClick={() => saveEvidence(checks)}>{t('price-log.failed.save')}</Button>
        <Button
          tone="quiet"
          onClick={() => {
            forgetHeads()
            void client.invalidateQueries({ queryKey: ['log-checks'] })
          }}
        >
          {t('price-log.failed.forget')}
        </Button>
      </div>
    </div>
  )
}

/** Saves the signed checkpoints with what this browser had verified before. */
function saveEvidence(checks: LogChecks): void {
  const text = JSON.stringify({ page: location.href, ...checks }, null, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `candor-log-evidence-${checks.checkedMs}.json`
  link.click()
  URL.revokeObjectURL(url)
}
