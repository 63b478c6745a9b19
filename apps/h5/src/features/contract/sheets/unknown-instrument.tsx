import { Button } from '@candor/ui'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../../shared/i18n/index.ts'
import { EmptyState, navigation } from '../../../shared/page/index.ts'

/** The address names an instrument that is not listed. */
export function UnknownInstrument() {
  const { t } = useTexts()
  return (
    <EmptyState icon={ChartLineIcon} texts={['contractSheets.unknown.title', 'contractSheets.unknown.text']}>
      <Button onClick={() => navigation.switchTab('market')}>{t('contractSheets.unknown.action')}</Button>
    </EmptyState>
  )
}
