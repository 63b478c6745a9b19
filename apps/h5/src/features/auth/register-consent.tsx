import { useState } from 'react'
import type { LegalDocument, LegalName } from '@candor/api'
import { LegalSheet } from '../../shared/account/legal/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './auth.module.css'

/** The versions that a customer agrees to by creating the account; each opens over the form. */
export function RegisterConsent({ documents }: { readonly documents: readonly LegalDocument[] }) {
  const { t } = useTexts()
  const [open, setOpen] = useState<LegalName | null>(null)
  const asked = documents.filter(({ needsConsent }) => needsConsent)
  if (asked.length === 0) return null
  return (
    <>
      <div className={styles.consent}>
        <p>{t('legal.registering')}</p>
        <ul>
          {asked.map(({ name, version }) => (
            <li key={name}>
              <button type="button" onClick={() => setOpen(name)}>
                {t('legal.versionOnly', { name: t(`legal.name.${name}`), version })}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {open === null ? null : <LegalSheet name={open} onClose={() => setOpen(null)} />}
    </>
  )
}
