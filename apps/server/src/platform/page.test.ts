import { describe, expect, it } from 'vitest'
import { idOf, isQuoteId } from './ids.ts'
import { pageById, pageOf } from './page.ts'

const records = [5n, 4n, 3n, 2n, 1n].map((id) => ({ id }))
const listed = {
  read: (before: bigint | null, limit: number) =>
    Promise.resolve(records.filter(({ id }) => before === null || id < before).slice(0, limit)),
  idOf: ({ id }: { id: bigint }) => id,
  viewOf: ({ id }: { id: bigint }) => String(id),
}

describe('a list', () => {
  it('is read page by page up to its end', async () => {
    expect(await pageById({ limit: 2 }, listed)).toEqual({ items: ['5', '4'], nextCursor: '4' })
    expect(await pageById({ cursor: '4', limit: 2 }, listed)).toEqual({ items: ['3', '2'], nextCursor: '2' })
    expect(await pageById({ cursor: '2', limit: 2 }, listed)).toEqual({ items: ['1'], nextCursor: null })
  })

  it('has no further page where the last one is exactly full', async () => {
    expect(await pageById({ cursor: '3', limit: 2 }, listed)).toEqual({ items: ['2', '1'], nextCursor: null })
  })

  it.each(['', 'x', '-1', '1.0', '9'.repeat(19)])(
    'has no page after the cursor %j, and reads nothing',
    async (cursor) => {
      const read = () => Promise.reject(new Error('nothing is to be read'))
      expect(await pageById({ cursor, limit: 2 }, { ...listed, read })).toEqual({ items: [], nextCursor: null })
    },
  )

  it('may encode its cursors from everything shown and the position before', async () => {
    const page = await pageOf(
      { cursor: '4', limit: 2 },
      {
        ...listed,
        positionOf: idOf,
        cursorOf: (last, shown, position) => `${position}:${shown.length}:${last.id}`,
      },
    )
    expect(page.nextCursor).toBe('4:2:2')
  })
})

describe('texts of the wire', () => {
  it('are ids where they are digits that fit a bigint', () => {
    const texts = ['7', '0', '', 'x', '-1', '1.0', '9'.repeat(18), '9'.repeat(19)]
    expect(texts.map(idOf)).toEqual([7n, 0n, null, null, null, null, BigInt('9'.repeat(18)), null])
  })

  it('are ids of quotes where the database prints them so', () => {
    const uuid = '018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c'
    expect([uuid, uuid.toUpperCase(), uuid.slice(1), `${uuid}0`, ''].map(isQuoteId)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
