import { join } from 'node:path'
import { mixinsPlugin } from '@candor/ui/mixins-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { htmlPlugin } from './vite/html-plugin.ts'
import { manifestPlugin } from './vite/manifest-plugin.ts'
import { isLaterPart } from './vite/message-files.ts'
import { mapPlugin } from './vite/map-plugin.ts'
import { messagesPlugin } from './vite/messages-plugin.ts'
import { operationsPlugin } from './vite/operations-plugin.ts'
import { passwordsPlugin } from './vite/passwords-plugin.ts'
import { reactAliases } from './vite/react-aliases.ts'
import { scopedNames } from './vite/scoped-names.ts'
import { stylesPlugin } from './vite/styles-plugin.ts'
import { workerPlugin } from './vite/worker-plugin.ts'

/** Modules that only declare, so that unused exports of an `index.ts` are dropped. `app/` has side effects. */
const pureModules =
  /packages\/(api|client|money|formulas|proof|ui)\/src\/.*\.tsx?$|h5\/src\/(shared|features)\/.*\.tsx?$/

/**
 * Everything the first screen (the market) draws is one file, and one stylesheet: each further file costs a round
 * trip's worth of headers and compresses worse. Only what other screens need is separate.
 */
const firstLoad = [
  /node_modules\/(preact|@tanstack|@lingui)\/(?!.*(infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions))/,
  /virtual:message-loaders|vite\/preload-helper|rolldown\/runtime/,
  /h5\/src\/(app|shared)\/(?!.*(index\.ts|wide\/|account\/|proof\/|device\/(?!session|appearance)|further-pages|practice-pages|decisions|disabled-notice|own-turn|consent-notice|account-events|late-parts|pull-|haptics|sandbox-dialog|commodity-icon|forms\/|known-outcome|kept-response|upload|download|money\/money\.|money\/own-count|hidden-amounts|hide-amounts|amount-label|balance-parts|support-token|support-base|duration-labels|favourite-button|recent-|instrument-quote|order-ring|instrument-search|tried-instrument|shown-result|positions\/|moment-labels|plain-letters|markdown\/|signed-out-state|empty-state|empty-page|money-ways|retry-line|public-figures|placeholders|page-of|record-screen-of|form-screen|page\/(page\.|record-row|announcement-link)))/,
  /h5\/src\/features\/market\/(?!search\/|filters\/)/,
  /packages\/(money|formulas)\/(?!.*(wallet-address|photo-quality|contract-prices|src\/(interest|chance)))/,
  /packages\/api\/src\/(response|channels|contract|day|favourites|fields|languages|market|operation|refusals|system|user-view|wallet)\.ts/,
  /packages\/client\/src\/(?!index|upload|download|request-id|react\/(index|use-busy|use-pages|use-request-id))/,
  /packages\/ui\/src\/(?!index|icons\/(?!icon|shell|trade)|sheet|dialog|ask-dialog|search-box|confirm-dialog|layer\.|layer-history|radio-(?:list|group)|row-frame|code-field|photo-input|pin-pad|field|select-field|fact-list|timeline|format\/spans|qr\/|logo|ring|chart\/(?!spark))/,
]

/**
 * Small parts that several further screens share, in two files by when they are needed: instead of a request for each.
 */
const furtherKit = [
  /node_modules\/@tanstack\/.*(infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)/,
  /h5\/src\/shared\/(forms\/chip-radios|money\/(money\.|hidden-amounts)|i18n\/duration-labels|instrument\/(instrument-quote|tried-instrument|shown-result|favourites\/(favourite-button|recent-)))/,
  /packages\/ui\/src\/(icons\/(ticket|candlestick)|chart\/(chart-place|axis-places)|radio-group)/,
]
const layerKit = [
  /h5\/src\/shared\/device\/support-token/,
  /packages\/client\/src\/request-id/,
  /h5\/src\/shared\/(api\/(known-outcome|kept-response)|page\/(signed-out-state|empty-state|empty-page|placeholders|page-of|page\.)|money\/balance-parts)/,
  /packages\/ui\/src\/(sheet|dialog|layer\.|layer-history|icons\/state)/,
]
/** Together, because the first file names every file that home, orders or Mine need. */
const recordsKit = [
  /h5\/src\/shared\/(forms\/(chosen-location|point)\.|page\/(records\/(?!record-screen)[\w-]+|record-row|record-screen-of)\.(tsx?|module\.css)|device\/(photo-canvas|opened-receipt|vibration|media\/)|proof\/(save-file|proof-acts|proof-head|without-us)|instrument\/(positions\/|order-ring))/,
  /h5\/src\/shared\/(account\/unread|api\/app-upload|i18n\/moment-labels|money\/(hide-amounts-button|amount-label)|page\/(money-ways|retry-line|announcement-link\/))/,
  /h5\/src\/shared\/(page\/(ask-support|how-it-works)\/|proof\/acceptance\/(?!judge|find|trusted|own|announced))/,
  /packages\/api\/src\/(address|contract-record|home|kyc|limits|message|support-unread|user)\./,
  /packages\/client\/src\/(upload|react\/use-pages)/,
  /packages\/ui\/src\/(format\/spans|ring\/|logo|photo-input|radio-list|row-frame|ask-dialog|confirm-dialog)/,
  /h5\/src\/shared\/page\/period\//,
]
/** What every form is made of. */
const formKit = [
  /packages\/client\/src\/react\/use-busy/,
  /h5\/src\/shared\/(forms\/(?!chip-radios|chosen-location|point\.|index)|page\/form-screen)/,
  /packages\/ui\/src\/field\./,
]
/** What every search compares by. One file, or the first file would name a second. */
const searchKit = [/h5\/src\/shared\/(i18n\/plain-letters|instrument\/instrument-search)/]
const signKit = [/packages\/ui\/src\/icons\/(chat|invite|map|security|wallet)/]

export default defineConfig({
  base: '/h5/',
  plugins: [
    mixinsPlugin(),
    messagesPlugin(),
    mapPlugin(),
    passwordsPlugin(),
    operationsPlugin(),
    react(),
    htmlPlugin(),
    manifestPlugin(),
    workerPlugin(),
    stylesPlugin(),
  ],
  // Views and response parsers in a tenth of the bytes; see there.
  resolve: {
    alias: [
      ...reactAliases,
      { find: /^zod\/mini$/, replacement: join(import.meta.dirname, 'src/app/first-load/lean-zod.ts') },
    ],
  },
  css: { modules: { generateScopedName: scopedNames(import.meta.dirname) } },
  server: { port: 5173, strictPort: true },
  preview: { port: 4173 },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Tests read from it which files load late.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A part of `zod/mini` that the lean readers lack would otherwise fail in a customer's hand.
      onwarn: (warning, warn) => {
        if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message)
        warn(warning)
      },
      treeshake: { moduleSideEffects: (id) => !pureModules.test(id) },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'app',
              test: (id) =>
                firstLoad.some((part) => part.test(id)) && !isLaterPart(join(import.meta.dirname, 'src'), id),
              priority: 2,
            },
            { name: 'kit', test: (id) => furtherKit.some((part) => part.test(id)), priority: 1 },
            { name: 'records', test: (id) => recordsKit.some((part) => part.test(id)), priority: 1 },
            { name: 'search', test: (id) => searchKit.some((part) => part.test(id)), priority: 1 },
            { name: 'signs', test: (id) => signKit.some((part) => part.test(id)), priority: 1 },
            { name: 'layers', test: (id) => layerKit.some((part) => part.test(id)), priority: 1 },
            { name: 'forms', test: (id) => formKit.some((part) => part.test(id)), priority: 1 },
          ],
        },
      },
    },
  },
})
