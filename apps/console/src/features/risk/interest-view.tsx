import { useState } from 'react'
import { operatorInterestProducts, operatorInterestProposals } from '@candor/api/operator'
import type { InterestCoverage, InterestProductSums } from '@candor/api/operator'
import { Button } from '@candor/ui'
import { formatCount, formatPercent } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { DataTable, Figure, Figures, Loaded, Panel } from '../../shared/page/index.ts'
import { InterestDialog } from './interest-dialog.tsx'
import { reservedPercent } from './interest-model.ts'
import { InterestProposals } from './interest-proposals.tsx'
import { productLabel, rateLabel } from './interest-labels.ts'
import { proposeColumn } from './propose-column.tsx'
import styles from './risk.module.css'

const refetchInterval = 5_000

/** The interest products, the interest owed, and the money reserved for it. */
export function InterestView() {
  const products = useQuery({ ...queryFor(operatorInterestProducts, {}), refetchInterval })
  return (
    <>
      <InterestProposals />
      <Loaded query={products}>
        {({ items, coverage }) => (
          <>
            {coverage.map((of) => (
              <Coverage key={of.asset} coverage={of} products={items} />
            ))}
            <Products items={items} />
          </>
        )}
      </Loaded>
    </>
  )
}

interface CoverageProps {
  readonly coverage: InterestCoverage
  readonly products: readonly InterestProductSums[]
}

function Coverage({ coverage, products }: CoverageProps) {
  const { asset, funds, reserved, left } = coverage
  const orders = products
    .filter((product) => product.asset === asset)
    .reduce((sum, product) => sum + product.earningOrders, 0)
  const share = formatPercent(locale, reservedPercent(coverage), { decimals: 1 })
  return (
    <Figures>
      <Figure name={t('risk.interest.funds')} value={money(funds)} text={t('risk.interest.funds.text', { asset })} />
      <Figure
        name={t('risk.interest.reserved')}
        value={money(reserved)}
        text={t('risk.interest.reserved.text', { share, orders })}
      />
      <Figure name={t('risk.interest.left')} value={money(left)} text={t('risk.interest.left.text')} />
    </Figures>
  )
}

function Products({ items }: { readonly items: readonly InterestProductSums[] }) {
  const [changing, setChanging] = useState<InterestProductSums | 'new' | null>(null)
  const mayPropose = useMay(operatorInterestProposals.propose.access) === true
  return (
    <Panel title={t('risk.interest.products')}>
      <DataTable
        label={t('risk.interest.products')}
        rows={items}
        keyOf={productLabel}
        columns={[
          { key: 'product', title: t('risk.interest.product'), cell: productLabel, isOneLine: true },
          { key: 'version', title: t('risk.terms.version'), cell: ({ version }) => version, isNumber: true },
          { key: 'open', title: t('risk.terms.offered'), cell: ({ isOpen }) => t(isOpen ? 'risk.yes' : 'risk.no') },
          {
            key: 'rate',
            title: t('risk.interest.rate'),
            cell: ({ dailyRatePpm }) => rateLabel(dailyRatePpm),
            isNumber: true,
          },
          { key: 'min', title: t('risk.interest.min'), cell: ({ min }) => money(min), isNumber: true },
          { key: 'max', title: t('risk.interest.max'), cell: ({ max }) => money(max), isNumber: true },
          {
            key: 'orders',
            title: t('risk.interest.orders'),
            cell: ({ earningOrders }) => formatCount(locale, earningOrders),
            isNumber: true,
          },
          { key: 'earning', title: t('risk.interest.earning'), cell: ({ earning }) => money(earning), isNumber: true },
          {
            key: 'reserved',
            title: t('risk.interest.reserved'),
            cell: ({ reserved }) => money(reserved),
            isNumber: true,
          },
          { key: 'paid', title: t('risk.interest.paid'), cell: ({ paid }) => money(paid), isNumber: true },
          proposeColumn(mayPropose, setChanging),
        ]}
      />
      {mayPropose ? (
        <div className={styles.below}>
          <Button tone="quiet" size="small" onClick={() => setChanging('new')}>
            {t('risk.interest.new')}
          </Button>
        </div>
      ) : null}
      <p className={styles.note}>{t('risk.interest.note')}</p>
      {changing === null ? null : (
        <InterestDialog current={changing === 'new' ? null : changing} onClose={() => setChanging(null)} />
      )}
    </Panel>
  )
}
