import { Button, showToast, StatePanel } from '@candor/ui'
import { LockKeyIcon } from '@candor/ui/icons/console'
import { PlugsIcon, WifiSlashIcon } from '@candor/ui/icons/shell'
import { CallFailed } from '../api/index.ts'
import { t } from '../i18n/index.ts'
import styles from './states.module.css'

/**
 * What could not be loaded and why: no connection, no permission, or an error with a reference for the server's
 * administrator.
 */
export function FailedState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const failure = error instanceof CallFailed ? error.failure : null
  const retry = (
    <div className={styles.retry}>
      <Button size="medium" onClick={onRetry}>
        {t('shared.action.retry')}
      </Button>
    </div>
  )
  if (failure?.error === 'network')
    return (
      <StatePanel
        icon={<WifiSlashIcon size={28} />}
        title={t('shared.error.title')}
        text={t('shared.error.network')}
        actions={retry}
      />
    )
  if (failure?.error === 'not-allowed')
    return <StatePanel icon={<LockKeyIcon size={28} />} title={t('shared.noPermission.title')} text={failure.msg} />
  return (
    <StatePanel
      icon={<PlugsIcon size={28} />}
      title={t('shared.error.title')}
      text={failure ? `${failure.msg}. ${t('shared.error.text')}` : t('shared.error.text')}
      reference={failure?.reference === undefined ? undefined : t('shared.reference', { id: failure.reference })}
      onReference={() =>
        void navigator.clipboard?.writeText(failure?.reference ?? '').then(() => showToast('done', t('shared.copied')))
      }
      actions={retry}
    />
  )
}
