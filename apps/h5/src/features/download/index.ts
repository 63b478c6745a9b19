/** Installing the app on a phone or a computer. */
export { DownloadPage } from './download-page.tsx'
