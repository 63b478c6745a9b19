import { IconButton } from '@candor/ui'
import { ExportIcon } from '@candor/ui/icons/account'
import { useAreAmountsHidden } from '../../money/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { useSharing } from './use-sharing.tsx'

export interface ShareButtonProps {
  readonly title: string
  /** The record as plain text; without amounts where they are hidden. */
  readonly text: (areHidden: boolean) => string
}

/** Hands a record on as text, without amounts while they are hidden. */
export function ShareButton({ title, text }: ShareButtonProps) {
  const { t } = useTexts()
  const areHidden = useAreAmountsHidden()
  const { share, sheet } = useSharing()
  return (
    <>
      <IconButton
        label={t('records.share')}
        onClick={() => void share({ title, text: text(areHidden), lacksAmounts: areHidden })}
      >
        <ExportIcon size={24} />
      </IconButton>
      {sheet}
    </>
  )
}
