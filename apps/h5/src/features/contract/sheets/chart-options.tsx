import { ButtonRow, indicatorNames, RowList, Sheet } from '@candor/ui'
import type { IndicatorName } from '@candor/ui'
import { TableIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../../shared/i18n/index.ts'
import styles from './chart-options.module.css'

export interface ChartOptionsProps {
  readonly indicators: readonly IndicatorName[]
  readonly onIndicators: (names: readonly IndicatorName[]) => void
  readonly onTable: () => void
  readonly onClose: () => void
}

/** The indicators, and the link to the candles' table. */
export function ChartOptions({ indicators, onIndicators, onTable, onClose }: ChartOptionsProps) {
  const { t } = useTexts()
  const toggle = (name: IndicatorName) =>
    onIndicators(indicatorNames.filter((known) => (known === name) !== indicators.includes(known)))
  return (
    <Sheet title={t('contract.chart.options')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <fieldset className={styles.indicators}>
        <legend className={styles.legend}>{t('contractSheets.chart.indicators')}</legend>
        {indicatorNames.map((name) => (
          <div key={name} className={styles.indicator}>
            <span className={styles.words}>
              <label htmlFor={`indicator-${name}`}>{t(`contractSheets.indicator.${name}`)}</label>
              <span id={`indicator-${name}-text`}>{t(`contractSheets.indicator.${name}.text`)}</span>
            </span>
            <input
              id={`indicator-${name}`}
              type="checkbox"
              role="switch"
              aria-checked={indicators.includes(name)}
              className={styles.switch}
              aria-describedby={`indicator-${name}-text`}
              checked={indicators.includes(name)}
              onChange={() => toggle(name)}
            />
          </div>
        ))}
      </fieldset>
      <RowList hasIcons>
        <ButtonRow icon={<TableIcon size={20} />} title={t('contractSheets.chart.table')} onPress={onTable} />
      </RowList>
    </Sheet>
  )
}
