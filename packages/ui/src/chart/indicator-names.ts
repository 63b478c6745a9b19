/** The indicators of a chart. Deliberately few: they cover most uses. */
export const indicatorNames = ['averages', 'bands', 'rsi', 'volume'] as const
export type IndicatorName = (typeof indicatorNames)[number]

/** The indicators with a scale of their own, in panes below the prices. */
export type PaneName = 'volume' | 'rsi'
