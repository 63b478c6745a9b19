import type { CallOf, FieldErrorName, userLogin } from '@candor/api'
import { accountError, captchaFieldsOf, isAnswered, mobileDigits, noCaptcha } from '../../shared/forms/index.ts'
import type { AccountKind, CaptchaSolution } from '../../shared/forms/index.ts'

export interface LoginForm {
  readonly kind: AccountKind
  readonly mobile: string
  readonly email: string
  readonly loginPassword: string
  /** A code of the authenticator app, or a recovery code. */
  readonly totp: string
  /** The server requires the second step, after the right password. */
  readonly needsTotp: boolean
  readonly captcha: CaptchaSolution
  /** The server requires a captcha after failures, and the phone could not solve one: the customer sees the picture. */
  readonly needsCaptcha: boolean
  /** Counts the pictures: a captcha can be tried once, right or wrong, so each refusal requests a new one. */
  readonly captchaRound: number
  /** Fields that the customer has left, or all after a try to submit: only these show errors. */
  readonly visited: ReadonlySet<LoginField>
  /** The server's refusal of the last attempt, until something changes. */
  readonly refusal: string | null
}

export type LoginField = 'account' | 'loginPassword' | 'totp' | 'captcha'
export type LoginErrors = Partial<Record<LoginField, FieldErrorName>>

export type LoginAction =
  | { readonly type: 'kind'; readonly kind: AccountKind }
  | { readonly type: 'account'; readonly text: string }
  | { readonly type: 'password'; readonly text: string }
  | { readonly type: 'totp'; readonly text: string }
  | { readonly type: 'captcha'; readonly answer: CaptchaSolution }
  | { readonly type: 'left'; readonly field: LoginField }
  | { readonly type: 'tried' }
  | { readonly type: 'refused'; readonly msg: string; readonly asksCaptcha: boolean; readonly asksTotp: boolean }

export const emptyLogin: LoginForm = {
  kind: 'mobile',
  mobile: '',
  email: '',
  loginPassword: '',
  totp: '',
  needsTotp: false,
  captcha: noCaptcha,
  needsCaptcha: false,
  captchaRound: 0,
  visited: new Set(),
  refusal: null,
}

/** The next state of the login form. */
export function loginReducer(form: LoginForm, action: LoginAction): LoginForm {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind, totp: '', needsTotp: false, visited: new Set(), refusal: null }
    case 'account':
      return form.kind === 'mobile'
        ? { ...form, mobile: mobileDigits(action.text), refusal: null }
        : { ...form, email: action.text.trim(), refusal: null }
    case 'password':
      return { ...form, loginPassword: action.text, refusal: null }
    case 'totp':
      return { ...form, totp: action.text.trim(), refusal: null }
    case 'captcha':
      return { ...form, captcha: action.answer }
    case 'left':
      return { ...form, visited: new Set([...form.visited, action.field]) }
    case 'tried':
      return { ...form, visited: new Set(['account', 'loginPassword', 'totp', 'captcha']), refusal: null }
    case 'refused':
      return {
        ...form,
        refusal: action.msg,
        // A code is valid once: the next attempt needs the next one.
        totp: '',
        needsTotp: form.needsTotp || action.asksTotp,
        needsCaptcha: form.needsCaptcha || action.asksCaptcha,
        captcha: noCaptcha,
        captchaRound: form.captchaRound + 1,
        visited: new Set([...form.visited].filter((field) => field !== 'captcha' && field !== 'totp')),
      }
  }
}

/** The account as it is typed now. */
export function accountOf(form: LoginForm): string {
  return form.kind === 'mobile' ? form.mobile : form.email
}

/** Every error of the form, whether shown or not. */
export function loginErrors(form: LoginForm): LoginErrors {
  const account = accountError(form.kind, accountOf(form))
  return {
    ...(account === null ? {} : { account }),
    ...(form.loginPassword === '' ? { loginPassword: 'required' as const } : {}),
    ...(form.needsTotp && form.totp === '' ? { totp: 'required' as const } : {}),
    ...(form.needsCaptcha && !isAnswered(form.captcha) ? { captcha: 'required' as const } : {}),
  }
}

/** The call's input. */
export function loginInput(form: LoginForm): CallOf<typeof userLogin> {
  return {
    account: accountOf(form),
    loginPassword: form.loginPassword,
    ...(form.needsTotp ? { totp: form.totp } : {}),
    ...captchaFieldsOf(form.captcha),
  }
}
