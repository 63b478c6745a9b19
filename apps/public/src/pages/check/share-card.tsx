import { Button } from '@candor/ui'
import { CopyIcon, DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { QrCode } from '@candor/ui/qr'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, copyText, Recompute } from '../../shared/parts/index.ts'
import { linkOf } from './check-link.ts'
import type { Outcome } from './check-run.ts'
import { saveEvidence } from './save-evidence.ts'
import styles from './check.module.css'

/** The link of the check, its code, and the evidence as a file. */
export function ShareCard({ outcome }: { readonly outcome: Outcome }) {
  const texts = useTexts()
  const { t } = texts
  const link = `${location.origin}${linkOf(outcome.request)}`
  return (
    <Card
      title={t('check.share.title')}
      foot={<Recompute label={t('check.share.recompute')} command={`npm run audit -- --log ${location.origin}`} />}
    >
      <div className={styles.share}>
        <QrCode text={link} label={t('check.share.qr')} sizePx={96} />
        <div>
          <span className={styles.link}>{link}</span>
          <p className={styles.caption}>{t('check.share.text')}</p>
        </div>
      </div>
      <div className={styles.pair}>
        <Button tone="quiet" size="medium" icon={<CopyIcon size={18} />} onClick={() => void copyText(texts, link)}>
          {t('check.share.copy')}
        </Button>
        <Button
          tone="quiet"
          size="medium"
          icon={<DownloadSimpleIcon size={18} />}
          onClick={() => saveEvidence(outcome)}
        >
          {t('check.share.proof')}
        </Button>
      </div>
    </Card>
  )
}
