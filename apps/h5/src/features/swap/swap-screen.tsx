import type { SwapView } from '@candor/api'
import { Card, FactList } from '@candor/ui'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { CopiedCode, RecordHead } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { useSwap } from './swap-queries.ts'
import { priceFacts, useOwnExactMoney } from './swap-labels.ts'
import styles from './swap.module.css'

/** One swap: the exact amounts paid and received, the rate, and the cost. */
export const SwapScreen = recordScreenOf(useSwap, (swap) => <Swap swap={swap} />, {
  texts: { title: 'swap.one', failed: 'swap.one.failed', missing: ['swap.notFound.title', 'swap.notFound.text'] },
  list: { route: 'swapRecords', label: 'swap.list.all', icon: ArrowsLeftRightIcon },
  skeleton: { className: styles.page, blocks: [[180, 44, 12], 300] },
})

function Swap({ swap }: { readonly swap: SwapView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnExactMoney(locale)
  const { id, from, to, gives, receives, spread, atMs } = swap
  return (
    <PageScreen>
      <div className={styles.page}>
        <RecordHead amount={<strong className={styles.received}>{ownMoney(receives, to)}</strong>}>
          {t('swap.received')}
        </RecordHead>
        <Card>
          <FactList
            facts={[
              { name: t('swap.paid'), value: ownMoney(gives, from) },
              ...priceFacts(texts, { ...swap, cost: ownMoney(spread, from) }),
              { name: t('swap.one.at'), value: formatDateTime(locale, atMs) },
              { name: t('swap.one.number'), value: <CopiedCode text={id} label={t('swap.one.copy')} />, isMono: true },
            ]}
          />
        </Card>
        <MovementProofs kind="swap" id={id} />
      </div>
    </PageScreen>
  )
}
