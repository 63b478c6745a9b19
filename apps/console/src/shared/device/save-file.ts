/** Has the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // A browser reads the address after the click: it is given up a minute later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Has the browser save lines of CSV. */
export function saveCsv(lines: string, name: string): void {
  saveFile(new Blob([lines], { type: 'text/csv;charset=utf-8' }), name)
}
