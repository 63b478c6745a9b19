import { describe, expect, test } from 'vitest'
import { coveredTicks } from './covered-ticks.ts'

describe('labels of the price axis', () => {
  test('are left out where a tag lies over a part of them', () => {
    expect(coveredTicks([20, 60, 100], [73])).toEqual([60])
    expect(coveredTicks([20, 60, 100], [80])).toEqual([])
  })

  test('are left out where a tag has given way to another one', () => {
    expect(coveredTicks([98], [70, 73])).toEqual([98])
    expect(coveredTicks([42], [70, 69])).toEqual([42])
  })

  test('stay where there is no tag', () => {
    expect(coveredTicks([20, 60], [])).toEqual([])
  })
})
