// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { LoginFields } from './login-fields.tsx'
import { emptyLogin, loginReducer } from './login-form-model.ts'
import { emptyRegister } from './register-form-model.ts'
import { RegisterSteps } from './register-steps.tsx'

const ignore = () => undefined
const length = { minLength: 6, maxLength: 16 }

it.each([
  ['mobile', 'Enter the mobile number.'],
  ['email', 'Enter the e-mail address.'],
] as const)('signing in by %s names each field that is empty', async (kind, missing) => {
  const tried = loginReducer({ ...emptyLogin, kind, needsTotp: true }, { type: 'tried' })
  const view = await draw(<LoginFields form={tried} from={undefined} dispatch={ignore} />)
  view.says(missing, 'Enter the password.', 'Enter the code.')
  expect(view.text()).not.toContain('This field is required.')
})

it.each([
  ['invite', ['Enter the invite code.']],
  ['account', ['Enter the e-mail address.', 'Enter the code.']],
  ['password', ['Enter the password.', 'Repeat the password.']],
] as const)('the %s step of a registration names each field that is empty', async (step, missing) => {
  const visited = new Set(['inviteCode', 'email', 'code', 'loginPassword', 'loginPassword2'] as const)
  const form = { ...emptyRegister(''), step, visited }
  const view = await draw(<RegisterSteps form={form} length={length} dispatch={ignore} />)
  for (const text of missing) expect(view.text()).toContain(text)
  expect(view.text()).not.toContain('This field is required.')
})
