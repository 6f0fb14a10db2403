/** An address that opens an email to it. It may hold what means something else in a link, such as `?`. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`}>
      {email}
    </a>
  )
}
