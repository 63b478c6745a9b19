import { expect, test } from 'vitest'
import { textChanges } from './text-changes.ts'

const older = '# Terms\n\nPlay money.\n\n## Fees\n\n- A trade: 1\n- A withdrawal: 1\n\n## End\n\nEither side may leave.'

test('names what was added and removed, below the heading where it is', () => {
  const newer = older.replace('A trade: 1', 'A trade: 2').replace('Either side', 'With a day’s notice, either side')
  expect(textChanges(older, newer)).toEqual([
    {
      heading: 'Fees',
      changes: [
        { kind: 'removed', text: 'A trade: 1' },
        { kind: 'added', text: 'A trade: 2' },
      ],
    },
    {
      heading: 'End',
      changes: [
        { kind: 'removed', text: 'Either side may leave.' },
        { kind: 'added', text: 'With a day’s notice, either side may leave.' },
      ],
    },
  ])
})

test('a new part is added with its heading, and a removed one is removed with it', () => {
  const newer = older.replace('## End', '## Complaints\n\nWrite to us.\n\n## End')
  const added = [
    { kind: 'added', text: 'Complaints' },
    { kind: 'added', text: 'Write to us.' },
  ]
  expect(textChanges(older, newer)).toEqual([{ heading: 'Complaints', changes: added }])
  expect(textChanges(newer, older)).toEqual([
    { heading: 'Fees', changes: added.map(({ text }) => ({ kind: 'removed', text })) },
  ])
})

test('line breaks change nothing, and neither does the same text', () => {
  expect(textChanges(older, older.replace('Either side may leave.', 'Either side\nmay leave.'))).toEqual([])
})

test('what comes before the first heading has none', () => {
  expect(textChanges('One.', 'Two.')).toEqual([
    {
      heading: null,
      changes: [
        { kind: 'removed', text: 'One.' },
        { kind: 'added', text: 'Two.' },
      ],
    },
  ])
})
