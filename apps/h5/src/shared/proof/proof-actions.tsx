import { lazy, Suspense, useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button } from '@candor/ui'
import { DownloadSimpleIcon, ShareNetworkIcon } from '@candor/ui/icons/receipt-proof'
import { useTexts } from '../i18n/index.ts'
import styles from './proof-actions.module.css'

const DownloadSheet = lazy(() => import('./download-sheet.tsx').then((module) => ({ default: module.DownloadSheet })))
const ShareSheet = lazy(() => import('./share-sheet.tsx').then((module) => ({ default: module.ShareSheet })))

/** Takes a verified proof along: as files, or as a link to the public page. */
export function ProofActions({ order, receipt }: { readonly order: OrderView; readonly receipt: string }) {
  const { t } = useTexts()
  const [sheet, setSheet] = useState<'download' | 'share' | null>(null)
  const close = () => setSheet(null)
  return (
    <div className={styles.actions}>
      <Button tone="quiet" size="medium" icon={<DownloadSimpleIcon size={18} />} onClick={() => setSheet('download')}>
        {t('proof.download')}
      </Button>
      <Button tone="quiet" size="medium" icon={<ShareNetworkIcon size={18} />} onClick={() => setSheet('share')}>
        {t('proof.share')}
      </Button>
      <Suspense fallback={null}>
        {sheet === 'download' ? (
          <DownloadSheet name={`candor-receipt-${order.id}`} receipt={receipt} onClose={close} />
        ) : null}
        {sheet === 'share' ? <ShareSheet order={order} onClose={close} /> : null}
      </Suspense>
    </div>
  )
}
