declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** One value takes the axis away, a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    keepFeatures?: string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
