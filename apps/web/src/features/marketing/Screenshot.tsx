import sizes from './pictures/sizes.json'
import './Screenshot.css'

const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

interface Props {
  of: keyof typeof sizes
  alt: string
  /** How wide it is shown, for the browser to choose by. */
  shown: string
}

/** A picture of the running product (`npm run pictures`), in the theme of the page; loaded when it comes into sight. */
export function Screenshot({ of, alt, shown }: Props) {
  const { width, height } = sizes[of]
  return (['light', 'dark'] as const).map((theme) => {
    const inSizes = (type: string) =>
      [1, 2]
        .map((times) => `${files[`./pictures/${of}-${theme}-${times}x.${type}`]} ${width * times}w`)
        .join(', ')
    return (
      <picture key={theme} className="shot" data-shot={theme}>
        <source type="image/avif" srcSet={inSizes('avif')} sizes={shown} />
        <img
          src={files[`./pictures/${of}-${theme}-1x.webp`]}
          srcSet={inSizes('webp')}
          sizes={shown}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      </picture>
    )
  })
}
