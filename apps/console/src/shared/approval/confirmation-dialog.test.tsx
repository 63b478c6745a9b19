// @vitest-environment happy-dom
import type { ConfirmationView } from '@candor/api/operator'
import { describe, it, onTestFinished, vi } from 'vitest'
import { openView } from '../../testing/open-view.tsx'
import { ConfirmationDialog } from './confirmation-dialog.tsx'

const confirmation: ConfirmationView = {
  id: '1',
  bytes: `Candor confirmation 1\n${JSON.stringify({
    act: 'withdrawal.approve',
    number: '12',
    operator: 'ada',
    details: { amount: '8000', asset: 'USDT', account: '44710640', step: '2 of 2' },
  })}`,
  request: {
    rpId: 'localhost',
    challenge: 'AAAA',
    timeout: 60_000,
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: 'AAAA' }],
  },
}

/** The dialog, while the browser waits for the passkey. */
async function openSigning(keys: readonly string[]) {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({
    get: () => new Promise<never>(() => undefined),
  } as unknown as CredentialsContainer)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const close = () => undefined
  const page = await openView(
    <ConfirmationDialog confirmation={confirmation} whole={null} keys={keys} onSigned={close} onClose={close} />,
    {},
  )
  await page.says('Approve a withdrawal', '8,000.00 USDT')
  await page.press('button', 'Use the passkey')
  return page
}

describe('the dialog of a confirmation', () => {
  it('says that another person approved, not who, and names who signs', async () => {
    await (
      await openSigning([])
    ).says('First person approved', 'You see who it was once you’ve decided.', 'You, ada', 'Step2 of 2')
  })

  it('names the passkeys that it waits for, where they are known', async () => {
    await (
      await openSigning(['Key at home', 'Dana’s key'])
    ).says('Waiting for “Key at home” or “Dana’s key”, 60 s left')
  })

  it('names none where they are not known', async () => {
    await (await openSigning([])).says('Waiting for it, 60 s left')
  })
})
