import { beforeAll, test } from 'vitest'
import { benches } from './catalogue.ts'
import { expectFigures, withApp } from './smoke.ts'
import { shareCandorAndBrowser } from './throttled-page.ts'

beforeAll(shareCandorAndBrowser)

test.each(Object.entries(benches).filter(([name]) => withApp.includes(name)))(
  '%s still measures something',
  (_name, bench) => expectFigures(bench),
)
