import { useState } from 'react'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import { lateLayer } from '../shared/page/index.ts'
import styles from './app.module.css'

const SandboxDialog = lateLayer(async () => (await import('../shared/money/sandbox-dialog.tsx')).SandboxDialog)

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
      {isOpen ? <SandboxDialog isPractice={isPractice} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
