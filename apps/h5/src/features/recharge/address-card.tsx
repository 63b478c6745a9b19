import { useState } from 'react'
import type { RechargeChainView } from '@candor/api'
import { Button, Card, classNames, Dialog, Note, Skeleton, showToast } from '@candor/ui'
import { CopyIcon, DownloadSimpleIcon, WarningIcon } from '@candor/ui/icons/wallet'
import { QrCode, qrPicture } from '@candor/ui/qr'
import { CallFailed } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { copyText } from '../../shared/page/records/index.ts'
import { addressParts } from './address-model.ts'
import styles from './address-card.module.css'
import page from './recharge-page.module.css'
import { useRechargeAddress } from './recharge-queries.ts'

const codePx = 168
const pictureSizePx = 1_024

/** The customer's own address on a chain, as a code and as text, and what must not be sent there. */
export function AddressCard({ chain }: { readonly chain: RechargeChainView['chain'] }) {
  const { t } = useTexts()
  const address = useRechargeAddress(chain)
  const [isExplaining, setExplaining] = useState(false)
  if (address.data === undefined)
    return <MissingAddress error={address.isError ? address.error : null} onRetry={() => void address.refetch()} />
  const { qrText, isSandboxAddress } = address.data
  return (
    <>
      <Card>
        <div className={styles.card}>
          <div className={classNames(styles.frame, isSandboxAddress && styles.sandbox)}>
            <QrCode
              text={qrText}
              label={t(isSandboxAddress ? 'recharge.sandboxCode' : 'recharge.code', { chain })}
              sizePx={codePx}
            />
            {isSandboxAddress ? <span className={styles.sandboxName}>{t('recharge.sandboxCodeName')}</span> : null}
          </div>
          <Address text={address.data.address} />
          <div className={styles.actions}>
            <Button tone="bare" icon={<CopyIcon size={18} />} onClick={() => void copyText(address.data.address)}>
              {t('recharge.copyAddress')}
            </Button>
            <span className={styles.bar} />
            <Button
              tone="bare"
              icon={<DownloadSimpleIcon size={18} />}
              onClick={() => void saveCode(qrText, chain, t('recharge.saveFailed'))}
            >
              {t('recharge.saveCode')}
            </Button>
          </div>
        </div>
      </Card>
      <Note tone="attention" icon={<WarningIcon size={18} />}>
        {t(isSandboxAddress ? 'recharge.sandboxWarning' : 'recharge.warning', {
          chain,
          network: t(`recharge.network.${chain}`),
        })}{' '}
        {isSandboxAddress ? (
          <button type="button" className={page.inNote} aria-haspopup="dialog" onClick={() => setExplaining(true)}>
            {t('recharge.sandboxWhat')}
          </button>
        ) : null}
      </Note>
      {isExplaining ? (
        <Dialog
          title={t('recharge.sandboxTitle')}
          onClose={() => setExplaining(false)}
          actions={<Button onClick={() => setExplaining(false)}>{t('shared.sandbox.close')}</Button>}
        >
          <p>{t('recharge.sandboxText')}</p>
          <p>{t('recharge.sandboxHow')}</p>
        </Dialog>
      ) : null}
    </>
  )
}

/** An address in the mono face, with the parts that people compare emphasised. */
function Address({ text }: { readonly text: string }) {
  return (
    <p className={styles.address}>
      {addressParts(text).map((part, place) => (part.isCompared ? <b key={place}>{part.text}</b> : part.text))}
    </p>
  )
}

function MissingAddress({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <Card>
      <div className={styles.card}>
        {error === null ? (
          <Skeleton width={codePx + 20} height={codePx + 20} radius={20} />
        ) : (
          <>
            <p className={styles.failed}>
              {t('recharge.addressFailed')}{' '}
              {error instanceof CallFailed && error.failure.error !== 'network' ? `${error.failure.msg}.` : ''}
            </p>
            <Button tone="quiet" size="medium" onClick={onRetry}>
              {t('shared.action.retry')}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

async function saveCode(text: string, chain: string, failed: string): Promise<void> {
  const picture = await qrPicture(text, pictureSizePx)
  if (picture === null) return showToast('refused', failed)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = `candor-${chain.toLowerCase()}.png`
  link.click()
  // The download keeps its own reference to the picture after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
