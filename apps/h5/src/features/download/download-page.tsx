import { systemStatus } from '@candor/api'
import { Button, Card, LogoMark, Note } from '@candor/ui'
import { CaretRightIcon, CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { QrCode } from '@candor/ui/qr'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useInstalling } from '../../shared/device/index.ts'
import { Page, PageScreen } from '../../shared/page/index.ts'
import { copyText } from '../../shared/page/records/index.ts'
import styles from './download-page.module.css'
import { platformOf, platforms } from './platform.ts'
import type { Platform } from './platform.ts'

const codePx = 168
const steps = [1, 2, 3] as const

/** How this device installs the app; folded below it how others do; and the address for them. */
export function DownloadPage() {
  const { t } = useTexts()
  const install = useInstalling()
  const own = platformOf(window.navigator)
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
          <p className={styles.lead}>{t('download.lead')}</p>
          {install === null ? null : <Button onClick={() => void install()}>{t('download.install')}</Button>}
          <section aria-label={t(`download.${own}`)}>
            <Card isPadded>
              <h2 className={styles.platform}>{t(`download.${own}`)}</h2>
              <Steps platform={own} />
            </Card>
          </section>
          {platforms
            .filter((platform) => platform !== own)
            .map((platform) => (
              <section key={platform} aria-label={t(`download.${platform}`)}>
                <Card>
                  <details className={styles.fold}>
                    <summary>
                      <h2>{t(`download.${platform}`)}</h2>
                      <CaretRightIcon size={16} />
                    </summary>
                    <Steps platform={platform} />
                  </details>
                </Card>
              </section>
            ))}
          <Address hasCode={own === 'desktop'} />
          <Version />
        </div>
      </PageScreen>
    </Page>
  )
}

function Steps({ platform }: { readonly platform: Platform }) {
  const { t } = useTexts()
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{t(`download.${platform}.${step}`)}</li>
      ))}
    </ol>
  )
}

/** The app's address for another device. A phone cannot scan the code on its own screen. */
function Address({ hasCode }: { readonly hasCode: boolean }) {
  const { t } = useTexts()
  const address = `${window.location.origin}${window.location.pathname}`
  return (
    <Card>
      <div className={styles.card}>
        {hasCode ? (
          <>
            <div className={styles.frame}>
              <QrCode text={address} label={t('download.qr')} sizePx={codePx} mark={<LogoMark height={22} />} />
            </div>
            <p className={styles.scan}>{t('download.scan')}</p>
          </>
        ) : null}
        <p className={styles.address}>{address}</p>
        <Button tone="quiet" size="medium" icon={<CopyIcon size={18} />} onClick={() => void copyText(address)}>
          {t('download.copy')}
        </Button>
      </div>
    </Card>
  )
}

/** The server's version: it serves this app. */
function Version() {
  const { t } = useTexts()
  const { data } = useQuery(queryFor(systemStatus, {}))
  return <p className={styles.version}>{data ? t('download.version', { version: data.version }) : null}</p>
}
