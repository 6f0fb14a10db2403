import { brand } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { BrandLogo } from '../../ui/PortalBrand.tsx'
import { changeLogo, removeLogo } from './brand.queries.ts'

/** Saved as soon as it is chosen, because only the server can draw it. */
export function LogoField({ brand: { name, logo } }: { brand: brand.Brand }) {
  const picker = useRef<HTMLInputElement>(null)
  const change = useMutation(changeLogo)
  const remove = useMutation(removeLogo)
  const [tooLarge, setTooLarge] = useState(false)
  const problem = tooLarge ? 'A logo can have at most 2 MB.' : change.error?.message

  async function send(file: File) {
    setTooLarge(file.size > brand.MAX_LOGO_BYTES)
    if (file.size <= brand.MAX_LOGO_BYTES) change.mutate({ logo: await toBase64(file) })
  }

  return (
    <fieldset className="logo-field">
      <legend className="label">
        Logo <span className="muted">(optional)</span>
      </legend>
      <div className="logo-field__row">
        {logo && <BrandLogo logo={logo} name={name ?? 'Your logo'} />}
        <Button busy={change.isPending} busyLabel="Drawing..." onClick={() => picker.current?.click()}>
          {logo ? 'Replace' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button
            look="danger-quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => {
              change.reset()
              remove.mutate({ logo: null })
              // The button goes with the logo.
              document.querySelector<HTMLElement>('#main h1')?.focus()
            }}
          >
            Remove
          </Button>
        )}
        <FilePicker
          ref={picker}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label="Logo"
          onFiles={([file]) => file && send(file)}
        />
      </div>
      <p className="hint">PNG, JPEG, WebP or SVG, at most 2 MB. A drawing with a clear ground looks best.</p>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

async function toBase64(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
