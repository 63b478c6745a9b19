/** How a text was shared: with another app, on the clipboard, or not at all. */
export type Shared = 'shared' | 'copied' | 'dismissed' | 'impossible'

/** The browser features of sharing; both are missing on plain HTTP. */
export interface ShareDoors {
  readonly share?: ((data: { readonly title: string; readonly text: string }) => Promise<void>) | undefined
  readonly copy?: ((text: string) => Promise<void>) | undefined
}

/** Shares a text with other apps, or else copies it. If the customer closes the browser's sheet, nothing is copied. */
export async function shareText(
  shared: { readonly title: string; readonly text: string },
  doors: ShareDoors,
): Promise<Shared> {
  if (doors.share !== undefined) {
    try {
      await doors.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    }
  }
  if (doors.copy === undefined) return 'impossible'
  try {
    await doors.copy(shared.text)
    return 'copied'
  } catch {
    // The browser refused the clipboard: nothing left the page.
    return 'impossible'
  }
}

/** The doors of this browser. */
export function browserDoors(): ShareDoors {
  const { share, clipboard } = navigator as Partial<Navigator>
  return {
    share: share === undefined ? undefined : (data) => navigator.share(data),
    copy: clipboard === undefined ? undefined : (text) => clipboard.writeText(text),
  }
}
