/** How the app comes onto a phone or a computer. */
export { DownloadPage } from './download-page.tsx'
