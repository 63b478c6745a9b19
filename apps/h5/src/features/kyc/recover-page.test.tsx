// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { RecoverPage } from './recover-page.tsx'

it('asks for the code of a recovery with the account, by which a platform finds its cell', async () => {
  const page = await draw(<RecoverPage />)
  const fetched = vi.fn<(url: string, sent: RequestInit) => Promise<Response>>(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetched)
  page.type('Your account', '2041 1890')
  page.type('New e-mail', 'new@example.org')
  page.press('Send the code')
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  const [url = '', sent] = fetched.mock.calls[0] ?? []
  expect(url).toContain('code/send')
  const form = Object.fromEntries(new URLSearchParams(String(sent?.body)))
  expect(form).toMatchObject({ purpose: 'recover', address: 'new@example.org', account: '2041 1890' })
})
