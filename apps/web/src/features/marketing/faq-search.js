// Opens the questions that contain all typed words, hides the others, and announces their number.
document.addEventListener('input', ({ target }) => {
  if (target.id !== 'faq-search') return
  const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain(target.value).split(/\s+/).filter(Boolean)
  let found = 0
  for (const question of document.querySelectorAll('#faq details')) {
    const text = plain(question.textContent)
    const fits = words.every((word) => text.includes(word))
    question.hidden = !fits
    question.open = fits && words.length > 0
    if (fits) found += 1
  }
  for (const chapter of document.querySelectorAll('#faq section'))
    chapter.hidden = !chapter.querySelector('details:not([hidden])')
  const count = found === 1 ? '1 answer' : `${found || 'No'} answers`
  document.getElementById('faq-found').textContent = words.length > 0 ? `${count} found.` : ''
})
