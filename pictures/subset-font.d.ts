declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'truetype'
    /** One value removes the axis, a range limits it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    keepFeatures?: string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
