import { appBuild } from '@candor/ui/app-build'
import { mixinsPlugin } from '@candor/ui/mixins-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Modules that only declare: unused exports of an `index.ts` are dropped. */
const pureModules = /packages\/(api|client|money|ui)\/src\/.*\.tsx?$|console\/src\/(shared|features)\/.*\.tsx?$/

export default defineConfig({
  plugins: [mixinsPlugin(), react()],
  server: { port: 5174, strictPort: true },
  preview: { port: 4174 },
  build: appBuild(pureModules),
})
