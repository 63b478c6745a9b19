import { useState } from 'react'
import type { ReactNode } from 'react'
import { marketInstruments, systemStatus } from '@candor/api'
import { slotStartMs } from '@candor/formulas'
import { ProofError } from '@candor/proof'
import { Button, Note } from '@candor/ui'
import { formatCount, formatPercent, formatUtcTime } from '@candor/ui/format'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { readLogFile } from '../../shared/log/index.ts'
import { Card, ColumnTitles, Loaded, Recompute } from '../../shared/parts/index.ts'
import { checkFrames } from './frames-check.ts'
import type { CheckedFrames, FramesShard } from './frames-check.ts'
import styles from './frames-card.module.css'
import { runsOf } from './slot-runs.ts'

const hourSlots = 7_200
/** An entry of a frame and its length in a bundle. */
const entryBytes = 86
/** Of more gaps the newest are listed. */
const mostRuns = 8
const mostNames = 4

type Hours = 1 | 24

/** The newest frames of the log, read and verified in this browser: those of an hour, and on demand of a day. */
export function FramesCards({ shard }: { readonly shard: FramesShard }) {
  const { t } = useTexts()
  const [hours, setHours] = useState<Hours>(1)
  const [share, setShare] = useState(0)
  const status = useQuery(queryFor(systemStatus, {}))
  const frames = useQuery({
    queryKey: ['frames', shard.shard, hours],
    queryFn: async () => ({ hours, found: await read(shard, hours, setShare) }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={status}>
      {({ genesisMs }) => (
        <Loaded query={frames}>
          {({ hours: readHours, found }) =>
            found === null ? (
              <Card title={t(`price-log.frames.${readHours}`)}>
                <Note tone="attention" icon={<WarningCircleIcon size={18} />} role="status">
                  {t('price-log.frames.refused')}
                </Note>
              </Card>
            ) : (
              <>
                <Frames found={found} hours={readHours} genesisMs={genesisMs}>
                  {readHours === 24 ? null : (
                    <ReadDay isReading={frames.isFetching} share={share} onRead={() => setHours(24)} />
                  )}
                </Frames>
                <Epochs found={found} genesisMs={genesisMs} />
              </>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

/** Null where what is published does not lead to the signed root. Throws CallFailed. */
async function read(
  shard: FramesShard,
  hours: Hours,
  onProgress: (share: number) => void,
): Promise<CheckedFrames | null> {
  onProgress(0)
  try {
    return await checkFrames(shard, hours * hourSlots, { read: readLogFile, nowMs: Date.now, onProgress })
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
}

interface ReadDayProps {
  readonly isReading: boolean
  readonly share: number
  readonly onRead: () => void
}

function ReadDay({ isReading, share, onRead }: ReadDayProps) {
  const { t, locale } = useTexts()
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
  return (
    <div className={styles.more}>
      <Button tone="quiet" size="small" disabled={isReading} onClick={onRead}>
        {isReading
          ? t('price-log.frames.reading', { percent: formatPercent(locale, (100 * share).toFixed(0), { decimals: 0 }) })
          : t('price-log.frames.read', { size: size.format((24 * hourSlots * entryBytes) / 1_000_000) })}
      </Button>
    </div>
  )
}

interface FramesProps {
  readonly found: CheckedFrames
  readonly hours: Hours
  readonly genesisMs: number
  readonly children: ReactNode
}

export function Frames({ found, hours, genesisMs, children }: FramesProps) {
  const { t, locale } = useTexts()
  const { fromSlot, toSlot, missing, checkedMs } = found
  const all = toSlot - fromSlot + 1
  const counted = t('price-log.frames.missing', {
    missing: formatCount(locale, missing.length),
    all: formatCount(locale, all),
  })
  const timeOf = (slot: number) => formatUtcTime(locale, slotStartMs(slot, genesisMs), { hasSeconds: true })
  return (
    <Card
      title={t(`price-log.frames.${hours}`)}
      aside={counted}
      foot={<Recompute command={`npm run audit -- --log ${location.origin}`} />}
    >
      <div className={styles.strip} role="img" aria-label={counted}>
        {runsOf(missing).map(({ from, to }) => (
          <i
            key={from}
            style={{ left: `${(100 * (from - fromSlot)) / all}%`, width: `${(100 * (to - from + 1)) / all}%` }}
          />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{timeOf(fromSlot)}</span>
        <span>{timeOf(toSlot)}</span>
      </div>
      <Missing missing={missing} timeOf={timeOf} />
      <p className={styles.sub}>
        {t('price-log.frames.text', { time: formatUtcTime(locale, checkedMs, { hasSeconds: true }) })}
      </p>
      {children}
    </Card>
  )
}

interface MissingProps {
  readonly missing: readonly number[]
  readonly timeOf: (slot: number) => string
}

function Missing({ missing, timeOf }: MissingProps) {
  const { t, locale } = useTexts()
  const runs = runsOf(missing)
  if (runs.length === 0) return <p className={styles.none}>{t('price-log.frames.none')}</p>
  return (
    <>
      <table className={styles.table}>
        <ColumnTitles titles={[t('price-log.frames.slot'), t('price-log.frames.time'), t('price-log.frames.count')]} />
        <tbody>
          {runs.slice(0, mostRuns).map(({ from, to }) => (
            <tr key={from}>
              <td>#{formatCount(locale, from)}</td>
              <td>{timeOf(from)}</td>
              <td>{formatCount(locale, to - from + 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.length <= mostRuns ? null : (
        <p className={styles.sub}>{t('price-log.frames.more', { count: runs.length - mostRuns })}</p>
      )}
    </>
  )
}

interface EpochsProps {
  readonly found: CheckedFrames
  readonly genesisMs: number
}

/** Where prices began a new epoch, in the frames that were read. */
export function Epochs({ found: { epochs, instrumentCount }, genesisMs }: EpochsProps) {
  const { t, locale } = useTexts()
  const instruments = useQuery({ ...queryFor(marketInstruments, {}), enabled: epochs.length > 0 })
  const named = (ids: readonly number[]) => {
    const names = ids.flatMap((id) => instruments.data?.items.find((each) => each.id === id)?.symbol ?? [])
    return names.length === ids.length && ids.length <= mostNames
      ? new Intl.ListFormat(locale, { type: 'unit' }).format(names)
      : t('price-log.epochs.count', { count: ids.length })
  }
  return (
    <Card title={t('price-log.epochs')}>
      <p className={styles.sub}>{t('price-log.epochs.text')}</p>
      {epochs.length === 0 ? (
        <p className={styles.none}>{t('price-log.epochs.none', { count: instrumentCount })}</p>
      ) : (
        <table className={styles.table}>
          <ColumnTitles
            titles={[t('price-log.epochs.slot'), t('price-log.frames.time'), t('price-log.epochs.instruments')]}
          />
          <tbody>
            {epochs.map(({ slot, instruments: ids }) => (
              <tr key={slot}>
                <td>#{formatCount(locale, slot)}</td>
                <td>{formatUtcTime(locale, slotStartMs(slot, genesisMs), { hasSeconds: true })}</td>
                <td>{named(ids)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
