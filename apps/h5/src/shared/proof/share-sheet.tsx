import type { OrderView } from '@candor/api'
import { Button, Sheet } from '@candor/ui'
import { QrCode } from '@candor/ui/qr'
import { useTexts } from '../i18n/index.ts'
import { useSharing } from '../page/records/index.ts'
import { checkAddress } from './check-address.ts'
import styles from './proof-sheet.module.css'
import { publicOrigin } from './acceptance/index.ts'

/** Hands on the address of the public page that recalculates both prices. */
export function ShareSheet({ order, onClose }: { readonly order: OrderView; readonly onClose: () => void }) {
  const { t } = useTexts()
  const { share, sheet } = useSharing()
  const address = checkAddress(publicOrigin(), order)
  return (
    <>
      <Sheet title={t('proof.share')} closeLabel={t('shared.action.close')} onClose={onClose}>
        <div className={styles.sheet}>
          <p className={styles.note}>{t('proof.share.text')}</p>
          <div className={styles.code}>
            <QrCode text={address} label={t('proof.share.qr')} sizePx={208} />
          </div>
          <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
          <Button onClick={() => void share({ title: t('proof.share'), text: address })}>
            {t('proof.share.send')}
          </Button>
        </div>
      </Sheet>
      {sheet}
    </>
  )
}
