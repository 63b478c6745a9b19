import { icon } from './icon.tsx'

/** Two hollow candles on Phosphor's grid and in its line width; Phosphor has none. */
export const CandlestickIcon = /* @__PURE__ */ icon(
  'M80,32v32H56V184H80v40H96V184h24V64H96V32Zm24,48v88H72V80Zm56-24v24H136v96h24v24h16V176h24V80H176V56Zm24,40v64H152V96Z',
)
