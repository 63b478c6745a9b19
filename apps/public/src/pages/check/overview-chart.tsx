import { useId } from 'react'
import type { FrameView } from '@candor/api'
import { formatDecimal } from '@candor/money'
import { formatPrice } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { priceText, utcSeconds } from './check-labels.ts'
import { startOf } from './check-run.ts'
import type { CheckSubject } from './check-run.ts'
import type { ProvenWindow } from './contract-check.ts'
import styles from './picture.module.css'

interface OverviewChartProps {
  readonly subject: CheckSubject
  readonly frames: readonly FrameView[]
  readonly windows: { readonly entry: ProvenWindow; readonly exit: ProvenWindow }
  readonly width: number
  readonly height: number
}

const axisWidth = 68
const footHeight = 22

/** The prices from before the entry to after the exit, to scale, with both windows tinted. */
export function OverviewChart({ subject, frames, windows, width, height }: OverviewChartProps) {
  const { t, locale } = useTexts()
  const label = useId()
  const scale = scaleOf(frames, subject.decimals, { width: width - axisWidth, height: height - footHeight })
  if (scale === null) return null
  const { x, y, lines } = scale
  const { entry, exit } = windows
  const meanY = (window: ProvenWindow) =>
    window.totals.average === null ? null : y(Number(window.totals.average) / 10 ** (subject.decimals + 1))
  const [entryY, exitY] = [meanY(entry), meanY(exit)]
  const middle = ({ range }: ProvenWindow) => (x(range.from) + x(range.to + 1)) / 2
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={label}>
      <title id={label}>
        {t('check.picture.label', { name: subject.title, time: utcSeconds(startOf(subject, entry.range.from)) })}
      </title>
      {[entry, exit].map(({ range }) => (
        <rect
          key={range.from}
          className={styles.window}
          x={x(range.from)}
          y={4}
          width={x(range.to + 1) - x(range.from)}
          height={height - footHeight - 4}
          rx={4}
        />
      ))}
      {lines.map((value) => (
        <g key={value}>
          <path className={styles.grid} d={`M0 ${y(Number(value))}H${width - axisWidth}`} />
          <text className={styles.axis} x={width} y={y(Number(value)) + 3.5} textAnchor="end">
            {formatPrice(locale, value)}
          </text>
        </g>
      ))}
      {entryY === null ? null : (
        <path className={styles.mean} d={`M${x(entry.range.from)} ${entryY}H${x(exit.range.to + 1)}`} />
      )}
      <path className={styles.line} d={linePath(frames, scale)} />
      {entryY === null ? null : <circle className={styles.entryDot} cx={middle(entry)} cy={entryY} r={3.6} />}
      {exitY === null ? null : <circle className={styles.dot} cx={middle(exit)} cy={exitY} r={3.8} />}
      {[entry, exit].map((window) => (
        <text key={window.range.from} className={styles.axis} x={middle(window)} y={height - 6} textAnchor="middle">
          {utcSeconds(startOf(subject, window === entry ? window.range.from : window.range.to + 1))}
        </text>
      ))}
    </svg>
  )
}

interface Scale {
  x(slot: number): number
  y(price: number): number
  /** Round prices as decimal texts. */
  readonly lines: readonly string[]
}

function scaleOf(
  frames: readonly FrameView[],
  decimals: number,
  { width, height }: { readonly width: number; readonly height: number },
): Scale | null {
  const [first, last] = [frames.at(0), frames.at(-1)]
  if (first === undefined || last === undefined) return null
  const prices = frames.map(({ price }) => Number(price))
  const unit = 10 ** -decimals
  const low = Math.min(...prices)
  // Never stretched under six steps of the price.
  const range = Math.max(Math.max(...prices) - low, 6 * unit)
  const step = roundStep(range / 3, unit)
  const slots = last.slot + 1 - first.slot
  const pad = 14
  const lines: string[] = []
  for (let at = Math.ceil(low / step); at * step <= low + range; at += 1)
    lines.push(formatDecimal(BigInt(Math.round((at * step) / unit)), decimals))
  return {
    x: (slot) => ((slot - first.slot) / slots) * width,
    y: (price) => height - pad - ((price - low) / range) * (height - 2 * pad),
    lines,
  }
}

/** The next of 1, 2, 5 times a power of ten. */
function roundStep(least: number, unit: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, unit)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? least
}

/** A gap in the frames is a gap in the line. */
function linePath(frames: readonly FrameView[], { x, y }: Scale): string {
  return frames
    .filter(({ state }) => state === 'open')
    .map(({ slot, price }, index, open) => {
      const follows = open[index - 1]?.slot === slot - 1
      return `${follows ? 'L' : 'M'}${x(slot + 0.5).toFixed(1)} ${y(Number(price)).toFixed(1)}`
    })
    .join('')
}

/** One window magnified: its frames as filled dots, its neighbours hollow, the mean dashed, a missing frame a gap. */
export function Magnifier({ window, subject, name }: MagnifierProps) {
  const { t, locale } = useTexts()
  const points = [window.before.slot === window.range.from - 1 ? window.before : null, ...window.slots, window.after]
  const known = points.flatMap((point) => (point?.record ? [Number(point.record.price)] : []))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const [width, height] = [299, 92]
  const x = (index: number) => 6 + (index / (points.length - 1)) * (width - 12)
  const y = (price: number) => (high === low ? height / 2 : 84 - ((price - low) / (high - low)) * 76)
  const { average, openCount } = window.totals
  return (
    <figure className={styles.magnifier}>
      <figcaption>
        <span>{name}</span>
        <span>{t('check.frames.count', { count: openCount })}</span>
      </figcaption>
      <b>{average === null ? t('check.price.none') : priceText(locale, average, subject.decimals + 1)}</b>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {average === null ? null : (
          <path className={styles.mean} d={`M${x(0.5)} ${y(Number(average) / 10)}H${x(points.length - 1.5)}`} />
        )}
        {points.map((point, index) =>
          point?.record ? (
            <circle
              key={point.slot}
              className={
                isInWindow(window, point.slot) && point.record.state === 'open' ? styles.dot : styles.neighbour
              }
              cx={x(index)}
              cy={y(Number(point.record.price))}
              r={3.4}
            />
          ) : null,
        )}
      </svg>
    </figure>
  )
}

interface MagnifierProps {
  readonly window: ProvenWindow
  readonly subject: CheckSubject
  readonly name: string
}

function isInWindow({ range }: ProvenWindow, slot: number): boolean {
  return slot >= range.from && slot <= range.to
}
