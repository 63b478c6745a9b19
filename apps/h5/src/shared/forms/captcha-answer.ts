/** A captcha's solution: the characters of the picture, or the phone's proof of work. */
export interface CaptchaSolution {
  readonly captchaId: string
  readonly text: string
  /** The solved proof, base64. It counts instead of the text. */
  readonly altcha: string | null
}

export const noCaptcha: CaptchaSolution = { captchaId: '', text: '', altcha: null }

/** The fields of the call. */
export function captchaFieldsOf(answer: CaptchaSolution): { captchaId?: string; captcha?: string; altcha?: string } {
  if (answer.altcha !== null) return { captchaId: answer.captchaId, altcha: answer.altcha }
  return answer.text === '' ? {} : { captchaId: answer.captchaId, captcha: answer.text }
}

/** Whether there is a solution: six characters, or the proof. */
export function isAnswered(answer: CaptchaSolution): boolean {
  return answer.altcha !== null || answer.text.length === 6
}
