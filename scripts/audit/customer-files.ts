import type { BatchEvent } from '@candor/proof/encoding'
import type { Trusted } from '@candor/proof/receipt'
import type { AuditRun } from './audit-run.ts'
import { CustomerReceipts, readReceipts } from './customer-receipts.ts'
import { CustomerStatement, readStatement } from './customer-statement.ts'
import type { Findings } from './findings.ts'
import type { LogSource } from './log-source.ts'

/** What a customer has: each is compared with the log where it is given. */
export interface CustomerFiles {
  readonly receipts: CustomerReceipts | null
  readonly statement: CustomerStatement | null
}

/** Reads the files of a customer that the command line names. Throws UnreadableFile. */
export async function readCustomerFiles(
  { receipts, statement }: { readonly receipts?: string | undefined; readonly statement?: string | undefined },
  findings: Findings,
): Promise<CustomerFiles> {
  return {
    receipts: receipts === undefined ? null : new CustomerReceipts(await readReceipts(receipts), findings),
    statement: statement === undefined ? null : new CustomerStatement(await readStatement(statement), findings),
  }
}

export function takeBatch({ receipts, statement }: CustomerFiles, batch: BatchEvent): void {
  receipts?.takeBatch(batch)
  statement?.takeBatch(batch)
}

/** Compares what a customer has with a run. `trust` has the keys and the policy from elsewhere. */
export async function checkCustomer(
  { receipts, statement }: CustomerFiles,
  {
    source,
    run,
    trust,
    nowMs,
  }: {
    readonly source: LogSource
    readonly run: AuditRun
    readonly trust: Trusted | null
    readonly nowMs: number
  },
): Promise<void> {
  statement?.finish()
  if (receipts === null) return
  const { heads, events, firstSlots } = run
  const keysOf = (log: string) =>
    heads.flatMap(({ log: own, checkpoint: { origin }, knownVkeys, listedVkey }) =>
      own === log
        ? [...events.keysOf(origin), ...(knownVkeys ?? []), ...(listedVkey === null ? [] : [listedVkey])]
        : [],
    )
  const hosts = new Set(heads.map(({ name, checkpoint: { origin } }) => origin.slice(0, -name.length - 1)))
  const announced = [...hosts].flatMap((host) => events.keysOf(`${host}/acceptance`))
  await receipts.check(source, heads, {
    ...trust,
    ticks: unique([...keysOf('ticks'), ...(trust?.ticks ?? [])]),
    events: unique([...keysOf('events'), ...(trust?.events ?? [])]),
    acceptance: unique([...announced, ...(trust?.acceptance ?? [])]),
    firstSlots: { ...firstSlots, ...trust?.firstSlots },
    terms: events.terms,
    nowMs,
  })
}

function unique(vkeys: readonly string[]): string[] {
  return [...new Set(vkeys)]
}
