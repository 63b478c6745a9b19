import { transferOptions } from './app-call.ts'
import { createDownload } from './download.ts'

/** Gets a file of any length: `await download(walletStatementCsv, filter, { onProgress, signal })`. */
export const download = createDownload({ ...transferOptions, fetch: (input, init) => fetch(input, init) })
