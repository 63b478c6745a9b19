import type { OutputOf, transparencyIncidents } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import type * as correction from '../../../database/rows/correction.ts'
import type * as transparency from '../../../database/rows/transparency.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import { assetOf } from '../ledger/index.ts'

type Incidents = OutputOf<typeof transparencyIncidents>
type Incident = Incidents['items'][number]

const shown = 100

type IncidentRow = Pick<conduct.IncidentRow, 'started_ms' | 'ended_ms'> &
  Joined<Pick<conduct.IncidentRow, 'subject'>> &
  Joined<Pick<correction.CorrectionRow, 'asset' | 'amount'>> &
  Joined<Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'>> &
  Pick<conduct.VoidsWithinResult, 'house_gain'> & {
    readonly from_ms: bigint
    readonly total: bigint
    readonly kind: Incident['kind'] | null
    readonly reason: Incident['reason']
    readonly count: number | null
    readonly void_contracts: conduct.VoidsWithinResult['contracts']
    readonly explanations: Incident['explanations']
  }

/**
 * What went wrong in the last 365 days, newest first. Halts, late withdrawals and corrections are read where they are
 * booked, so that they are in no second list that could differ.
 */
export async function readIncidents(pool: Pool): Promise<Incidents> {
  const { rows } = await pool.query<IncidentRow>(
    `with since as (select clock.now_ms() - 365 * ${dayMs}::bigint as from_ms),
     found as (
       select incident_id, kind, nullif(subject, '') as subject, started_ms, ended_ms, null as reason, null::integer as count,
         null::smallint as asset, null::bigint as amount, null as shard, null::bigint as leaf_index
       from conduct.incident, since where coalesce(ended_ms, from_ms) >= from_ms
       union all
       select null, 'halt', symbol, halted_ms, lifted_ms, reason, null, null, null, leaf.shard, leaf.leaf_index
       from since cross join market.halt join market.instrument using (instrument_id)
       left join transparency.leaf_of_record as leaf on leaf.kind = 'halt' and leaf.record_id = halt_id
       where coalesce(lifted_ms, from_ms) >= from_ms
       union all
       select null, 'late-withdrawals', null, min(due_ms), max(noticed_ms), null, count(*)::integer, null, null, null, null
       from withdrawal.withdrawal_overdue, since where noticed_ms >= from_ms group by noticed_ms / ${dayMs}
       union all
       select null, 'correction', null, decided_ms, decided_ms, reason, null, asset, amount, leaf.shard, leaf.leaf_index
       from since cross join correction.correction left join transparency.leaf_of_batch as leaf using (stripe, seq)
       where state = 'booked' and decided_ms >= from_ms
     )
     select from_ms, newest.*, (select count(*) from found) as total, voids.contracts as void_contracts,
       voids.house_gain, (
         select coalesce(json_agg(json_build_object('version', version, 'text', note, 'atMs', decided_ms)
           order by version desc), '[]')
         from conduct.explanation as e where e.incident_id = newest.incident_id and state = 'confirmed') as explanations
     from since left join (select * from found order by started_ms desc limit ${shown}) as newest on true
     left join lateral conduct.voids_within(coalesce(newest.subject, ''), newest.started_ms, newest.ended_ms) as voids
       on newest.kind in ('no-prices', 'stale')
     order by started_ms desc`,
  )
  const [first] = rows
  if (first === undefined) throw new Error('the incidents could not be read')
  return {
    fromMs: Number(first.from_ms),
    total: Number(first.total),
    items: rows.flatMap((row) => (row.kind === null ? [] : [incidentView(row, row.kind)])),
  }
}

function incidentView(row: IncidentRow, kind: Incident['kind']): Incident {
  const { subject, reason, count, asset, amount, shard, leaf_index: index } = row
  return {
    kind,
    subject,
    startedMs: Number(row.started_ms),
    endedMs: numberOrNull(row.ended_ms),
    reason,
    count,
    payment: asset === null || amount === null ? null : { asset: assetOf(asset), amount: formatUnits(amount) },
    voids:
      row.void_contracts === null || row.house_gain === null
        ? null
        : { contracts: Number(row.void_contracts), houseGain: formatUnits(row.house_gain) },
    explanations: row.explanations,
    log: shard === null || index === null ? null : { shard, index: Number(index) },
  }
}
