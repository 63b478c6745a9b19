import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findCellPrograms } from './cell-programs.ts'

const root = mkdtempSync(join(tmpdir(), 'candor-programs-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(path: string): string {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), '')
  return join(root, path)
}

test('names the packages that are missing, and takes the newest PostgreSQL that has PL/Proxy', () => {
  const debian = join(root, 'postgresql')
  expect(findCellPrograms({}, debian)).toEqual({
    missing:
      "Cells need Debian's postgresql-15 and postgresql-15-plproxy: install with apt-get, or name plproxy.so in CANDOR_PLPROXY.",
  })
  write('postgresql/16/bin/initdb')
  expect(findCellPrograms({}, debian)).toMatchObject({
    missing: expect.stringContaining("Debian's postgresql-16-plproxy:"),
  })
  const plproxy = write('elsewhere/postgresql/16/lib/plproxy.so')
  const postgres = { folder: join(debian, '16'), majorVersion: '16' }
  expect(findCellPrograms({ CANDOR_PLPROXY: plproxy }, debian)).toEqual({ postgres, plproxy })
  write('postgresql/15/bin/initdb')
  const installed = write('postgresql/15/lib/plproxy.so')
  expect(findCellPrograms({}, debian)).toEqual({
    postgres: { folder: join(debian, '15'), majorVersion: '15' },
    plproxy: installed,
  })
})
