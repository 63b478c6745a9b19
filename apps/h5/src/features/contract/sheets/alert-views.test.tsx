// @vitest-environment happy-dom
import { useState } from 'react'
import type { AlertView } from '@candor/api'
import { expect, it, vi } from 'vitest'
import { CallFailed } from '../../../shared/api/index.ts'
import { draw } from '../../../shared/testing/draw.tsx'
import { AlertField } from './alert-field.tsx'
import { AlertList } from './alert-list.tsx'
import type { AlertListProps } from './alert-list.tsx'
import { alertTicks } from './alert-model.ts'

const alert: AlertView = { id: '7', symbol: 'BTCUSDT', direction: 'below', price: '61000.50', setMs: 0 }

async function drawList(alerts: Partial<AlertListProps['alerts']>, removing: string | null = null) {
  const onRemove = vi.fn<AlertListProps['onRemove']>()
  const none = { data: undefined, isError: false, isPaused: false, error: null, refetch: vi.fn<() => never>() }
  return {
    ...(await draw(<AlertList alerts={{ ...none, ...alerts }} removing={removing} onRemove={onRemove} />)),
    onRemove,
  }
}

it('lists the alerts that wait, and removes the one that is pressed', async () => {
  const { says, press, onRemove } = await drawList({ data: { items: [alert] } })
  says('Your alerts: 1 of 20', 'BTCUSDTat or below 61,000.50')
  press('Remove the alert: BTCUSDT at or below 61,000.50')
  expect(onRemove).toHaveBeenCalledWith('7')
})

it('takes no second press while an alert is being removed', async () => {
  const { off } = await drawList({ data: { items: [alert] } }, '7')
  expect(off()).toEqual(['Remove the alert: BTCUSDT at or below 61,000.50'])
})

it('says where there are none', async () => {
  expect((await drawList({ data: { items: [] } })).text()).toContain('None yet.')
})

it.each([
  [
    {
      isError: true,
      error: new CallFailed({
        ok: false,
        error: 'system-error',
        msg: 'System error',
        fields: {},
        data: null,
        reference: undefined,
      }),
    },
  ],
  [{ isPaused: true }],
])('says that they could not be loaded, and loads them again', async (state) => {
  const refetch = vi.fn<() => never>()
  const { text, press } = await drawList({ ...state, refetch })
  expect(text()).toContain('We couldn’t load your alerts')
  press('Try again')
  expect(refetch).toHaveBeenCalledOnce()
})

function Field() {
  const [text, setText] = useState('')
  return <AlertField text={text} ticks={alertTicks(text, 1)} currentTicks={40_784n} decimals={1} onText={setText} />
}

it('takes a price from a shift, from a step and as it is typed', async () => {
  const { text, press, type, values } = await draw(<Field />)
  press('+0.5%')
  expect(text()).toContain('0.50% above')
  expect(values()).toEqual(['4,098.8'])
  press('Lower')
  expect(values()).toEqual(['4,098.0'])
  type('Tell me when it reaches', '4037,6')
  expect(text()).toContain('1.00% below')
  type('Tell me when it reaches', 'four')
  expect(text()).not.toContain('below')
})
