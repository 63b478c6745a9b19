import type { Pool } from 'pg'
import type { PublishedFrame } from '../../platform/bus/index.ts'
import { toFrame } from './market-store.ts'
import type { FrameRow } from './market-store.ts'

/** Two minutes of frames. */
const mostFrames = 240

/** The frames that were published after a slot, in order. */
export async function loadFramesAfter(database: Pool, slot: number): Promise<PublishedFrame[]> {
  const { rows } = await database.query<FrameRow & { readonly published_ms: bigint }>({
    name: 'frames-after',
    text: `select slot, prices, ages_ms, states, epochs, source_kinds, volumes, published_ms
      from market.frame where slot > $1 order by slot limit $2`,
    values: [slot, mostFrames],
  })
  return rows.map((row) => ({ ...toFrame(row), publishedMs: Number(row.published_ms) }))
}
