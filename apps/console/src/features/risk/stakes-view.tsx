import { useState } from 'react'
import { operatorMarketHalt } from '@candor/api/operator'
import { Button, classNames, Tag } from '@candor/ui'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { PauseIcon } from '@candor/ui/icons/console'
import { money, t, utcTime } from '../../shared/i18n/index.ts'
import { EmptyState, Panel } from '../../shared/page/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import type { Exposure } from './exposure-model.ts'
import { ageLabel } from './feed-labels.ts'
import { HaltDialog } from './halt-dialog.tsx'
import { HaltLine } from './halt-line.tsx'
import { stakeRows, stakeShare } from './stakes-model.ts'
import type { Market, StakeRow } from './stakes-model.ts'
import { TitledTable } from './titled-table.tsx'
import styles from './risk.module.css'

/** Open stakes by direction with the health of each market's price, and the halts. */
export function Stakes({ markets, exposure }: { readonly markets: readonly Market[]; readonly exposure: Exposure }) {
  const mayHalt = useMay(operatorMarketHalt.access) === true
  const [halting, setHalting] = useState<string | null>(null)
  const rows = stakeRows(markets, exposure.instruments)
  const running = markets.filter(({ halt }) => halt === null)
  return (
    <Panel title={t('risk.stakes')}>
      {rows.length === 0 ? (
        <EmptyState icon={ChartLineIcon} texts={['risk.stakes.none', 'risk.stakes.noneText']} />
      ) : (
        <StakeTable rows={rows} onHalt={mayHalt ? setHalting : null} />
      )}
      {markets.map((market) =>
        market.halt === null ? null : <HaltLine key={market.halt.id} market={market} halt={market.halt} />,
      )}
      <div className={styles.haltFoot}>
        <p className={styles.note}>{t('risk.halt.note')}</p>
        {mayHalt && running[0] !== undefined ? (
          <Button tone="quiet" size="small" onClick={() => setHalting(running[0]?.symbol ?? null)}>
            {t('risk.halt.another')}
          </Button>
        ) : null}
      </div>
      {halting === null ? null : <HaltDialog markets={running} symbol={halting} onClose={() => setHalting(null)} />}
    </Panel>
  )
}

interface StakeTableProps {
  readonly rows: readonly StakeRow[]
  /** Null where the operator may not halt. */
  readonly onHalt: ((symbol: string) => void) | null
}

function StakeTable({ rows, onHalt }: StakeTableProps) {
  return (
    <div className={styles.scroll}>
      <TitledTable
        titles={[
          t('risk.payouts.market'),
          { number: t('risk.stakes.down') },
          { hidden: t('risk.stakes.bar') },
          t('risk.stakes.up'),
          { number: t('risk.stakes.age') },
          { number: t('risk.stakes.sources') },
          { hidden: t('risk.stakes.act') },
        ]}
      >
        {rows.map((row) => (
          <StakeLine key={row.key} row={row} rows={rows} onHalt={onHalt} />
        ))}
      </TitledTable>
    </div>
  )
}

function StakeLine({ row, rows, onHalt }: StakeTableProps & { readonly row: StakeRow }) {
  const { market, asset, stakeUp, stakeDown, isFirst } = row
  const { halt, sources } = market
  const isPoor = market.state === 'stale' || (sources !== null && sources.live < sources.all)
  return (
    <tr>
      <th scope="row">
        {market.name}{' '}
        <span className={styles.quiet}>{asset === null ? market.symbol : `${market.symbol} ${asset}`}</span>
      </th>
      <td className={styles.number}>{money(stakeDown)}</td>
      <td className={styles.barCell}>
        <StakeBar share={stakeShare(rows, row)} isHalted={halt !== null} />
      </td>
      <td>{money(stakeUp)}</td>
      <td className={classNames(styles.number, isPoor && styles.warn)}>{isFirst ? ageLabel(market) : null}</td>
      <td className={classNames(styles.number, isPoor && styles.warn)}>
        {isFirst && sources !== null ? t('risk.stakes.live', { live: sources.live, all: sources.all }) : null}
      </td>
      <td className={styles.number}>{isFirst ? <HaltCell market={market} onHalt={onHalt} /> : null}</td>
    </tr>
  )
}

function HaltCell({ market, onHalt }: { readonly market: Market; readonly onHalt: StakeTableProps['onHalt'] }) {
  if (market.halt !== null) {
    return (
      <Tag tone="attention">
        <PauseIcon size={14} /> {t('risk.halt.since', { time: utcTime(market.halt.haltedMs) })}
      </Tag>
    )
  }
  if (onHalt === null) return null
  return (
    <Button
      tone="quiet"
      size="small"
      aria-label={t('risk.halt.of', { name: market.name })}
      onClick={() => onHalt(market.symbol)}
    >
      {t('risk.halt')}
    </Button>
  )
}

/** Down to the left and up to the right of the middle. Decorative: the amounts are on both sides. */
function StakeBar({ share, isHalted }: { readonly share: ReturnType<typeof stakeShare>; readonly isHalted: boolean }) {
  return (
    <svg
      className={classNames(styles.stakeBar, isHalted && styles.paused)}
      viewBox="0 0 200 14"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.track} y={6} width={200} height={2} />
      <rect className={styles.stakeDown} x={99 - share.down * 99} width={share.down * 99} height={14} />
      <rect className={styles.stakeUp} x={101} width={share.up * 99} height={14} />
    </svg>
  )
}
