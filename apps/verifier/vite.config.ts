import { mixinsPlugin } from '@candor/ui/mixins-plugin'
import { defineConfig } from 'vite'
import { singleFile, withoutPreload } from './vite/single-file.ts'

/** Modules that only declare: unused exports of an `index.ts` are dropped. */
const pureModules = /packages\/(api|money|formulas|proof|ui)\/src\/.*\.ts$/

export default defineConfig({
  plugins: [mixinsPlugin(), withoutPreload(), singleFile()],
  server: { port: 5175, strictPort: true },
  preview: { port: 4175 },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false },
      treeshake: { moduleSideEffects: (id) => !pureModules.test(id) },
    },
  },
})
