/** What of a key press decides whether it is a shortcut. */
export interface Press {
  readonly key: string
  readonly hasModifier: boolean
  /** Text is being typed, or a dialog stands over the screen. */
  readonly isElsewhere: boolean
}

/** The shortcut that a key press stands for, in lower case, or null. Letters typed into a field are letters. */
export function shortcutOf({ key, hasModifier, isElsewhere }: Press): string | null {
  if (hasModifier || isElsewhere || key.length !== 1) return null
  return key.toLowerCase()
}
