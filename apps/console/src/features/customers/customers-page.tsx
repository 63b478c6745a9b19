import { useDeferredValue, useState } from 'react'
import { operatorCustomer, operatorCustomers } from '@candor/api/operator'
import type { CustomerListItem } from '@candor/api/operator'
import { StatePanel } from '@candor/ui'
import { UserIcon } from '@candor/ui/icons/console'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { CaseColumns, CaseList } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { usePlace } from '../../shared/navigation/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { Page, SearchField } from '../../shared/page/index.ts'
import { useNow } from '../../shared/promise/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { CustomerDetail } from './customer-detail.tsx'
import { stateOf } from './customer-labels.ts'
import styles from './customers.module.css'

/** Finds customers, and shows their balances, sessions, and operators' acts. */
export const CustomersPage = roleScreen('customers.title', operatorCustomers.access, Customers)

function Customers() {
  const { id } = usePlace()
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search.trim())
  const found = useQuery({ ...queryFor(operatorCustomers, { text }), enabled: text !== '' })
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
      actions={<SearchField label={t('customers.search')} value={search} onValue={setSearch} />}
    >
      <CaseColumns
        queue={
          text === '' ? (
            <p className={styles.hint}>{t('customers.hint')}</p>
          ) : (
            <Loaded query={found}>{({ items }) => <Found items={items} openId={id} />}</Loaded>
          )
        }
        detail={
          id === null ? (
            <StatePanel icon={<UserIcon size={28} />} title={t('customers.start')} text={t('customers.startText')} />
          ) : (
            <Loaded query={customer}>{(view) => <CustomerDetail key={view.customer.id} view={view} />}</Loaded>
          )
        }
        decision={null}
      />
    </Page>
  )
}

function Found({ items, openId }: { readonly items: readonly CustomerListItem[]; readonly openId: string | null }) {
  const nowMs = useNow()
  if (items.length === 0)
    return <StatePanel icon={<UserIcon size={28} />} title={t('customers.none')} text={t('customers.noneText')} />
  const rows = items.map(({ id, publicId, email, mobile, kycState, ...customer }) => ({
    id,
    title: t('customers.account', { account: publicId }),
    detail: email ?? mobile ?? '',
    aside: customer.isEnabled ? t(`customers.kyc.${kycState}`) : t(`customers.${stateOf(customer)}`),
    promise: null,
  }))
  return <CaseList screen="customers" label={t('customers.results')} rows={rows} openId={openId} nowMs={nowMs} />
}
