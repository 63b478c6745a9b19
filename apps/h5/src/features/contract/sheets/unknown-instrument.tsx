import { Button, StatePanel } from '@candor/ui'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../../shared/i18n/index.ts'
import { navigation } from '../../../shared/page/index.ts'

/** The address names an instrument that is not listed. */
export function UnknownInstrument() {
  const { t } = useTexts()
  return (
    <StatePanel
      icon={<ChartLineIcon size={28} />}
      title={t('contractSheets.unknown.title')}
      text={t('contractSheets.unknown.text')}
      actions={<Button onClick={() => navigation.switchTab('market')}>{t('contractSheets.unknown.action')}</Button>}
    />
  )
}
