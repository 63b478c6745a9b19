const widthPx = 480
const heightPx = 640

/** A picture for trying the sandbox, drawn here: plainly not a real voucher. Its digits differ each time. */
export async function sampleVoucher(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (context !== null) drawVoucher(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File(blob === null ? [] : [blob], 'sandbox-voucher.png', { type: 'image/png' })
}

function drawVoucher(context: CanvasRenderingContext2D): void {
  context.fillStyle = 'white'
  context.fillRect(0, 0, widthPx, heightPx)
  context.fillStyle = 'black'
  context.font = '600 34px sans-serif'
  context.fillText('SANDBOX', 40, 90)
  context.font = '24px sans-serif'
  const number = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const lines = [
    'Transfer voucher, made up',
    'No money was sent',
    `Number ${number}`,
    new Date().toISOString().slice(0, 19),
  ]
  lines.forEach((line, index) => context.fillText(line, 40, 160 + index * 46))
}
