/** The next entry: the current payment password, the new one, or the new one again. */
export type DigitsStep = 'old' | 'new' | 'repeat'

/** Why a step is repeated: the two entries differ, or the server refused. */
export type DigitsFault = { readonly kind: 'differ' } | { readonly kind: 'refused'; readonly msg: string }

export interface NewDigits {
  readonly step: DigitsStep
  readonly old: string
  readonly digits: string
  readonly fault: DigitsFault | null
  /** Both entries are there and the same: it can be sent. */
  readonly isComplete: boolean
}

export type NewDigitsAction =
  | { readonly type: 'digits'; readonly digits: string }
  | { readonly type: 'refused'; readonly step: 'old' | 'new'; readonly msg: string }

/** Nothing entered yet. */
export function startOfDigits(asksOld: boolean): NewDigits {
  return { step: asksOld ? 'old' : 'new', old: '', digits: '', fault: null, isComplete: false }
}

/**
 * The next state, after six digits or after the server's response. Differing entries restart with the first of them.
 */
export function newDigitsReducer(state: NewDigits, action: NewDigitsAction): NewDigits {
  if (action.type === 'refused') {
    return { ...state, step: action.step, fault: { kind: 'refused', msg: action.msg }, isComplete: false }
  }
  switch (state.step) {
    case 'old':
      return { ...state, step: 'new', old: action.digits, fault: null }
    case 'new':
      return { ...state, step: 'repeat', digits: action.digits, fault: null }
    case 'repeat':
      return action.digits === state.digits
        ? { ...state, fault: null, isComplete: true }
        : { ...state, step: 'new', digits: '', fault: { kind: 'differ' } }
  }
}
