import { useState } from 'react'
import { Button, Dialog } from '@candor/ui'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import styles from './app.module.css'

/** First in the reading order and never dismissible: says that the money is play money, and explains it on a press. */
export function SandboxBanner() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="note">
      <button type="button" className={styles.banner} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FlaskIcon size={16} />
        <span>
          <b>{t('app.sandbox.name')}</b> · {t('app.sandbox.banner')}
        </span>
      </button>
      {isOpen ? (
        <Dialog
          title={t('app.sandbox.title')}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{t('app.sandbox.close')}</Button>}
        >
          <p>{t('app.sandbox.money')}</p>
          <p>{t('app.sandbox.prices')}</p>
        </Dialog>
      ) : null}
    </div>
  )
}
