import { walletStatementCsv } from '@candor/api'
import { saveFile } from '../../shared/device/index.ts'
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
  saveFile(answer.value, name)
  return name
}
