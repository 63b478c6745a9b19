/** The verifier: one file that checks receipts without any server. docs/proof-receipts.md describes the steps. */
import '@candor/ui/tokens.css'
import './page.css'
import './values.css'
import './verdict.css'
import { App } from './app.ts'
import { element } from './view/element.ts'

const root = document.querySelector<HTMLElement>('#page')
if (root === null) throw new Error('the page has no place for its content')
const status = element('div', { class: 'hidden', role: 'status' })
const picker = element('input', { type: 'file', multiple: true, hidden: true, id: 'files' })
document.body.append(status, picker)
const app = new App({ root, status, picker })

picker.addEventListener('change', () => {
  const files = [...(picker.files ?? [])]
  // Choosing the same file again is a change as well.
  picker.value = ''
  void app.takeFiles(files)
})
// The whole page takes files, so that a missed field does not make the browser open the file instead of the page.
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  document.body.classList.add('dragging')
})
for (const end of ['dragleave', 'drop'])
  document.addEventListener(end, () => document.body.classList.remove('dragging'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void app.takeFiles([...(event.dataTransfer?.files ?? [])])
})
document.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (!(event.target instanceof HTMLTextAreaElement) && text !== '') void app.takeText(text)
})
void app.start()
