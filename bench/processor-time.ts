import { readFile, readdir } from 'node:fs/promises'

/** The processor time of a process, in milliseconds. Linux only. */
export async function processorMs(pid: number | string): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1_000_000
}

/** The processor time of the processes that a process has started and that still run, in milliseconds. Linux only. */
export async function childrenProcessorMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')))
  const children = lists.flatMap((list) => list.split(' ').filter((child) => child !== ''))
  // A process may have ended since it was listed.
  const times = await Promise.all(children.map((child) => processorMs(child).catch(() => 0)))
  return times.reduce((sum, ms) => sum + ms, 0)
}
