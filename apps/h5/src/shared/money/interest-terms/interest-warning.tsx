import { Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { Emphasised, useTexts } from '../../i18n/index.ts'

/** What the interest wallet is not, and who pays. */
export function InterestWarning() {
  const { t } = useTexts()
  return (
    <Note icon={<WarningCircleIcon size={18} />}>
      <Emphasised text={t('interest-terms.honest')} />
    </Note>
  )
}
