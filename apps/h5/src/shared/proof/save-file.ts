/** How long a file's address stays valid: browsers do not report when they have saved it. */
const savingMs = 60_000

/** Hands a text to the browser to save as a file. */
export function saveText(name: string, text: string, type = 'application/json'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}
