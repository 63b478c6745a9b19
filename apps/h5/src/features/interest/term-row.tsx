import type { TermView } from '@candor/api'
import { RowFrame, Tag } from '@candor/ui'
import { OwnMoney } from '../../shared/money/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { dailyRateText, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import styles from './interest.module.css'
import { TermBar } from './term-bar.tsx'

/** An interest order in the list. */
export function TermRow({ term }: { readonly term: TermView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(1_000)
  const {
    id,
    amount,
    asset,
    dailyRatePpm,
    durationMs,
    state,
    isRedeemed,
    interest,
    paid,
    startMs,
    expiresMs,
    endedMs,
  } = term
  return (
    <RowFrame className={styles.row} href={hrefOf('interestOrders', { id })}>
      <span className={styles.line}>
        <span className={styles.amount}>
          <OwnMoney amount={amount} asset={asset} />
        </span>
        <Tag tone={state === 'earning' ? 'ink' : 'quiet'}>
          {t(isRedeemed ? 'interest.state.redeemed' : `interest.state.${state}`)}
        </Tag>
      </span>
      <span className={`${styles.line} ${styles.terse}`}>
        <span>{`${dailyRateText(texts, dailyRatePpm)} · ${termText(texts, durationMs)}`}</span>
        <b>
          <OwnMoney amount={paid ?? interest} asset={asset} sign="result" />
        </b>
      </span>
      <TermBar term={term} />
      <span className={`${styles.line} ${styles.times}`}>
        <span>{termMoment(texts, startMs, { durationMs, nowMs })}</span>
        <span>{termMoment(texts, endedMs ?? expiresMs, { durationMs, nowMs })}</span>
      </span>
    </RowFrame>
  )
}
