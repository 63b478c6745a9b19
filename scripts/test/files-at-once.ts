import process from 'node:process'

/** How many files run at a time on two processors: enough that waits for slots and contracts leave none idle. */
const usualFiles = 5
/** Where the machine is slow, tests leave nothing idle anyway, and each has to end within its time. */
const filesOfSlowMachine = 3
/** Microseconds of a processor for a new page of memory: below 1 on most machines, 15 where a host keeps the tables. */
const slowPageMicroseconds = 5

const pageBytes = 4_096

/**
 * How many test files with a PostgreSQL or a browser run at a time. Starting processes and databases is mostly new
 * memory, and virtual machines whose host keeps their page tables take many times as long for it.
 */
export function filesAtOnce(pageMicroseconds = measureNewPage()): number {
  return pageMicroseconds > slowPageMicroseconds ? filesOfSlowMachine : usualFiles
}

/** Microseconds of a processor, not of a clock: what else runs on the machine does not count. */
function measureNewPage(): number {
  const pages = 4_096
  const before = process.cpuUsage()
  const memory = Buffer.alloc(pages * pageBytes)
  for (let offset = 0; offset < memory.length; offset += pageBytes) memory[offset] = 1
  const { user, system } = process.cpuUsage(before)
  return (user + system) / pages
}
