/**
 * What this browser keeps and saves: the operator's session, which ends with its tab, and files: `saveFile(blob,
 * name)`, and CSV by `saveCsv(csvLines(names, rows), name)`.
 */
export { csvLines, csvTime } from './csv.ts'
export type { CsvValue } from './csv.ts'
export { saveCsv, saveFile } from './save-file.ts'
export { session, useSession } from './session.ts'
