import { readFile } from 'node:fs/promises'
import { quantile } from '../bench/figure.ts'
import type { Told } from './flood-client.ts'

/** The time that 99 of 100 acts did not exceed. */
export function p99(told: readonly Told[]): number {
  const times = told.map(({ tookMs }) => tookMs)
  return times.length === 0 ? 0 : quantile(times, 0.99)
}

/** The resident memory of a process. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
