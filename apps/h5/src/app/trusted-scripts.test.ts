import { expect, it } from 'vitest'
import { ownScriptUrl } from './trusted-scripts.ts'

const origin = 'https://candor.example'

it.each(['/h5/worker.js', 'https://candor.example/h5/assets/proof-worker-a_B-1.js'])('trusts %s', (url) => {
  expect(ownScriptUrl(url, origin)).toBe(new URL(url, origin).href)
})

it.each([
  'https://evil.example/h5/worker.js',
  '//evil.example/h5/worker.js',
  'http://candor.example/h5/worker.js',
  'https://candor.example:8443/h5/worker.js',
  'blob:https://candor.example/1',
  'data:text/javascript,1',
  'javascript:alert(1)',
  '/h5/assets/../../chat/api/image/1',
  '/h5/assets/deep/er.js',
  '/chat/api/image/1.js',
  '/h5/assets/picture.png',
  '',
  'https://[',
])('does not trust %s', (url) => {
  expect(ownScriptUrl(url, origin)).toBeNull()
})
