import { saleStates } from './sale-state-model.ts'
import { FilteredList } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { recordsPage } from '../../shared/page/records/index.ts'
import styles from './floor-page.module.css'
import { SaleScreen } from './sale-screen.tsx'
import { SalesList } from './sales-list.tsx'

/** The USDT sales of the customer, or one with its clock when the address names it. */
export const TradeOrdersPage = recordsPage('tradeOrders', Sales, SaleScreen, {
  title: 'floor.orders',
  signedOut: 'floor.signedOut',
})

function Sales() {
  const { t } = useTexts()
  return (
    <FilteredList
      className={styles.filter}
      label={t('floor.filter')}
      all={t('floor.filter.all')}
      values={saleStates}
      labelOf={(value) => t(`floor.state.${value}`)}
    >
      {(state) => <SalesList state={state} />}
    </FilteredList>
  )
}
