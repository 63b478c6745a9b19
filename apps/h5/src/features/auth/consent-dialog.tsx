import type { LegalName } from '@candor/api'
import { AskDialog } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'

export interface ConsentDialogProps {
  /** The documents to agree to. */
  readonly owed: readonly LegalName[]
  /** `reads`: the customer opens the texts. */
  readonly onClose: (reads: boolean) => void
}

/** Says which texts have a newer version to agree to, and what stays possible without. */
export function ConsentDialog({ owed, onClose }: ConsentDialogProps) {
  const { t, locale } = useTexts()
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(owed.map((name) => t(`legal.name.${name}`)))
  return (
    <AskDialog
      title={t('legal.changed.title')}
      labels={{ confirm: t('legal.changed.read'), cancel: t('legal.changed.later') }}
      onConfirm={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      <p>{t('legal.changed.text', { names })}</p>
    </AskDialog>
  )
}
