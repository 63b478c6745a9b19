/** QR codes. Apart from the kit's door: only screens that show one carry the encoder. */
export { QrCode, qrPicture } from './qr-code.tsx'
export type { QrCodeProps } from './qr-code.tsx'
