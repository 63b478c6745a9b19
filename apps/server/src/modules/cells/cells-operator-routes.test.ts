import { operatorCellOf, operatorCells } from '@candor/api/operator'
import pino from 'pino'
import { expect, it } from 'vitest'
import { cellsOperatorRoutes } from './cells-operator-routes.ts'
import type { CellsOverview } from './overview-service.ts'

async function outcomes(overview: CellsOverview | null) {
  const routes = cellsOperatorRoutes(overview, pino({ level: 'silent' }))
  expect(routes.map(({ operation }) => operation)).toEqual([operatorCells, operatorCellOf])
  return Promise.all(
    routes.map((route) => route.handle({ account: '20411890' }, { operator: { roles: ['lead'] } } as never)),
  )
}

it('refuses to read other cells where there is none', async () => {
  const refusal = { ok: false, error: 'not-found' }
  expect(await outcomes(null)).toEqual([refusal, refusal])
})

it('says that the directory does not respond while it is away', async () => {
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const refusal = { ok: false, error: 'system-timeout' }
  expect(await outcomes({ read: away, find: away })).toEqual([refusal, refusal])
})
