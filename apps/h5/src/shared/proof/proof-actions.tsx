import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button } from '@candor/ui'
import { DownloadSimpleIcon, ShareNetworkIcon } from '@candor/ui/icons/receipt-proof'
import { useTexts } from '../i18n/index.ts'
import { lateLayer } from '../page/index.ts'
import styles from './proof-actions.module.css'

const DownloadSheet = lateLayer(async () => (await import('./download-sheet.tsx')).DownloadSheet)
const ShareSheet = lateLayer(async () => (await import('./share-sheet.tsx')).ShareSheet)

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
      {sheet === 'download' ? (
        <DownloadSheet name={`candor-receipt-${order.id}`} receipt={receipt} onClose={close} />
      ) : null}
      {sheet === 'share' ? <ShareSheet order={order} onClose={close} /> : null}
    </div>
  )
}
