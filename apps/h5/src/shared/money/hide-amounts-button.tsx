import { IconButton } from '@candor/ui'
import { EyeIcon, EyeSlashIcon } from '@candor/ui/icons/account'
import { useTexts } from '../i18n/index.ts'
import { hideAmounts, useAreAmountsHidden } from './hidden-amounts.ts'

/** Hides the customer's own amounts on every screen of this device, or shows them again. */
export function HideAmountsButton() {
  const { t } = useTexts()
  const areHidden = useAreAmountsHidden()
  return (
    <IconButton label={t('shared.amounts.hide')} aria-pressed={areHidden} onClick={() => hideAmounts(!areHidden)}>
      {areHidden ? <EyeSlashIcon size={18} /> : <EyeIcon size={18} />}
    </IconButton>
  )
}
