import type { SwapView } from '@candor/api'
import { Button, Card, FactList, Skeleton, StatePanel } from '@candor/ui'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { CopiedCode, RecordHead } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { useSwap } from './swap-queries.ts'
import { priceFacts, useOwnExactMoney } from './swap-labels.ts'
import styles from './swap.module.css'

/** One swap: the exact amounts paid and received, the rate, and the cost. */
export function SwapScreen({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const swap = useSwap(id)
  return (
    <Page title={t('swap.one')}>
      <PageScreen>
        <Loaded
          queries={{ swap }}
          failed={t('swap.one.failed')}
          missing={
            <StatePanel
              icon={<ArrowsLeftRightIcon size={28} />}
              title={t('swap.notFound.title')}
              text={t('swap.notFound.text')}
              actions={<Button onClick={() => navigation.redirect('swapRecords')}>{t('swap.list.all')}</Button>}
            />
          }
          skeleton={
            <div className={styles.page}>
              <Skeleton width={180} height={44} radius={12} />
              <Skeleton width="100%" height={300} radius={20} />
            </div>
          }
        >
          {(read) => <Swap swap={read.swap} />}
        </Loaded>
      </PageScreen>
    </Page>
  )
}

function Swap({ swap }: { readonly swap: SwapView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnExactMoney(locale)
  const { id, from, to, gives, receives, spread, atMs } = swap
  return (
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
  )
}
