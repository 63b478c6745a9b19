import type { CallOf, FieldErrorName, userRegister } from '@candor/api'
import {
  accountError,
  captchaFieldsOf,
  isAnswered,
  mobileDigits,
  newPasswordError,
  noCaptcha,
} from '../../shared/forms/index.ts'
import { widestPasswordLength } from '../../shared/forms/index.ts'
import type { AccountKind, CaptchaSolution, PasswordLength } from '../../shared/forms/index.ts'
import type { TypedBefore } from './typed-before.ts'

const codeLength = 6

/** One thing each: the invitation, the mailbox or number, the password. */
export const registerSteps = ['invite', 'account', 'password'] as const
export type RegisterStep = (typeof registerSteps)[number]

export interface RegisterForm {
  readonly step: RegisterStep
  readonly kind: AccountKind
  readonly inviteCode: string
  readonly mobile: string
  readonly email: string
  readonly code: string
  readonly loginPassword: string
  readonly loginPassword2: string
  readonly captcha: CaptchaSolution
  /** The phone could not solve a captcha by itself, or its solution was refused: the customer sees the picture. */
  readonly needsPicture: boolean
  /** Counts the pictures: a captcha can be tried once, right or wrong, so each refusal requests a new one. */
  readonly captchaRound: number
  readonly visited: ReadonlySet<RegisterField>
  /** Fields that the server refused, until they change. */
  readonly refusedFields: RegisterErrors
  /** The server's text of the last refusal, at the field that it concerns or else below all; null once it is moot. */
  readonly refusal: string | null
}

const registerFields = ['inviteCode', 'mobile', 'email', 'code', 'loginPassword', 'loginPassword2', 'captcha'] as const
export type RegisterField = (typeof registerFields)[number]
/** `refused`: the server refused the field as a whole (unknown invitation, wrong code), and says why. */
export type RegisterErrors = Partial<Record<RegisterField, FieldErrorName | 'refused'>>

export type RegisterAction =
  | { readonly type: 'kind'; readonly kind: AccountKind }
  | { readonly type: 'text'; readonly field: Exclude<RegisterField, 'captcha'>; readonly text: string }
  | { readonly type: 'captcha'; readonly answer: CaptchaSolution }
  | { readonly type: 'left'; readonly field: RegisterField }
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  | { readonly type: 'tried' }
  | {
      readonly type: 'refused'
      readonly error: string
      readonly msg: string
      readonly fields: Readonly<Record<string, FieldErrorName>>
    }

/** A form with what was typed before; the link may contain another invitation code. */
export function emptyRegister(inviteCode: string, typed: TypedBefore | null = null): RegisterForm {
  const invited = inviteCode.trim().slice(0, 32)
  return {
    step: typed !== null && (invited === '' || invited === typed.inviteCode) ? typed.step : 'invite',
    kind: typed?.kind ?? 'email',
    inviteCode: invited === '' ? (typed?.inviteCode ?? '') : invited,
    mobile: typed?.mobile ?? '',
    email: typed?.email ?? '',
    code: '',
    loginPassword: '',
    loginPassword2: '',
    captcha: noCaptcha,
    needsPicture: false,
    captchaRound: 0,
    visited: new Set(),
    refusedFields: {},
    refusal: null,
  }
}

/** The fields that a step asks for. */
function fieldsOf(step: RegisterStep, { kind, needsPicture }: RegisterForm): readonly RegisterField[] {
  if (step === 'invite') return ['inviteCode']
  if (step === 'account') return kind === 'mobile' ? ['mobile'] : ['email', 'code']
  return ['loginPassword', 'loginPassword2', ...(needsPicture ? (['captcha'] as const) : [])]
}

/** The first step with an error, or null. */
function faultyStep(form: RegisterForm, errors: RegisterErrors): RegisterStep | null {
  return registerSteps.find((step) => fieldsOf(step, form).some((field) => errors[field] !== undefined)) ?? null
}

/** The field that a refusal of the server is about, if any. */
function fieldOfRefusal(error: string, kind: AccountKind): RegisterField | undefined {
  switch (error) {
    case 'invite-code-unknown':
      return 'inviteCode'
    case 'already-registered':
      return kind
    case 'wrong-code':
      return 'code'
    case 'wrong-captcha':
    case 'captcha-required':
      return 'captcha'
    default:
      return undefined
  }
}

/** The next state of the registration form. */
export function registerReducer(form: RegisterForm, action: RegisterAction): RegisterForm {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind, visited: new Set(), refusal: null }
    case 'text':
      return withText(form, action.field, action.text)
    case 'captcha':
      return { ...form, captcha: action.answer, refusedFields: without(form.refusedFields, 'captcha') }
    case 'left':
      return { ...form, visited: new Set([...form.visited, action.field]) }
    case 'next':
      return following(form)
    case 'back':
      return { ...form, step: form.step === 'password' ? 'account' : 'invite', refusal: null }
    case 'tried':
      return { ...form, visited: new Set(registerFields), refusal: null, refusedFields: {} }
    case 'refused':
      return refused(form, action)
  }
}

/** The next step, or this one with its errors. */
function following(form: RegisterForm): RegisterForm {
  const asked = { ...form, refusal: null, refusedFields: {} }
  const errors = registerErrors(asked, widestPasswordLength)
  const fields = fieldsOf(form.step, form)
  if (fields.some((field) => errors[field] !== undefined))
    return { ...asked, visited: new Set([...form.visited, ...fields]) }
  return { ...asked, step: form.step === 'invite' ? 'account' : 'password' }
}

function withText(form: RegisterForm, field: Exclude<RegisterField, 'captcha'>, text: string): RegisterForm {
  const clean =
    field === 'mobile' ? mobileDigits(text) : field === 'email' || field === 'inviteCode' ? text.trim() : text
  return { ...form, [field]: clean, refusal: null, refusedFields: without(form.refusedFields, field) }
}

function refused(
  form: RegisterForm,
  { error, msg, fields }: Extract<RegisterAction, { type: 'refused' }>,
): RegisterForm {
  const named = registerFields.filter((field) => fields[field] !== undefined)
  const own = fieldOfRefusal(error, form.kind)
  // The phone could not solve a captcha: the customer has not seen a picture yet.
  const isUnsolved = error === 'captcha-required'
  const refusedFields: RegisterErrors = {
    ...Object.fromEntries(named.map((field) => [field, fields[field]])),
    ...(own === undefined ? {} : { [own]: isUnsolved ? 'required' : 'refused' }),
  }
  return {
    ...form,
    // What was refused may be two steps back.
    step: faultyStep({ ...form, needsPicture: true }, refusedFields) ?? form.step,
    captcha: noCaptcha,
    needsPicture: form.needsPicture || own === 'captcha',
    captchaRound: form.captchaRound + 1,
    // The new picture has not been tried: an error there would take the eye off the refusal.
    visited: new Set([...form.visited].filter((field) => field !== 'captcha')),
    refusedFields,
    refusal: isUnsolved || (own === undefined && named.length > 0) ? null : msg,
  }
}

function without(errors: RegisterErrors, field: RegisterField): RegisterErrors {
  const { [field]: _gone, ...rest } = errors
  return rest
}

/** All errors of the form: the server's refusals, until their field changes, and those that this phone can detect. */
export function registerErrors(form: RegisterForm, length: PasswordLength): RegisterErrors {
  const account = accountError(form.kind, form[form.kind])
  const password = newPasswordError(form.loginPassword, length)
  const own: RegisterErrors = {
    ...(form.inviteCode === '' ? { inviteCode: 'required' } : {}),
    ...(account === null ? {} : { [form.kind]: account }),
    ...(password === null ? {} : { loginPassword: password }),
    ...repeatError(form),
    ...(form.kind === 'email' && form.code.length !== codeLength
      ? { code: form.code === '' ? 'required' : 'wrong-format' }
      : {}),
    ...(form.kind === 'mobile' && form.needsPicture && !isAnswered(form.captcha) ? { captcha: 'required' } : {}),
  }
  return { ...own, ...form.refusedFields }
}

function repeatError(form: RegisterForm): RegisterErrors {
  if (form.loginPassword2 === '') return { loginPassword2: 'required' }
  return form.loginPassword2 === form.loginPassword ? {} : { loginPassword2: 'passwords-differ' }
}

/** The errors to show: of fields that were left, and everything that the server refused. */
export function shownRegisterErrors(form: RegisterForm, length: PasswordLength): RegisterErrors {
  const errors = registerErrors(form, length)
  return Object.fromEntries(
    registerFields
      .filter((field) => errors[field] && (form.visited.has(field) || form.refusedFields[field]))
      .map((field) => [field, errors[field]]),
  )
}

/** The call's input. `documents` are those that the customer agrees to. */
export function registerInput(form: RegisterForm, requestId: string, documents = ''): CallOf<typeof userRegister> {
  const { inviteCode, loginPassword, loginPassword2 } = form
  const consent = documents === '' ? {} : { documents }
  const shared = { requestId, inviteCode, loginPassword, loginPassword2, ...consent }
  return form.kind === 'mobile'
    ? { ...shared, mobile: form.mobile, ...captchaFieldsOf(form.captcha) }
    : { ...shared, email: form.email, code: form.code }
}

/** The refusal that concerns no field, to be shown below all of them. */
export function refusalOfForm({ refusal, refusedFields }: RegisterForm): string | null {
  return Object.values(refusedFields).includes('refused') ? null : refusal
}
