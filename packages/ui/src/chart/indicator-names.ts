/** The indicators of a chart. Deliberately few: they cover most uses. */
export const indicatorNames = ['averages', 'bands'] as const
export type IndicatorName = (typeof indicatorNames)[number]
