// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { CallResult } from '../api/index.ts'
import { FormScreen } from '../page/index.ts'
import { draw } from '../testing/draw.tsx'
import { EmailField, emptyTextForm, RefusalNote, useBoundFields, useTextForm } from './index.ts'
import type { TextForm } from './index.ts'

type Answer = CallResult<null>

const refused: Answer = {
  ok: false,
  error: 'wrong-code',
  msg: 'Try later',
  fields: {},
  data: null,
  reference: undefined,
}

function EmailForm({ send, refusedField }: { send: (email: string) => Answer; refusedField?: 'email' }) {
  const errors = ({ texts }: TextForm<'email'>) => (texts.email === '' ? { email: 'required' as const } : {})
  const { form, dispatch, element, onSubmit } = useTextForm({
    empty: emptyTextForm({ email: '' }),
    errors,
    refusedField: () => refusedField,
    send: ({ texts }) => Promise.resolve(send(texts.email)),
    done: () => undefined,
  })
  const bind = useBoundFields({
    form,
    dispatch,
    errors,
    ownText: (_field, error) => (error === 'refused' ? 'Not that address' : undefined),
  })
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit="Send">
      <EmailField {...bind('email')} label="E-mail" />
      <RefusalNote text={form.refusal} />
    </FormScreen>
  )
}

const submit = (view: Awaited<ReturnType<typeof draw>>) =>
  view.all('form').forEach((form) => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))

describe('a form of bound fields', () => {
  it('shows an error only once its field was left, and takes it away with a text', async () => {
    const view = await draw(<EmailForm send={() => refused} />)
    expect(view.text()).not.toContain('Enter the e-mail address')
    view.leave('E-mail')
    expect(view.text()).toContain('Enter the e-mail address')
    view.type('E-mail', 'a@b.example')
    expect(view.text()).not.toContain('Enter the e-mail address')
  })

  it('sends nothing that it knows to be wrong', async () => {
    const send = vi.fn<() => Answer>(() => refused)
    const view = await draw(<EmailForm send={send} />)
    submit(view)
    await expect.poll(() => view.text()).toContain('Enter the e-mail address')
    expect(send).not.toHaveBeenCalled()
  })

  it('sends an e-mail address without the spaces around it', async () => {
    const send = vi.fn<(email: string) => Answer>(() => refused)
    const view = await draw(<EmailForm send={send} />)
    view.type('E-mail', ' a@b.example ')
    submit(view)
    await expect.poll(() => send).toHaveBeenCalledExactlyOnceWith('a@b.example')
  })

  it('shows a refusal at its field in the form’s own words, or below all fields', async () => {
    const atField = await draw(<EmailForm send={() => refused} refusedField="email" />)
    atField.type('E-mail', 'a@b.example')
    submit(atField)
    await expect.poll(() => atField.text()).toContain('Not that address')
    expect(atField.text()).not.toContain('Try later')
    const below = await draw(<EmailForm send={() => refused} />)
    below.type('E-mail', 'a@b.example')
    submit(below)
    await expect.poll(() => below.text()).toContain('Try later')
  })
})
