import { statementGroup } from '@candor/api'
import type { StatementGroup } from '@candor/api'
import { parseMonth, startOf } from '../../shared/page/period/index.ts'

/** The currencies. */
export const assets = ['USD', 'USDT'] as const

/** A statement's filter. Null: everything. */
export interface StatementShown {
  readonly asset: (typeof assets)[number] | null
  readonly group: StatementGroup | null
  /** A local month: "2026-11". */
  readonly month: string | null
}

/** A filter that excludes nothing. */
export const unfiltered: StatementShown = { asset: null, group: null, month: null }

/** The page's parameters: the filter is part of the address, so that "back" from an order returns to the same list. */
export type StatementParams = Readonly<Partial<Record<'asset' | 'group' | 'month', string>>>

/** Parses the parameters. Invalid ones are ignored. */
export function shownIn({ asset, group, month }: StatementParams): StatementShown {
  return {
    asset: assets.find((known) => known === asset) ?? null,
    group: statementGroup.options.find((known) => known === group) ?? null,
    month: parseMonth(month),
  }
}

/** The filter's parameters. */
export function paramsOf({ asset, group, month }: StatementShown): StatementParams {
  return {
    ...(asset === null ? {} : { asset }),
    ...(group === null ? {} : { group }),
    ...(month === null ? {} : { month }),
  }
}

/** The filter in the server's form. */
export function filterOf({ asset, group, month }: StatementShown) {
  return {
    ...(asset === null ? {} : { asset }),
    ...(group === null ? {} : { group }),
    ...(month === null ? {} : { fromMs: String(startOf(month)), toMs: String(startOf(month, 1)) }),
  }
}

/** Whether the filter excludes anything. */
export function isFiltered({ asset, group, month }: StatementShown): boolean {
  return asset !== null || group !== null || month !== null
}
