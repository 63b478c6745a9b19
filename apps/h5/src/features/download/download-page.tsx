import { systemStatus } from '@candor/api'
import { Button, Card, LogoMark, Note } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { QrCode } from '@candor/ui/qr'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useInstalling } from '../../shared/device/index.ts'
import { Page, PageScreen } from '../../shared/page/index.ts'
import { copyText } from '../../shared/page/records/index.ts'
import styles from './download-page.module.css'

const codePx = 168
const platforms = ['ios', 'android', 'desktop'] as const
const steps = [1, 2, 3] as const

/** The app's address as a picture for another device, and how each platform installs it. */
export function DownloadPage() {
  const { t } = useTexts()
  const address = `${window.location.origin}${window.location.pathname}`
  const install = useInstalling()
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  return (
    <Page title={t('download.title')}>
      <PageScreen>
        <div className={styles.page}>
          {isInstalled ? (
            <Note role="status" icon={<CheckCircleFillIcon size={18} />}>
              {t('download.installed')}
            </Note>
          ) : null}
          <Card>
            <div className={styles.card}>
              <div className={styles.frame}>
                <QrCode text={address} label={t('download.qr')} sizePx={codePx} mark={<LogoMark height={22} />} />
              </div>
              <p className={styles.scan}>{t('download.scan')}</p>
              <p className={styles.address}>{address}</p>
              <Button tone="quiet" size="medium" icon={<CopyIcon size={18} />} onClick={() => void copyText(address)}>
                {t('download.copy')}
              </Button>
            </div>
          </Card>
          <p className={styles.lead}>{t('download.lead')}</p>
          {install === null ? null : <Button onClick={() => void install()}>{t('download.install')}</Button>}
          {platforms.map((platform) => (
            <section key={platform} aria-label={t(`download.${platform}`)}>
              <Card isPadded>
                <h2 className={styles.platform}>{t(`download.${platform}`)}</h2>
                <ol className={styles.steps}>
                  {steps.map((step) => (
                    <li key={step}>{t(`download.${platform}.${step}`)}</li>
                  ))}
                </ol>
              </Card>
            </section>
          ))}
          <Version />
        </div>
      </PageScreen>
    </Page>
  )
}

/** The server's version: it serves this app. */
function Version() {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(systemStatus, {}))
  return <p className={styles.version}>{data ? t('download.version', { version: data.version }) : null}</p>
}
