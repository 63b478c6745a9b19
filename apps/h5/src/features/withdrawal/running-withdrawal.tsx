import { useServerNow } from '../../shared/api/realtime/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney, useOwnMoney } from '../../shared/money/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { RecordTimeline } from '../../shared/page/records/index.ts'
import styles from './running-withdrawal.module.css'
import { timelineSteps } from './timeline-labels.ts'
import { useWithdrawal, useWithdrawals } from './withdrawal-queries.ts'
import { hasEnded } from './withdrawal-state-model.ts'

/** The newest withdrawal that has not ended, with its steps, beside another screen. Empty without one. */
export function RunningWithdrawal() {
  const running = useWithdrawals().items?.find(({ state }) => !hasEnded(state))
  return running === undefined ? null : <Running id={running.id} />
}

function Running({ id }: { readonly id: string }) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow(10_000)
  const { data: withdrawal } = useWithdrawal(id)
  if (withdrawal === undefined) return null
  return (
    <section className={styles.card} aria-labelledby="running-withdrawal">
      <div className={styles.head}>
        <h2 id="running-withdrawal">
          <a href={hrefOf('withdrawalRecords', { id })}>{t('withdrawal.one')}</a>
        </h2>
        <OwnMoney amount={`-${withdrawal.amount}`} asset={withdrawal.asset} sign="result" />
      </div>
      <RecordTimeline label={t('withdrawal.steps')} steps={timelineSteps(texts, withdrawal, { nowMs, ownMoney })} />
    </section>
  )
}
