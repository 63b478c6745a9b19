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
export function SandboxBanner({ isPractice }: { readonly isPractice: boolean }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="note">
      <button type="button" className={styles.banner} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FlaskIcon size={16} />
        <span>
          <b>{t(isPractice ? 'app.title.practice' : 'shared.sandbox.name')}</b> ·{' '}
          {t(isPractice ? 'app.practice.banner' : 'app.sandbox.banner')}
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SandboxDialog isPractice={isPractice} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
