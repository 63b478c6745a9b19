/** How the captcha of a form is answered: with the characters of the picture, or by work the phone has done. */
export interface CaptchaAnswer {
  readonly captchaId: string
  readonly text: string
  /** The solved proof, base64. It counts instead of the text. */
  readonly altcha: string | null
}

export const noCaptcha: CaptchaAnswer = { captchaId: '', text: '', altcha: null }

/** The fields of the call. */
export function captchaFieldsOf(answer: CaptchaAnswer): { captchaId?: string; captcha?: string; altcha?: string } {
  if (answer.altcha !== null) return { captchaId: answer.captchaId, altcha: answer.altcha }
  return answer.text === '' ? {} : { captchaId: answer.captchaId, captcha: answer.text }
}

/** Whether something has been answered: six characters, or the proof. */
export function isAnswered(answer: CaptchaAnswer): boolean {
  return answer.altcha !== null || answer.text.length === 6
}
