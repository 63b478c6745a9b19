import { operatorCellOf, operatorCells } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { CellsOverview } from './overview-service.ts'

/** All cells as operators read them; `overview` is null where this is the only cell. */
export function cellsOperatorRoutes(overview: CellsOverview | null, logger: Logger): Route[] {
  const away = (error: unknown) => {
    logger.error({ err: error }, 'the directory did not respond to the console')
    return refuse('system-timeout')
  }
  return [
    route(operatorCells, async (_, { operator }) =>
      overview === null ? refuse('not-found') : overview.read(operator.roles).then(ok, away),
    ),
    route(operatorCellOf, async ({ account }) =>
      overview === null ? refuse('not-found') : overview.find(account).then((found) => ok({ found }), away),
    ),
  ]
}
