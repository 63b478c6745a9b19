import { operatorForesight } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { formatCount, formatPercent } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryFor } from '../../shared/api/index.ts'
import { locale, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { Panel } from '../../shared/page/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { TitledTable } from './titled-table.tsx'
import styles from './risk.module.css'

type Foresight = OutputOf<typeof operatorForesight>
type Share = Foresight['customers'][number]['share']

const refetchInterval = 30_000
const percent = (bps: number) => formatPercent(locale, (bps / 100).toFixed(1), { decimals: 1 })

/** How often instruments and customers were right about the next seconds, and which of them raise an alarm. */
export function ForesightPanel() {
  const foresight = useQuery({ ...queryFor(operatorForesight, {}), refetchInterval })
  return (
    <Panel title={t('risk.foresight')}>
      <Loaded query={foresight}>{(read) => <Shares foresight={read} />}</Loaded>
    </Panel>
  )
}

function Shares({ foresight }: { readonly foresight: Foresight }) {
  const { instruments, customers, days, leastContracts } = foresight
  return (
    <>
      {instruments.length === 0 ? (
        <p className={styles.quiet}>{t('risk.foresight.none', { days })}</p>
      ) : (
        <TitledTable
          titles={[
            t('risk.foresight.of'),
            { number: t('risk.foresight.contracts') },
            { number: t('risk.foresight.right') },
            { number: t('risk.foresight.atLeast') },
            { number: t('risk.foresight.breakEven') },
          ]}
        >
          {instruments.map(({ symbol, share }) => (
            <Row key={symbol} name={symbol} share={share} />
          ))}
          {customers.map(({ customerId, publicId, share }) => (
            <Row
              key={customerId}
              name={<a href={hrefOf('customers', customerId)}>{t('risk.foresight.customer', { account: publicId })}</a>}
              share={share}
            />
          ))}
        </TitledTable>
      )}
      <p className={styles.note}>{t('risk.foresight.note', { days, count: leastContracts })}</p>
    </>
  )
}

function Row({ name, share }: { readonly name: ReactNode; readonly share: Share }) {
  return (
    <tr>
      <th scope="row">
        {name} {share.isAlarm ? <Tag tone="attention">{t('risk.foresight.alarm')}</Tag> : null}
      </th>
      <td className={styles.number}>{formatCount(locale, share.contracts)}</td>
      <td className={styles.number}>{percent(share.rightBps)}</td>
      <td className={styles.number}>{percent(share.atLeastBps)}</td>
      <td className={styles.number}>{percent(share.breakEvenBps)}</td>
    </tr>
  )
}
