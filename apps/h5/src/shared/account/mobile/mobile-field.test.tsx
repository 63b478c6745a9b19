// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { CallingCodeSheet } from './calling-code-sheet.tsx'
import { MobileField } from './mobile-field.tsx'

function drawField(value: string) {
  const onValue = vi.fn<(digits: string) => void>()
  const field = { label: 'Mobile number', autoComplete: 'tel', error: null, onBlur: () => undefined } as const
  return { onValue, view: draw(<MobileField {...field} value={value} onValue={onValue} />) }
}

it('hands on the digits of the wire, with the calling code that is shown in front of them', async () => {
  const { onValue, view } = drawField('')
  const drawn = await view
  drawn.type('Mobile number', '+49 1512 3456789')
  expect(onValue).toHaveBeenLastCalledWith('4915123456789')
  expect(drawn.all('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Country code: +49'])
  expect(drawn.values()).toEqual(['15123456789'])
})

it('shows a number that is known already with its calling code apart', async () => {
  const drawn = await drawField('6591234567').view
  expect(drawn.all('button').map(({ textContent }) => textContent)).toEqual(['+65'])
  expect(drawn.values()).toEqual(['91234567'])
})

it('offers every country by its name, marks the chosen one, and finds by name or code', async () => {
  const onChoose = vi.fn<(code: string) => void>()
  await draw(<CallingCodeSheet current="49" onChoose={onChoose} onClose={() => undefined} />)
  const rows = () => [...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')]
  expect(rows().length).toBeGreaterThan(200)
  expect(
    rows()
      .filter((row) => row.getAttribute('aria-pressed') === 'true')
      .map(({ textContent }) => textContent),
  ).toEqual(['Germany+49'])
  rows()
    .find(({ textContent }) => textContent === 'Portugal+351')
    ?.click()
  expect(onChoose).toHaveBeenCalledWith('351')
})
