import { useState } from 'react'
import { momentKinds, operatorCustomerTimeline } from '@candor/api/operator'
import type { CustomerMoment } from '@candor/api/operator'
import { classNames } from '@candor/ui'
import { usePages } from '../../shared/api/index.ts'
import { CasePart, screenOfMoment, wordsOf } from '../../shared/case/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { DataTable, Loaded, MoreButton, Select } from '../../shared/page/index.ts'
import { timeColumn } from './time-column.ts'
import styles from './customers.module.css'

const all = 'all'

/** Everything that happened to a customer, newest first, each with the way to its record. */
export function CustomerTimeline({ customerId }: { readonly customerId: string }) {
  const [kind, setKind] = useState<CustomerMoment['kind'] | typeof all>(all)
  const moments = usePages(operatorCustomerTimeline, {
    id: customerId,
    limit: 15,
    ...(kind === all ? {} : { kind }),
  })
  return (
    <CasePart title={t('customers.timeline')}>
      <div className={styles.filter}>
        <Select
          label={t('customers.timeline.filter')}
          value={kind}
          onValue={setKind}
          options={[
            { value: all, label: t('customers.timeline.all') },
            ...momentKinds.map((value) => ({ value, label: t(`shared.moment.${value}`) })),
          ]}
        />
      </div>
      <Loaded query={moments}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('customers.timeline.none')}</p>
          ) : (
            <>
              <Moments items={items} />
              <MoreButton {...moments} />
            </>
          )
        }
      </Loaded>
    </CasePart>
  )
}

function Moments({ items }: { readonly items: readonly CustomerMoment[] }) {
  return (
    <DataTable
      label={t('customers.timeline')}
      rows={items}
      keyOf={({ kind, id, atMs }) => `${kind} ${id} ${atMs}`}
      columns={[
        timeColumn(),
        {
          key: 'what',
          title: t('customers.timeline.what'),
          cell: (moment) => (
            <div className={styles.stacked}>
              {t(`shared.moment.${moment.kind}`)}
              <Record moment={moment} />
            </div>
          ),
          isOneLine: true,
        },
        {
          key: 'state',
          title: t('customers.timeline.state'),
          cell: ({ state }) => (state === null ? '' : wordsOf(state)),
          isOneLine: true,
        },
        {
          key: 'amount',
          title: t('customers.timeline.amount'),
          cell: ({ kind, state, amount, asset }) =>
            amount === null ? '' : money(amount, asset ?? undefined, isResult(kind, state) ? 'result' : undefined),
          isNumber: true,
        },
      ]}
    />
  )
}

/** An open contract has its stake; a settled one its result, with a sign. */
function isResult(kind: CustomerMoment['kind'], state: string | null): boolean {
  return kind === 'contract' && state !== 'open'
}

/** The number of a record, as the way to its screen where there is one. A login has none worth telling. */
function Record({ moment: { kind, id } }: { readonly moment: CustomerMoment }) {
  const screen = screenOfMoment(kind)
  if (screen !== null)
    return (
      <a
        className={classNames(styles.link, styles.number)}
        href={hrefOf(screen, id)}
        aria-label={t('customers.timeline.open', { id })}
      >
        {id}
      </a>
    )
  return kind === 'login' ? null : <span className={styles.number}>{id}</span>
}
