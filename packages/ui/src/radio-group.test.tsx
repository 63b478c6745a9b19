// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { RadioGroup } from './radio-group.tsx'
import { drawInto } from './testing/draw-into.tsx'

const options = [{ value: 'week' }, { value: 'month' }, { value: 'year' }] as const

type Span = (typeof options)[number]['value']

/** A group in which the week is chosen, with its radio inputs. */
async function drawGroup() {
  function Group() {
    const [value, setValue] = useState<Span>('week')
    return (
      <RadioGroup
        label="Span"
        className="spans"
        look="filled"
        optionClassName="span"
        options={options}
        value={value}
        onValue={setValue}
        inputOf={(option) => (option.value === 'year' ? { disabled: true } : { 'aria-keyshortcuts': option.value })}
      >
        {(option) => <span>{`${option.value}${option.value === value ? ', chosen' : ''}`}</span>}
      </RadioGroup>
    )
  }
  const place = await drawInto(<Group />, () => undefined)
  const inputs = [...place.querySelectorAll('input')]
  const chosen = () => options.filter((_, place) => inputs[place]?.checked).map(({ value }) => value)
  return { place, inputs, chosen }
}

it('is one group of radio inputs under one name, of which one is checked', async () => {
  const { place, inputs, chosen } = await drawGroup()
  expect(place.querySelector('[role=radiogroup]')?.getAttribute('aria-label')).toBe('Span')
  expect(place.querySelector('[role=radiogroup]')?.className).toBe('spans')
  expect(place.querySelector('[role=radiogroup]')?.getAttribute('data-look')).toBe('filled')
  expect(inputs.map(({ type }) => type)).toEqual(['radio', 'radio', 'radio'])
  expect(new Set(inputs.map(({ name }) => name)).size).toBe(1)
  expect(inputs.map((input) => input.value)).toEqual(['week', 'month', 'year'])
  expect(chosen()).toEqual(['week'])
})

it('chooses an option by its label', async () => {
  const { place, chosen } = await drawGroup()
  act(() => place.querySelectorAll('label')[1]?.click())
  expect(chosen()).toEqual(['month'])
  expect(place.textContent).toContain('month, chosen')
})

it('gives an input the attributes of its option: its key, or that it cannot be chosen', async () => {
  const { place, inputs, chosen } = await drawGroup()
  expect(inputs.map((input) => input.getAttribute('aria-keyshortcuts'))).toEqual(['week', 'month', null])
  act(() => place.querySelectorAll('label')[2]?.click())
  expect(chosen()).toEqual(['week'])
})
