import { useDeferredValue, useState } from 'react'
import { customerFilters, operatorCustomer, operatorCustomers } from '@candor/api/operator'
import type { CustomerFilter, CustomerListItem } from '@candor/api/operator'
import { Segmented } from '@candor/ui'
import { UserIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryClient, queryFor } from '../../shared/api/index.ts'
import { CaseColumns, CaseList, useNow } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { goTo, usePlace } from '../../shared/navigation/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { EmptyState, Loaded, Page, SearchField } from '../../shared/page/index.ts'
import { CustomerDetail } from './customer-detail.tsx'
import { CustomerRail } from './customer-rail.tsx'
import { stateOf } from './customer-labels.ts'
import styles from './customers.module.css'

/** Finds customers, and shows their balances, sessions, and operators' acts. */
export const CustomersPage = roleScreen('customers.title', operatorCustomers.access, Customers)

function Customers() {
  const { id } = usePlace()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const [filter, setFilter] = useState<CustomerFilter>('recent')
  const found = useQuery(queryFor(operatorCustomers, text === '' ? { filter } : { text }))
  const openFirst = async () => {
    const typed = search.trim()
    if (typed === '') return
    const { items } = await queryClient.fetchQuery({
      ...queryFor(operatorCustomers, { text: typed }),
      staleTime: 10_000,
    })
    if (items[0] !== undefined) goTo('customers', items[0].id)
  }
  // Fetched once: opening the page is recorded.
  const customer = useQuery({
    ...queryFor(operatorCustomer, { id: id ?? '' }),
    enabled: id !== null,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  return (
    <Page
      title={t('customers.title')}
      actions={<SearchField label={t('customers.search')} value={search} onValue={setSearch} onEnter={openFirst} />}
    >
      <CaseColumns
        queue={
          <>
            {text === '' ? <Filters filter={filter} onFilter={setFilter} /> : null}
            <Loaded query={found}>
              {({ items }) =>
                text === '' && items.length === 0 ? (
                  <p className={styles.hint}>{t(`customers.filter.${filter}.none`)}</p>
                ) : (
                  <Found items={items} openId={id} />
                )
              }
            </Loaded>
          </>
        }
        detail={
          id === null ? (
            <EmptyState icon={UserIcon} texts={['customers.start', 'customers.startText']} />
          ) : (
            <Loaded query={customer}>{(view) => <CustomerDetail key={view.customer.id} view={view} />}</Loaded>
          )
        }
        decision={customer.data === undefined ? null : <CustomerRail view={customer.data} />}
      />
    </Page>
  )
}

interface FiltersProps {
  readonly filter: CustomerFilter
  readonly onFilter: (filter: CustomerFilter) => void
}

/** The lists that need no search. */
function Filters({ filter, onFilter }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <Segmented
        label={t('customers.filter')}
        value={filter}
        onValue={onFilter}
        options={customerFilters.map((value) => ({ value, label: t(`customers.filter.${value}`) }))}
      />
      <p className={styles.hint}>{t(`customers.filter.${filter}.text`)}</p>
    </div>
  )
}

function Found({ items, openId }: { readonly items: readonly CustomerListItem[]; readonly openId: string | null }) {
  const nowMs = useNow()
  if (items.length === 0) return <EmptyState icon={UserIcon} texts={['customers.none', 'customers.noneText']} />
  const rows = items.map(({ id, publicId, email, mobile, kycState, ...customer }) => ({
    id,
    title: t('customers.account', { account: publicId }),
    detail: email ?? mobile ?? '',
    aside: customer.isEnabled ? t(`customers.kyc.${kycState}`) : t(`customers.${stateOf(customer)}`),
    promise: null,
  }))
  return <CaseList screen="customers" label={t('customers.results')} rows={rows} openId={openId} nowMs={nowMs} />
}
