// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { anInterestProduct } from '../../shared/testing/interest-fixture.ts'
import { ConfirmView } from './confirm-sheet.tsx'

const offer = anInterestProduct()

it('shows the exact amounts of an order before it is sent, to the last digit', async () => {
  const onConfirm = vi.fn<() => void>()
  const order = { form: { asset: 'USDT', amountText: '1000.01', durationMs: offer.durationMs } as const, offer }
  const { says, press } = await draw(<ConfirmView order={order} isBusy={false} onConfirm={onConfirm} />)
  says(
    'You put in 1,000.01 USDT and get 1,006.01006 USDT back.',
    '+6.00006 USDT',
    'your money back, no interest',
    '0.02% a day about 7.3% a year',
  )
  press('Invest 1,000.01 USDT')
  expect(onConfirm).toHaveBeenCalledOnce()
})
