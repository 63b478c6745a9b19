/** One measured figure beside its peer of the same run. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The peer, measured in the same run. */
  readonly against: string
  readonly againstValue: number
  /** The figure whose bar it must hold, if that is a different one. */
  readonly barOf?: string
}

/** A figure's bar: its ratio to the peer, or its value. */
export interface Bar {
  readonly of: 'ratio' | 'value'
  readonly direction: 'at least' | 'at most'
  readonly limit: number
}

/** A figure with its verdict, as it is printed. */
export interface JudgedFigure extends Figure {
  readonly ratio: number
  readonly bar: string | null
  readonly ok: boolean | null
}

/** Numbers by name that a flag may change. */
export type Sizes<Name extends string> = Readonly<Record<Name, number>>

/** Each size with its smallest value that still proves something. */
export type DeclaredSizes<Name extends string> = Readonly<Record<Name, readonly [number, number]>>

/** The full sizes, and the smallest ones. */
export function bothSizes(declared: DeclaredSizes<string>): Record<'sizes' | 'smokeSizes', Sizes<string>> {
  const each = (at: 0 | 1) => Object.fromEntries(Object.entries(declared).map(([name, pair]) => [name, pair[at]]))
  return { sizes: each(0), smokeSizes: each(1) }
}

/** The allowed words of each choice flag. */
export type Choices = Readonly<Record<string, readonly string[]>>

/** A benchmark: its sizes, the smallest ones that prove it still runs, and its bars by figure. */
export interface Bench {
  /** One line, for the help page. */
  readonly about: string
  readonly sizes: Sizes<string>
  readonly smokeSizes: Sizes<string>
  readonly bars: Readonly<Record<string, Bar>>
  /** The choices of a flag. By default the benchmark uses the first. */
  readonly choices?: Choices
  /** It costs more than the others, and runs only where it is named. */
  readonly isOnlyNamed?: boolean
  run(sizes: Sizes<string>, chosen?: Choices): Promise<Figure[]>
}

/** Declares a benchmark, with typed names of its sizes. */
export function bench<Name extends string>(declared: {
  about: string
  sizes: DeclaredSizes<Name>
  bars: Readonly<Record<string, Bar>>
  choices?: Choices
  isOnlyNamed?: boolean
  run: (sizes: Sizes<NoInfer<Name>>, chosen?: Choices) => Promise<Figure[]>
}): Bench {
  return { ...declared, ...bothSizes(declared.sizes) }
}

/** At least this many times the peer. */
export const atLeastRatio = (limit: number): Bar => ({ of: 'ratio', direction: 'at least', limit })
/** At most this many times the peer. */
export const atMostRatio = (limit: number): Bar => ({ of: 'ratio', direction: 'at most', limit })
/** A value of at least this. */
export const atLeast = (limit: number): Bar => ({ of: 'value', direction: 'at least', limit })
/** A value of at most this. */
export const atMost = (limit: number): Bar => ({ of: 'value', direction: 'at most', limit })

/** Compares a figure with its bar, if it has one. */
export function judge(figure: Figure, bar: Bar | undefined): JudgedFigure {
  const ratio = figure.value / figure.againstValue
  if (bar === undefined) return { ...figure, ratio, bar: null, ok: null }
  const measured = bar.of === 'ratio' ? ratio : figure.value
  const ok = bar.direction === 'at least' ? measured >= bar.limit : measured <= bar.limit
  const sign = bar.direction === 'at least' ? '≥' : '≤'
  return { ...figure, ratio, bar: `${sign} ${bar.limit} ${bar.of === 'ratio' ? '×' : figure.unit}`, ok }
}

/** The median: of an even count, the mean of the middle two. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.ceil((sorted.length - 1) / 2)]
  if (low === undefined || high === undefined) throw new Error('there is no median of nothing')
  return (low + high) / 2
}

/** The smallest value that a `share` (0 to 1) of the values do not exceed. Throws for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('there is no quantile of nothing')
  return value
}

/** A table for a terminal, one line a figure. */
export function tableLines(figures: readonly JudgedFigure[]): string[] {
  const rows = figures.map((figure) => [
    figure.name,
    `${short(figure.value)} ${figure.unit}`,
    `${short(figure.againstValue)} ${figure.unit}  ${figure.against}`,
    `${short(figure.ratio)} ×`,
    figure.bar ?? '',
    figure.ok === null ? '' : figure.ok ? 'held' : 'MISSED',
  ])
  return alignedLines([['figure', 'value', 'against', 'ratio', 'bar', ''], ...rows])
}

/** Formats rows of cells as lines with aligned columns. */
export function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function short(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
