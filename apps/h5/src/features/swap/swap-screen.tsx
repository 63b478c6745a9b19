import type { SwapView } from '@candor/api'
import { Card, FactList } from '@candor/ui'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, momentText, useTexts } from '../../shared/i18n/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { CopiedCode, RecordHead, RecordState, ShareButton } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { useSwap } from './swap-queries.ts'
import { priceFacts, swapText, useOwnShortMoney } from './swap-labels.ts'
import styles from './swap.module.css'

/** One swap: the amounts paid and received, all their digits on a tap, the rate, and the cost. */
export const SwapScreen = recordScreenOf(useSwap, (swap) => <Swap swap={swap} />, {
  texts: { title: 'swap.one', failed: 'swap.one.failed', missing: ['swap.notFound.title', 'swap.notFound.text'] },
  list: { route: 'swapRecords', label: 'swap.list.all', icon: ArrowsLeftRightIcon },
  skeleton: { className: styles.page, blocks: [[180, 44, 12], 76, 300] },
})

function Swap({ swap }: { readonly swap: SwapView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnShortMoney(locale)
  const nowMs = useServerNow(60_000)
  const { id, from, to, gives, receives, spread, atMs } = swap
  return (
    <PageScreen trailing={<ShareButton title={t('swap.one')} text={(areHidden) => swapText(texts, swap, areHidden)} />}>
      <div className={styles.page}>
        <RecordHead amount={<ExactMoney amount={receives} asset={to} sign="result" size="hero" />}>
          {t('swap.received')}
        </RecordHead>
        <RecordState state={t('swap.completed')} running={null} needsAttention={false}>
          {momentText(texts, atMs, nowMs)}
        </RecordState>
        <Card>
          <FactList
            facts={[
              { name: t('swap.paid'), value: <ExactMoney amount={gives} asset={from} /> },
              ...priceFacts(texts, { ...swap, cost: ownMoney(spread, from) }),
              { name: t('swap.one.at'), value: formatDateTime(locale, atMs) },
              { name: t('swap.one.number'), value: <CopiedCode text={id} label={t('swap.one.copy')} />, isMono: true },
            ]}
          />
        </Card>
        <MovementProofs kind="swap" id={id} />
        <AskSupportRow />
      </div>
    </PageScreen>
  )
}
