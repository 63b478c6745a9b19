/** Files that the browser saves: `saveFile(blob, name)`, and CSV by `saveCsv(csvLines(names, rows), name)`. */
export { csvLines, csvTime } from './csv.ts'
export type { CsvValue } from './csv.ts'
export { saveCsv, saveFile } from './save-file.ts'
