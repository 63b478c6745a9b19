/** Has the browser save a text as a file. */
export function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // A browser reads the address after the click: it is given up a minute later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
