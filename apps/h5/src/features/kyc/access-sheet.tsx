import { kycAccess } from '@candor/api'
import { Button, Note, Sheet, Spinner } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import styles from './kyc-status.module.css'

/** Who opened the photos, when and why. */
export function AccessSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useTexts()
  const { data, isError, refetch } = useQuery({ ...queryFor(kycAccess, {}), staleTime: 0 })
  return (
    <Sheet title={t('kyc.access')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <p className={styles.lead}>{t('kyc.access.note')}</p>
      {data === undefined ? (
        isError ? (
          <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
            {t('kyc.access.failed')}
            <Button tone="bare" size="small" onClick={() => void refetch()}>
              {t('shared.action.retry')}
            </Button>
          </Note>
        ) : (
          <Spinner />
        )
      ) : data.items.length === 0 ? (
        <p className={styles.none}>{t('kyc.access.none')}</p>
      ) : (
        <ul className={styles.views}>
          {data.items.map(({ id, atMs, photo, reason, viewer, isSandboxReviewer }) => (
            <li key={id}>
              <span>
                <b>{t(isSandboxReviewer ? 'kyc.access.sandbox' : 'kyc.access.person', { number: viewer })}</b>
                <small>{t(`kyc.access.reason.${reason}`)}</small>
              </span>
              <span>
                {t(`kyc.target.${photo}`)}
                <small>{formatDateTime(locale, atMs)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
