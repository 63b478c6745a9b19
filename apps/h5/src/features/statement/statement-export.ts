import { walletStatementCsv } from '@candor/api'
import { download } from '../../shared/api/index.ts'
import type { CallFailure } from '../../shared/api/index.ts'
import { filterOf } from './statement-filter.ts'
import type { StatementShown } from './statement-filter.ts'

export interface ExportOrder {
  /** Null: every movement. */
  readonly shown: StatementShown | null
  /** The day in its name: "2026-11-21". */
  readonly day: string
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Fetches the statement as a file and hands it to the browser to save. Returns the file's name, or the failure. */
export async function exportStatement({ shown, day, onProgress, signal }: ExportOrder): Promise<string | CallFailure> {
  const answer = await download(walletStatementCsv, shown === null ? {} : filterOf(shown), { onProgress, signal })
  if (!answer.ok) return answer
  const name = `candor-statement-${day}.csv`
  save(answer.value, name)
  return name
}

/** How long a file's address stays valid: browsers do not report when they have saved it. */
const savingMs = 60_000

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}
