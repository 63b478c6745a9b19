import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown-model.ts'

const text = (words: string) => ({ kind: 'text', text: words })

test('reads headings, paragraphs over several lines, and lists with what follows an item', () => {
  expect(markdownBlocks('# Terms\n\nOne line\nand its rest.\n\nFirst:\n- a\n  more of a\n- b\n\n1. x\n2. y')).toEqual([
    { kind: 'heading', level: 1, spans: [text('Terms')] },
    { kind: 'paragraph', spans: [text('One line and its rest.')] },
    { kind: 'paragraph', spans: [text('First:')] },
    { kind: 'list', isNumbered: false, items: [[text('a more of a')], [text('b')]] },
    { kind: 'list', isNumbered: true, items: [[text('x')], [text('y')]] },
  ])
})

test('reads bold text and links of pages and mailboxes', () => {
  const [block] = markdownBlocks('**Note:** see [our page](https://example.com/a) or [write](mailto:a@example.com).')
  expect(block).toEqual({
    kind: 'paragraph',
    spans: [
      { kind: 'bold', text: 'Note:' },
      text(' see '),
      { kind: 'link', text: 'our page', href: 'https://example.com/a' },
      text(' or '),
      { kind: 'link', text: 'write', href: 'mailto:a@example.com' },
      text('.'),
    ],
  })
})

test('leaves scripts, other protocols and HTML the text that they are', () => {
  const words = '[press](javascript:alert) <img src=x> [old](http://example.com)'
  expect(markdownBlocks(words)).toEqual([{ kind: 'paragraph', spans: [text(words)] }])
})

test('leads where the text’s reader says, and leaves other links the text that they are', () => {
  const linkTo = (target: string) => (target === 'screen:swap' ? '#/pages/swap/swap' : null)
  const words = ' or [a page](https://example.com/)'
  expect(markdownBlocks(`[Swap](screen:swap)${words}`, linkTo)).toEqual([
    { kind: 'paragraph', spans: [{ kind: 'link', text: 'Swap', href: '#/pages/swap/swap' }, text(words)] },
  ])
})

test('joins lines by a space, but not between letters of languages without spaces', () => {
  const words = (markdown: string) => markdownBlocks(markdown)
  expect(words('一行\n二行，\n「三」')).toEqual([{ kind: 'paragraph', spans: [text('一行二行，「三」')] }])
  expect(words('한 줄\n두 줄')).toEqual([{ kind: 'paragraph', spans: [text('한 줄 두 줄')] }])
  expect(words('- 一行\n  USDT')).toEqual([{ kind: 'list', isNumbered: false, items: [[text('一行 USDT')]] }])
})
