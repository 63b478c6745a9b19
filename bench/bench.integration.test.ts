import { test } from 'vitest'
import { findCellPrograms } from '../apps/launcher/src/cells/cell-programs.ts'
import { benches } from './catalogue.ts'
import { cells } from './cells.ts'
import { expectFigures, withApp } from './smoke.ts'

test.each(Object.entries(benches).filter(([name, { isOnlyNamed }]) => !withApp.includes(name) && isOnlyNamed !== true))(
  '%s still measures something',
  (_name, bench) => expectFigures(bench),
)

const programs = findCellPrograms()
const missing = 'missing' in programs ? programs.missing : null
if (missing !== null) console.log(`bench of cells: skipped. ${missing}`)

test.skipIf(missing !== null)('cells still measures something', () => expectFigures(cells))
