import { useEffect, useState } from 'react'
import { securityLimits } from '@candor/api'
import { Button } from '@candor/ui'
import { ArrowClockwiseIcon } from '@candor/ui/icons/account'
import { DownloadSimpleIcon } from '@candor/ui/icons/receipt-proof'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { noteOpenedReceipt } from '../../shared/device/index.ts'
import { panes, useMedia } from '../../shared/device/media/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { chooseAgain } from '../../shared/instrument/favourites/index.ts'
import { AskSupportButton } from '../../shared/page/ask-support/index.ts'
import { navigation, PageScreen } from '../../shared/page/index.ts'
import { AcceptanceNotice, ProofPanel, saveEvidence, useContractProof } from '../../shared/proof/index.ts'
import { ReceiptSummary } from './receipt-summary.tsx'
import { ReceiptView } from './receipt-view.tsx'
import type { ReceiptViewProps } from './receipt-view.tsx'
import styles from './settled-order.module.css'
import { ShareReceipt } from './share-receipt.tsx'

/**
 * A settled order: its receipt, and whether this device finds it proven. The open proof takes the receipt's room; in
 * wide windows it is beside the receipt.
 */
export function SettledOrder({ order, title, instrument, isSpoken }: ReceiptViewProps) {
  const { t } = useTexts()
  const view = useContractProof(order)
  const isBeside = useMedia(panes)
  const [chosen, setProofOpen] = useState<boolean | null>(null)
  const isProofOpen = chosen ?? isBeside
  const [wasSpoken, setWasSpoken] = useState(false)
  const { state } = view
  useEffect(() => noteOpenedReceipt(order.id), [order.id])
  const toggle = () => {
    setProofOpen(!isProofOpen)
    setWasSpoken(true)
  }
  return (
    <PageScreen
      title={t('orders.receipt.title')}
      trailing={<ShareReceipt order={order} title={title} />}
      {...(state.state === 'mismatch'
        ? {
            hasDockLine: true,
            dock: (
              <div className={styles.dock}>
                <Button icon={<DownloadSimpleIcon size={18} />} onClick={() => saveEvidence(order, view, state.proof)}>
                  {t('proof.mismatch.save')}
                </Button>
                <AskSupportButton tone="bare" />
              </div>
            ),
          }
        : {})}
    >
      <div className={styles.pair}>
        <div className={styles.part}>
          <AcceptanceNotice order={order} />
          {!isBeside && (isProofOpen || state.state === 'mismatch') ? (
            <ReceiptSummary order={order} title={title} instrument={instrument} />
          ) : (
            <ReceiptView order={order} title={title} instrument={instrument} isSpoken={isSpoken && !wasSpoken} />
          )}
        </div>
        <div className={styles.part}>
          <ProofPanel order={order} view={view} isOpen={isProofOpen} onToggle={toggle} />
          {state.state === 'mismatch' ? null : <NextSteps order={order} />}
        </div>
      </div>
    </PageScreen>
  )
}

/**
 * Both are quiet, and the same after every result. “Trade again” opens the ticket with the same choices and buys
 * nothing; during a break that the customer has set it is absent.
 */
function NextSteps({ order }: Pick<ReceiptViewProps, 'order'>) {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(securityLimits, {}))
  const tradeAgain = () => {
    const { symbol, durationMs, asset, stake } = order
    chooseAgain({ symbol, durationMs, asset, stakeText: stake })
    navigation.redirect('contract', { symbol })
  }
  return (
    <div className={styles.next}>
      <Button tone="quiet" onClick={() => navigation.redirect('contractOrders')}>
        {t('orders.notFound.action')}
      </Button>
      {data?.exclusion === null ? (
        <Button tone="quiet" icon={<ArrowClockwiseIcon size={18} />} onClick={tradeAgain}>
          {t('orders.receipt.again')}
        </Button>
      ) : null}
    </div>
  )
}
