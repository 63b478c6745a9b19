// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { WayToTotal } from './way-to-total.tsx'

const usd = (amount: number) => BigInt(amount) * 1_000_000n

test('draws the way of the own balance to the total: each sum with what is added, and the levels between', async () => {
  const place = await draw(
    <WayToTotal
      ways={[
        {
          asset: 'USD',
          steps: [
            { sum: usd(12), sibling: usd(3), isRight: false },
            { sum: usd(15), sibling: usd(0), isRight: true },
            { sum: usd(15), sibling: usd(20), isRight: false },
            { sum: usd(35), sibling: usd(65), isRight: true },
          ],
        },
      ]}
    />,
    'solvency',
  )
  const boxes = [...place.querySelectorAll('p')].map((box) => box.textContent)
  expect(boxes).toEqual([
    'total, published100.00',
    'sum35.00',
    '+ others65.00',
    'sum15.00',
    '+ others20.00',
    '2 more levels',
    'you12.00',
  ])
})
