import { createDownload } from '@candor/client'
import { callOptions } from './app-call.ts'

/** Downloads a file of any length: `await download(walletStatementCsv, filter, { onProgress, signal })`. */
export const download = createDownload({ ...callOptions, fetch: (input, init) => fetch(input, init) })
