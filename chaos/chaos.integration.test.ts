import { testSmoke } from './smoke.ts'

testSmoke('others')
