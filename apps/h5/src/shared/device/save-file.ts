/** How long a file's address stays valid: browsers do not report when they have saved it. */
const savingMs = 60_000

/** Hands a file to the browser, which saves it under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}
