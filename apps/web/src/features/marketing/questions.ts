import {
  bin,
  CURRENCY_TEXT,
  chat,
  PLANS,
  plural,
  pounds,
  requests,
  support,
  TRIAL_DAYS,
} from '@portico/contract'
import { configuredDuration } from '../../app/configured-duration.ts'
import { withPlansText } from '../../app/plans.tsx'

export interface Question {
  asks: string
  answer: string
}
interface Chapter {
  title: string
  /** Left out where nothing is sold. */
  isAboutPlans?: boolean
  questions: Question[]
}

const { free, starter, pro, enterprise } = PLANS

const money: Question[] = [
  {
    asks: 'What happens when the trial ends?',
    answer:
      'Without a card, the account goes back to Free. Nothing is deleted: you keep every client and every project, and add no client beyond the first. With a card, the plan goes on and the first month is charged.',
  },
  {
    asks: 'Do I need a credit card to begin?',
    answer: `No. Free needs none for as long as you like, and the first paid plan of an account begins with ${TRIAL_DAYS} days that cost nothing and ask for no card.`,
  },
  {
    asks: 'Can I change plans later?',
    answer:
      'Yes, in either direction. Your subscription is changed, never doubled, and you see what it costs before you agree. A smaller plan begins at once or at the end of the billing cycle, as you choose.',
  },
  {
    asks: 'What do I lose if I cancel?',
    answer:
      'Nothing until the end of the billing cycle; the date is shown. After that the account is Free. All you have made stays: you keep every client, and the chat history stays readable.',
  },
  {
    asks: 'What if a payment fails?',
    answer:
      'Everything goes on working while the payment is tried again. If no payment goes through in the end, the account becomes Free.',
  },
]

const clients: Question[] = [
  {
    asks: 'How do my clients log in?',
    answer: `By a link of their own, which Portico sends them by email. It works for ${configuredDuration('loginLink')}, on any device, as often as they like. There is no password to choose or to forget.`,
  },
  {
    asks: 'What if a link expires, or is lost?',
    answer:
      'Your client enters their email address and a fresh link arrives within a minute. You can send one too, from the client’s page.',
  },
  {
    asks: 'What if a link falls into the wrong hands?',
    answer:
      'Reset the access on the client’s page. Every link and every session of that client ends within a second, and you get a fresh link.',
  },
  {
    asks: 'What do my clients see?',
    answer: `Their own projects, with files, reviews, requests, feedback and chat. Not your other clients${withPlansText(', not your plan, not your prices')}. “See it as” on a client’s page shows you.`,
  },
  {
    asks: 'Can a client see another client’s work?',
    answer:
      'No. Portico only looks among what belongs to the person who asks, so nobody finds somebody else’s project, even by its address.',
  },
]

const work: Question[] = [
  {
    asks: 'How many projects and files may I have?',
    answer: withPlansText(
      'As many as you like, on every plan. Plans differ in the number of clients and members.',
      'As many as you like.',
    ),
  },
  {
    asks: 'How large may a file be, and of what kind?',
    answer:
      'Of any kind, and up to 1 GB unless whoever runs this Portico has set another limit. A large upload that is cut off goes on where it stopped. Images, PDFs, plain text, audio and video open in the browser; everything else downloads.',
  },
  {
    asks: 'Who can delete a file?',
    answer: 'Whoever uploaded it, and the freelancer whose project it is.',
  },
  {
    asks: 'How does a client approve a file?',
    answer:
      'You ask for approval of a version, with a due date if you like. They look at it, pin notes to what should change, and ask for changes or approve in one deliberate step, with a code by email where you want it. Every approval writes a signed receipt that is never changed and that anybody can check at /verify.',
  },
  {
    asks: 'Can I ask a client for files and texts?',
    answer: `Yes, one line each. They answer with a file, a few words, or that they do not have it, and get a reminder on day ${requests.REMINDER_DAYS_TEXT}, unless you switch these off. Either of you can make a link for somebody else who has it and needs no account.`,
  },
  {
    asks: 'Who has live chat?',
    answer: `${withPlansText(`Freelancers on ${pro.title} and ${enterprise.title}`, 'Every freelancer')}, with every one of their clients. A client can write while any of their projects is still going on, before the first one begins, and for ${chat.ANSWER_DAYS} days after the freelancer’s last message. What was said stays readable${withPlansText(' on every plan')}.`,
  },
  {
    asks: 'Can I work with colleagues?',
    answer: `Yes. ${withPlansText(
      `${pro.title} has room for ${plural(pro.memberLimit, 'member')}, you included, and ${enterprise.title} for ${enterprise.memberLimit}; ${free.title} and ${starter.title} are for one person. `,
    )}Each member comes in with a password of their own, and sees every client or only those that you choose.${withPlansText(' The price is the same however many of them work with you.')}`,
  },
  {
    asks: 'Why can I not set a project to Completed?',
    answer:
      'Because its due date lies in the future. You can on that day, or at once if you set the due date to today.',
  },
]

const data: Question[] = [
  {
    asks: 'What happens when I delete a client or a project?',
    answer: `Everything under it goes with it. A project, or a single file, can be brought back from the bin for ${bin.BIN_DAYS} days. A client cannot: their projects, files, reviews, requests, feedback and messages are deleted for good, and their links and sessions end at once.`,
  },
  {
    asks: 'Can I get my files out?',
    answer: 'Yes. Each file downloads by itself, and all files of a project as one ZIP.',
  },
  {
    asks: 'Do you track me?',
    answer:
      'No. There are no cookies, no analytics and no requests to anybody else’s servers. Your browser keeps your session, your theme, half-typed drafts, what you opened last, files that have not arrived yet and a random number by which we know it again, and nothing more.',
  },
  {
    asks: 'How fast does somebody answer?',
    answer: `Within about ${support.ANSWER_HOURS} hours, by email.${withPlansText(` ${enterprise.title} comes first.`)}`,
  },
]

const plans: Question[] = [
  {
    asks: 'What do the plans cost?',
    answer: `${free.title} is ${pounds(free.monthlyPence)} for ${free.clientLimit} client. ${starter.title} is ${pounds(starter.monthlyPence)} a month for ${starter.clientLimit}, ${pro.title} ${pounds(pro.monthlyPence)} for ${pro.clientLimit}, ${enterprise.title} ${pounds(enterprise.monthlyPence)} for ${enterprise.clientLimit}. ${CURRENCY_TEXT}`,
  },
]

/** Frequent questions before people trust Portico with their clients. Every answer has to be true of this code. */
export const chapters: Chapter[] = [
  { title: 'Clients and their links', questions: clients },
  { title: 'Projects, files and chat', questions: work },
  { title: 'Plans and money', questions: [...plans, ...money], isAboutPlans: true },
  { title: 'Your data', questions: data },
]

export const moneyQuestions = money.slice(0, 4)

/** The same for search engines. */
export function structuredQuestions(questions: Question[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ asks, answer }) => ({
      '@type': 'Question',
      name: asks,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
