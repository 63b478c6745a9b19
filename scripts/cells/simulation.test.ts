import { describe, expect, test } from 'vitest'
import { simulatedPlatform, simulationLines } from './simulation.ts'

const size = { customers: 1_000_000, cells: 256, seed: 1 }

describe('a simulated platform of 256 cells', () => {
  const platform = simulatedPlatform(size)

  test('is the same for the same seed, and another for another', () => {
    expect(simulatedPlatform(size)).toEqual(platform)
    expect(simulatedPlatform({ ...size, seed: 2 }).ordersAtMost).not.toBe(platform.ordersAtMost)
  })

  test('has 2 million orders a day for a million customers, spread over all cells', () => {
    // 2 million, a third of them in an hour, doubled.
    expect(platform.ordersPerSecond).toBeGreaterThan(330)
    expect(platform.ordersPerSecond).toBeLessThan(410)
    expect(platform.customersAtMost).toBeLessThan(1.001)
    expect(platform.ordersAtMost).toBeGreaterThan(1)
    expect(platform.ordersAtMost).toBeLessThan(2.5)
  })

  test('moves about as many active customers to new cells as these take', () => {
    // A seventeenth of the orders of a hundred thousand active customers, less what the cells may be above the mean.
    expect(platform.movesAfterGrowth).toBeGreaterThan(1_000)
    expect(platform.movesAfterGrowth).toBeLessThan(100_000 / 17)
    expect(simulatedPlatform({ ...size, cells: 1 }).movesAfterGrowth).toBeGreaterThan(platform.movesAfterGrowth)
  })

  test('grows in directory, sockets and frames with customers and cells', () => {
    const twice = simulatedPlatform({ ...size, customers: 2 * size.customers })
    expect(twice.directoryGigabytes).toBe(2 * platform.directoryGigabytes)
    expect(twice.socketProcesses).toBe(2 * platform.socketProcesses)
    expect(twice.frameMegabytesPerSecond).toBe(platform.frameMegabytesPerSecond)
    expect(simulationLines(platform)[0]).toBe('1,000,000 customers in 256 cells')
  })
})
