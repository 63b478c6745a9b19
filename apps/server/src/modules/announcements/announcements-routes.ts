import { systemPlanned } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readPlannedWork } from './announcements-store.ts'

const mostPlanned = 5

/** Serves the planned work that is announced, in the language of the call. */
export function announcementRoutes(pool: Database): Route[] {
  return [
    route(systemPlanned, async (_, { lang }) =>
      ok({
        items: (await readPlannedWork(pool, mostPlanned)).flatMap(({ id, texts, workFromMs, workUntilMs }) =>
          workFromMs === null || workUntilMs === null
            ? []
            : [{ id: String(id), fromMs: workFromMs, untilMs: workUntilMs, text: texts[lang] ?? texts.en }],
        ),
      }),
    ),
  ]
}
