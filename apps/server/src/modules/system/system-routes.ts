import { mapTiles, systemStatus } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'

type Status = OutputOf<typeof systemStatus>
type Tiles = OutputOf<typeof mapTiles>['tiles']

/** Readers for the status page. */
export interface SystemReaders {
  readonly version: string
  readonly mode: Status['mode']
  readonly operator: Status['operator']
  readonly genesisMs: number
  nowMs(): number
  newestSlot(): number | null
  feed(): Status['feed']
  ledger(): Status['ledger']
}

/** Whether maps have tiles, for the app. */
export function mapRoutes(tiles: Tiles): Route[] {
  return [route(mapTiles, () => Promise.resolve(ok({ tiles })))]
}

/** Serves the public status of the platform. */
export function systemRoutes(readers: SystemReaders): Route[] {
  return [
    route(systemStatus, async () =>
      ok({
        version: readers.version,
        mode: readers.mode,
        operator: readers.operator,
        nowMs: readers.nowMs(),
        genesisMs: readers.genesisMs,
        slot: readers.newestSlot(),
        feed: readers.feed(),
        ledger: readers.ledger(),
        maintenance: false,
      }),
    ),
  ]
}
