/** Encodes the address, because it may contain characters such as `?`. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`}>
      {email}
    </a>
  )
}
