import { lazy, Suspense, useState } from 'react'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import styles from './app.module.css'

const SandboxDialog = lazy(() =>
  import('../shared/money/sandbox-dialog.tsx').then((module) => ({ default: module.SandboxDialog })),
)

/**
 * First in the reading order and never dismissible: says that the money is play money, and explains it when pressed.
 */
export function SandboxBanner() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="note">
      <button type="button" className={styles.banner} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FlaskIcon size={16} />
        <span>
          <b>{t('shared.sandbox.name')}</b> · {t('app.sandbox.banner')}
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SandboxDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
