import { Button, showToast, StatePanel } from '@candor/ui'
import { PlugsIcon, WifiSlashIcon } from '@candor/ui/icons/shell'
import { CallFailed } from '../api/index.ts'
import { useTexts } from '../i18n/index.ts'
import { navigation } from './app-navigation.ts'

export interface FailedStateProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** What could not be loaded: "We couldn’t load your orders". */
  readonly title?: string | undefined
}

/**
 * The error state of a screen whose data could not be loaded: what happened, what is safe, a retry (for a disabled
 * account customer service), customer service, and a reference for it to copy.
 */
export function FailedState({ error, onRetry, title }: FailedStateProps) {
  const { t } = useTexts()
  const failure = error instanceof CallFailed ? error.failure : null
  const reference = failure?.reference
  const isNetwork = failure?.error === 'network'
  const isDisabled = failure?.error === 'account-disabled'
  return (
    <StatePanel
      icon={isNetwork ? <WifiSlashIcon size={28} /> : <PlugsIcon size={28} />}
      title={isDisabled ? failure.msg : (title ?? t('shared.error.title'))}
      text={
        failure && !isNetwork && !isDisabled
          ? `${failure.msg}. ${t('shared.error.text')}`
          : t(isNetwork ? 'shared.error.network' : 'shared.error.text')
      }
      reference={reference === undefined ? undefined : t('shared.reference', { id: reference })}
      onReference={() =>
        void navigator.clipboard?.writeText(reference ?? '').then(() => showToast('done', t('shared.copied')))
      }
      actions={
        <>
          {isDisabled ? null : <Button onClick={onRetry}>{t('shared.action.retry')}</Button>}
          <Button tone={isDisabled ? 'primary' : 'quiet'} onClick={askSupport}>
            {t('app.title.support')}
          </Button>
        </>
      }
    />
  )
}

function askSupport(): void {
  navigation.navigate('support')
}
