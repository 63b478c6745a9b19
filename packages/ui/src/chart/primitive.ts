import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

/** The library's names for what is drawn into a chart: the drawing, its layers, its chart, and where a layer draws. */
export type Primitive = ISeriesPrimitive<Time>
export type PrimitiveView = IPrimitivePaneView
export type Attached = SeriesAttachedParameter<Time>
export type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]
