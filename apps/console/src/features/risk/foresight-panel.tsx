import { operatorForesight } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { chanceBandPpm } from '@candor/formulas'
import { classNames, Tag } from '@candor/ui'
import { formatCount, formatPercent } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { Loaded, Panel } from '../../shared/page/index.ts'
import { bandScale } from './foresight-model.ts'
import type { BandScale } from './foresight-model.ts'
import styles from './foresight.module.css'
import shared from './risk.module.css'
import { TitledTable } from './titled-table.tsx'

type Foresight = OutputOf<typeof operatorForesight>
type Customer = Foresight['customers'][number]
type Share = Customer['share']

const refetchInterval = 30_000
const percent = (bps: number) => formatPercent(locale, (bps / 100).toFixed(1), { decimals: 1 })

/** How often instruments and customers were right about the next seconds, and which of them raise an alarm. */
export function ForesightPanels() {
  const foresight = useQuery({ ...queryFor(operatorForesight, {}), refetchInterval })
  return (
    <Loaded query={foresight}>
      {(read) => (
        <div className={styles.panels}>
          <Markets foresight={read} />
          <Customers foresight={read} />
        </div>
      )}
    </Loaded>
  )
}

function Markets({ foresight: { instruments, days, leastContracts } }: { readonly foresight: Foresight }) {
  const scale = bandScale(instruments.map(({ share }) => share))
  const alarms = instruments.filter(({ share }) => share.isAlarm).length
  return (
    <Panel
      title={t('risk.foresight')}
      aside={alarms === 0 ? null : <Tag tone="attention">{t('risk.foresight.alarms', { count: alarms })}</Tag>}
    >
      <p className={shared.quiet}>{t('risk.foresight.about', { days })}</p>
      {instruments.length === 0 ? (
        <p className={shared.note}>{t('risk.foresight.none', { days })}</p>
      ) : (
        <TitledTable
          titles={[
            t('risk.payouts.market'),
            { number: t('risk.foresight.contracts') },
            t('risk.foresight.band'),
            { number: t('risk.foresight.share') },
          ]}
        >
          {instruments.map(({ symbol, share }) => (
            <tr key={symbol}>
              <th scope="row">{symbol}</th>
              <td className={shared.number}>{formatCount(locale, share.contracts)}</td>
              <td className={shared.barCell}>
                <Band share={share} scale={scale} />
              </td>
              <td className={classNames(shared.number, share.isAlarm && shared.warn)}>{percent(share.rightBps)}</td>
            </tr>
          ))}
        </TitledTable>
      )}
      <p className={shared.note}>{t('risk.foresight.note', { count: leastContracts })}</p>
    </Panel>
  )
}

/** The share as a dot beside what chance explains, one half as a line, and break-even dashed. */
function Band({ share, scale }: { readonly share: Share; readonly scale: BandScale }) {
  const { fromPpm, toPpm } = chanceBandPpm(BigInt(share.contracts))
  const [from, to] = [scale.x(fromPpm), scale.x(toPpm)]
  return (
    <svg className={styles.band} viewBox={`0 0 ${scale.width} 16`} role="img">
      <title>
        {t('risk.foresight.spoken', {
          share: percent(share.rightBps),
          from: percent(fromPpm / 100),
          to: percent(toPpm / 100),
          even: percent(share.breakEvenBps),
        })}
      </title>
      <rect className={styles.range} x={from} y={4} width={to - from} height={8} rx={2} />
      <path className={styles.half} d={`M${scale.x(500_000)} 1V15`} />
      <path className={styles.even} d={`M${scale.x(share.breakEvenBps * 100)} 1V15`} />
      <circle
        className={classNames(styles.dot, share.isAlarm && styles.alarm)}
        cx={scale.x(share.rightBps * 100)}
        cy={8}
        r={3.5}
      />
    </svg>
  )
}

function Customers({ foresight: { customers, days } }: { readonly foresight: Foresight }) {
  return (
    <Panel title={t('risk.foresight.customers')}>
      <p className={shared.quiet}>{t('risk.foresight.highest')}</p>
      {customers.length === 0 ? <p className={shared.note}>{t('risk.foresight.none', { days })}</p> : null}
      <ul className={styles.customers}>
        {customers.map((customer) => (
          <CustomerLine key={customer.customerId} customer={customer} />
        ))}
      </ul>
      <p className={styles.rule}>{t('risk.foresight.rule')}</p>
    </Panel>
  )
}

function CustomerLine({ customer: { customerId, publicId, share } }: { readonly customer: Customer }) {
  const { toPpm } = chanceBandPpm(BigInt(share.contracts))
  return (
    <li>
      <span>
        <a href={hrefOf('customers', customerId)}>{publicId}</a>
        <small>{t('risk.foresight.count', { count: share.contracts })}</small>
      </span>
      <span className={styles.right}>
        <b className={share.isAlarm ? shared.warn : undefined}>{percent(share.rightBps)}</b>
        <small>
          {share.isAlarm
            ? t('risk.foresight.alarm', { share: percent(share.atLeastBps) })
            : t('risk.foresight.chance', { points: ((toPpm - 500_000) / 10_000).toFixed(1) })}
        </small>
      </span>
    </li>
  )
}
