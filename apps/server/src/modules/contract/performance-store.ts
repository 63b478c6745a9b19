import { breakEven } from '@candor/formulas'
import type { AssetPerformance } from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Pool } from 'pg'
import type * as contract from '../../../database/rows/contract.ts'
import type * as market from '../../../database/rows/market.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined, Known } from '../../platform/postgres/columns.ts'
import { assetOf } from '../ledger/index.ts'

/** Times are unix milliseconds, the end excluded. */
export interface PerformanceWanted {
  readonly customerId: bigint
  /** Local time ahead of UTC: days begin at its midnight. */
  readonly utcOffsetMinutes: number
  readonly fromMs: number
  readonly toMs: number
}

type SumsRow = Known<Omit<contract.PerformanceResult, 'instrument_id' | 'start_ms'>> &
  Pick<contract.PerformanceResult, 'start_ms'> &
  Joined<Pick<market.InstrumentRow, 'symbol' | 'name'>>

/** What the contracts of a customer came to that settled in a period, by asset. */
export async function readPerformance(pool: Pool, wanted: PerformanceWanted): Promise<AssetPerformance[]> {
  const { rows } = await pool.query<SumsRow>({
    name: 'contract-performance',
    text: `select sums.*, i.symbol, i.name
      from contract.performance($1, $2, $3, $4) as sums left join market.instrument as i using (instrument_id)
      order by sums.asset, sums.start_ms, sums.net desc, i.symbol`,
    values: [wanted.customerId, wanted.fromMs, wanted.toMs, BigInt(wanted.utcOffsetMinutes) * 60_000n],
  })
  const isWhole = (row: SumsRow) => row.start_ms === null && row.symbol === null
  return rows.filter(isWhole).map((whole) => {
    const own = rows.filter(({ asset }) => asset === whole.asset)
    return performanceView(whole, own)
  })
}

/** `rows` are those of the asset: the whole, its markets and its days. */
function performanceView(whole: SumsRow, rows: readonly SumsRow[]): AssetPerformance {
  const decided = BigInt(whole.won + whole.lost)
  const even = decided === 0n ? null : breakEven({ paid: whole.paid, returned: whole.returned, contracts: decided })
  return {
    asset: assetOf(whole.asset),
    ...countsOf(whole),
    fees: formatUnits(whole.fees),
    net: formatUnits(whole.net),
    breakEvenPpm: even?.ppm ?? null,
    breakEvenWins: numberOrNull(even?.wins ?? null),
    markets: rows.flatMap((row) =>
      row.symbol === null || row.name === null
        ? []
        : [{ symbol: row.symbol, name: row.name, ...countsOf(row), net: formatUnits(row.net) }],
    ),
    days: rows.flatMap(({ start_ms: startMs, contracts, net }) =>
      startMs === null ? [] : [{ startMs: Number(startMs), contracts, net: formatUnits(net) }],
    ),
  }
}

function countsOf({ contracts, won, lost, tie, void: voided }: SumsRow) {
  return { contracts, won, lost, tie, void: voided }
}
