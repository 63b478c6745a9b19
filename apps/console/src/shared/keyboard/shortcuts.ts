/** The parts of a key press that determine a shortcut. */
export interface Press {
  readonly key: string
  readonly hasModifier: boolean
  /** Text is being typed, or a dialog is open. */
  readonly isElsewhere: boolean
}

/** The shortcut of a key press, in lower case, or null. Letters typed into a field are text. */
export function shortcutOf({ key, hasModifier, isElsewhere }: Press): string | null {
  if (hasModifier || isElsewhere || key.length !== 1) return null
  return key.toLowerCase()
}
