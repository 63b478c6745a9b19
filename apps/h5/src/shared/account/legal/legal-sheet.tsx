import type { LegalName } from '@candor/api'
import { Sheet } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { LegalText } from './legal-text.tsx'

/** The newest version of a document, over the form that asks for consent. */
export function LegalSheet({ name, onClose }: { readonly name: LegalName; readonly onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Sheet title={t(`legal.name.${name}`)} closeLabel={t('shared.action.close')} onClose={onClose}>
      <LegalText name={name} />
    </Sheet>
  )
}
