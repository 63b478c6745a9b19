import type { SaleState, SaleView } from '@candor/api'
import { Button } from '@candor/ui'
import { HandshakeIcon } from '@candor/ui/icons/shell'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { EmptyState, hrefOf, navigation, RecordRow } from '../../shared/page/index.ts'
import { HowItWorks } from '../../shared/page/how-it-works/index.ts'
import { RecordList } from '../../shared/page/records/index.ts'
import styles from './floor-page.module.css'
import { useSales } from './floor-queries.ts'

/** The sales of the customer, newest first: all of them, or those of one state. */
export function SalesList({ state }: { readonly state: SaleState | null }) {
  const { t } = useTexts()
  const pages = useSales(state)
  return (
    <div className={styles.sales}>
      <RecordList
        pages={pages}
        failedTitle={t('floor.sales.failed')}
        empty={
          state === null ? (
            <EmptyState icon={HandshakeIcon} texts={['floor.sales.empty.title', 'floor.sales.empty.text']}>
              <Button onClick={() => navigation.switchTab('floor')}>{t('floor.sales.empty.action')}</Button>
              <HowItWorks about="selling" />
            </EmptyState>
          ) : (
            <EmptyState icon={HandshakeIcon} texts={['floor.sales.none.title', 'floor.sales.none.text']} />
          )
        }
        row={(sale) => <SaleRow key={sale.id} sale={sale} />}
      />
    </div>
  )
}

function SaleRow({ sale: { id, desk, quantity, state, createdMs } }: { readonly sale: SaleView }) {
  const { t, locale } = useTexts()
  return (
    <RecordRow
      href={hrefOf('tradeOrders', { id })}
      sign={desk.name.slice(0, 1)}
      title={desk.name}
      detail={formatDateTime(locale, createdMs)}
      amount={<OwnMoney amount={`-${quantity}`} asset="USDT" sign="result" />}
      state={t(`floor.state.${state}`)}
    />
  )
}
