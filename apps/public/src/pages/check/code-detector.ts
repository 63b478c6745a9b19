/** The browser's own reader of codes, which not every browser has. */
export interface CodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface CodeDetectorClass {
  new (options: { readonly formats: readonly string[] }): CodeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  var BarcodeDetector: CodeDetectorClass | undefined
}

const format = 'qr_code'

/** The reader of QR codes; null where this browser has none, or offers no camera to this page. */
export async function openCodeDetector(): Promise<CodeDetector | null> {
  const Detector = globalThis.BarcodeDetector
  if (Detector === undefined || !('mediaDevices' in navigator)) return null
  return (await Detector.getSupportedFormats()).includes(format) ? new Detector({ formats: [format] }) : null
}
