/** The parts of a key press that determine a shortcut. */
export interface Press {
  readonly key: string
  readonly hasModifier: boolean
  /** Text is being typed, or a dialog is open. */
  readonly isElsewhere: boolean
}

/** The parts of a key press that determine whether it records a decision. */
export interface RecordingPress {
  readonly key: string
  readonly hasCtrlOrCmd: boolean
  readonly hasOther: boolean
  /** The key is held down. */
  readonly isRepeated: boolean
  /** Another part of the page took the press, or a dialog is open. */
  readonly isElsewhere: boolean
}

/** Whether a key press is Ctrl or Cmd with Enter, which records the decision, also while its reason is being typed. */
export function isRecording({ key, hasCtrlOrCmd, hasOther, isRepeated, isElsewhere }: RecordingPress): boolean {
  return key === 'Enter' && hasCtrlOrCmd && !hasOther && !isRepeated && !isElsewhere
}

/** The shortcut of a key press, in lower case, or null. Letters typed into a field are text. */
export function shortcutOf({ key, hasModifier, isElsewhere }: Press): string | null {
  if (hasModifier || isElsewhere || key.length !== 1) return null
  return key.toLowerCase()
}
