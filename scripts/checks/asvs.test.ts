import { expect, test } from 'vitest'
import { checkAsvs, missingKeys, requirements } from './asvs.ts'

const test1 = 'apps/server/src/wall.test.ts'
const code1 = 'apps/server/src/wall.ts'
const exists = (path: string) => [test1, code1].includes(path)

type Change = (fields: string[]) => string[]

/** A table in which each row is met, but for what `change` makes of the row with this id. */
function tableWith(id: string, change: Change): string {
  const rows = requirements.map((one) => {
    const fields = [one.id, one.level, 'a subject', 'met', test1, '']
    return (one.id === id ? change(fields) : fields).join(',')
  })
  return ['id,level,subject,state,evidence,note', ...rows].join('\n')
}

/** A page that says of the table what it says when each row is met but for `unmet`. */
function pageWith(unmet: readonly string[], named = unmet): string {
  const chapters = [...new Set(requirements.map(({ id }) => id.split('.')[0] ?? ''))]
  const line = (name: string, ids: readonly string[]) => {
    const left = ids.filter((id) => unmet.includes(id)).length
    return `| ${name} name | ${ids.length - left} | ${left} | 0 |`
  }
  const ids = requirements.map(({ id }) => id)
  return [
    ...chapters.map((chapter) =>
      line(
        `V${chapter}`,
        ids.filter((id) => id.startsWith(`${chapter}.`)),
      ),
    ),
    line('all', ids),
    '## Rows not met',
    ...named,
    '## Keys and secrets',
    '| `serverKey` |',
    '',
  ].join('\n')
}

const rulesBroken = (id: string, change: Change, page = pageWith([])) =>
  checkAsvs(tableWith(id, change), page, exists).map(({ rule, line }) => `${rule}:${line}`)

/** Changes one field of the row. */
const set =
  (index: number, value: string): Change =>
  (fields) =>
    fields.with(index, value)
/** Line 2 is the first requirement. */
const lineOf = (id: string) => requirements.findIndex((one) => one.id === id) + 2

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  expect(requirements.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(requirements.filter(({ level }) => level === '2')).toHaveLength(183)
  expect(requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(['6.2.12', '10.4.11', '17.3.2']))
})

test('accepts a table in which each row is met by a test, and a page that says so', () => {
  expect(rulesBroken('1.1.1', (fields) => fields)).toEqual([])
})

test.each<[string, Change, string]>([
  ['an id given twice', set(0, '6.2.2'), `each-id-once-in-order:${lineOf('6.2.3')}`],
  ['another level than the standard has', set(1, '2'), `level-of-the-standard:${lineOf('6.2.3')}`],
  ['an unknown state', set(3, 'mostly'), `known-state:${lineOf('6.2.3')}`],
  ['a row without a subject', set(2, ''), `known-state:${lineOf('6.2.3')}`],
  ['a test that does not exist', set(4, 'apps/gone.test.ts'), `named-files-exist:${lineOf('6.2.3')}`],
  ['a met row without evidence', set(4, ''), `met-rows-name-a-test:${lineOf('6.2.3')}`],
  ['a met row with code alone and no note', set(4, code1), `met-rows-name-a-test:${lineOf('6.2.3')}`],
  ['a row with too many columns', (fields) => [...fields, 'more'], `columns:${lineOf('6.2.3')}`],
])('finds %s', (_, change, expected) => {
  expect(rulesBroken('6.2.3', change)).toContain(expected)
})

test('accepts a met row with code and a note, which may hold commas and quotes in quotes', () => {
  expect(rulesBroken('6.2.3', (fields) => [...fields.slice(0, 4), code1, '"No test: code, ""as is""."'])).toEqual([])
})

test('wants a reason for a row that is not met, and the page to name and count it', () => {
  const unmet: Change = (fields) => fields.with(3, 'not-met').with(5, 'Because.')
  expect(rulesBroken('6.2.3', unmet, pageWith(['6.2.3']))).toEqual([])
  const silent: Change = (fields) => fields.with(3, 'not-met')
  expect(rulesBroken('6.2.3', silent, pageWith(['6.2.3']))).toEqual([`other-rows-say-why:${lineOf('6.2.3')}`])
  expect(rulesBroken('6.2.3', unmet, pageWith(['6.2.3'], []))).toEqual(['page-names-rows-not-met:1'])
  expect(rulesBroken('6.2.3', unmet, pageWith(['6.2.3'], ['6.2.3', '6.2.4']))).toEqual(['page-names-rows-not-met:1'])
  expect(rulesBroken('6.2.3', unmet, pageWith([], ['6.2.3']))).toEqual(Array(2).fill('page-counts-by-chapter:1'))
})

test('finds a secret that the inventory does not name', () => {
  expect(missingKeys(pageWith([]), ['serverKey'])).toEqual([])
  expect(missingKeys(pageWith([]), ['serverKey', 'vaultKey'])).toEqual(['vaultKey'])
  expect(missingKeys('`vaultKey` is named elsewhere.\n', ['vaultKey'])).toEqual(['vaultKey'])
})
