import type { DemoClient } from './demo-types.ts'

export const freelancer = {
  name: 'Ada Marsh',
  email: 'ada@adamarsh.example',
  password: 'portico demo',
  timeZone: 'Europe/London',
}

export const company = 'Brand and web design'

/** Oldest first: lists show the newest first. */
export const clients: DemoClient[] = [
  {
    firstName: 'Gareth',
    lastName: 'Lloyd',
    email: 'gareth@lloydjoinery.example',
    company: null,
    projects: [
      {
        title: 'Van livery',
        description: 'Side and rear panels for two vans, with a cut file for the sign maker.',
        status: 'In Progress',
        dueIn: -8,
        createdDaysAgo: 30,
        files: [
          {
            name: 'van-side.webp',
            by: 'freelancer',
            minutesAgo: 9 * 1_440,
            review: {
              message: 'May the doors be printed like this?',
              minutesAgo: 9 * 1_440 - 5,
              decision: { decision: 'approved', comment: 'Looks right. Go ahead.', minutesAgo: 8 * 1_440 },
            },
          },
        ],
        feedback: [
          { message: 'The phone number should be larger on the rear doors.', minutesAgo: 3 * 1_440 },
        ],
      },
    ],
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@harbourphysio.example',
    company: 'Harbour Physiotherapy',
    projects: [
      {
        title: 'Website refresh',
        description: 'New booking page and photographs of the treatment rooms.',
        status: 'Pending',
        dueIn: null,
        createdDaysAgo: 14,
        passes: [
          {
            by: 'freelancer',
            to: 'client',
            note: 'Which of the treatment rooms may be photographed?',
            minutesAgo: 11 * 1_440,
          },
        ],
      },
    ],
  },
  {
    firstName: 'Tom',
    lastName: 'Okafor',
    email: 'tom@fernandbell.example',
    company: 'Fern & Bell Florists',
    projects: [
      {
        title: 'Wedding brochure',
        description: 'Twelve pages, A5, for the January wedding fair.',
        status: 'In Progress',
        dueIn: 3,
        createdDaysAgo: 12,
        passes: [
          {
            by: 'client',
            to: 'freelancer',
            note: 'Cream paper or white? The printer asks.',
            minutesAgo: 2 * 1_440,
          },
        ],
        files: [
          {
            name: 'cover-sketch.png',
            by: 'freelancer',
            minutesAgo: 3 * 1_440,
            review: {
              message: 'Is this the sprig that you had in mind?',
              minutesAgo: 3 * 1_440 - 5,
              decision: {
                decision: 'changes_requested',
                comment: 'Nearly. More leaves on the left, please.',
                minutesAgo: 2 * 1_440 + 60,
              },
            },
          },
        ],
      },
    ],
  },
  {
    firstName: 'Maya',
    lastName: 'Whitcombe',
    email: 'maya@northwindbakery.example',
    company: 'Northwind Bakery',
    projects: [
      {
        title: 'Shopfront signage',
        description: 'Fascia lettering and a hanging sign.',
        status: 'Completed',
        dueIn: -22,
        createdDaysAgo: 20,
      },
      {
        title: 'Seasonal price lists',
        description: 'Four inserts a year that fit the new menu holders.',
        status: 'Pending',
        dueIn: 55,
        createdDaysAgo: 10,
      },
      {
        title: 'Spring menu redesign',
        description:
          'New spring menu: two sizes, allergen marks, a takeaway version and a chalkboard layout for the counter. Print deadline is the Friday before Christmas week.',
        status: 'In Progress',
        dueIn: 27,
        createdDaysAgo: 8,
        passes: [
          {
            by: 'freelancer',
            to: 'client',
            note: 'The printer needs the final file on Monday. A yes today would be enough.',
            minutesAgo: 45,
          },
        ],
        files: [
          { name: 'brand-colours.png', by: 'client', minutesAgo: 6 * 1_440 },
          {
            name: 'allergens.txt',
            by: 'client',
            minutesAgo: 6 * 1_440 - 4,
            answers: 'Allergen list for the new cakes',
          },
          { name: 'menu-proof-01.pdf', by: 'freelancer', minutesAgo: 4 * 1_440 },
          {
            name: 'menu-proof-02.pdf',
            by: 'freelancer',
            minutesAgo: 2 * 1_440,
            versionOf: 'menu-proof-01.pdf',
          },
          {
            name: 'counter-photo.jpg',
            by: 'client',
            minutesAgo: 1_520,
            answers: 'Photo of the shopfront',
          },
          {
            name: 'menu-proof-03.pdf',
            by: 'freelancer',
            minutesAgo: 51,
            versionOf: 'menu-proof-01.pdf',
            review: {
              message: 'The rye comes first now. May it go to print?',
              minutesAgo: 50,
              dueIn: 6,
            },
          },
        ],
        requests: {
          minutesAgo: 7 * 1_440,
          asked: [
            { title: 'Allergen list for the new cakes', details: null, kind: 'file' },
            {
              title: 'Opening hours from March',
              details: 'As they should stand on the menu, with the days you are closed.',
              kind: 'text',
              dueIn: 1,
            },
            {
              title: 'Photo of the shopfront',
              details: 'Straight from the front, by daylight, without cars if you can.',
              kind: 'file',
              outcome: {
                change: {
                  state: 'open',
                  reason: 'This one is too small to print. At least 2000 pixels wide, please.',
                },
                minutesAgo: 1_450,
              },
            },
            {
              title: 'Prices of the takeaway menu',
              details: null,
              kind: 'text',
              answer: {
                contents: {
                  text: 'Bacon roll, £4.50\nPorridge with honey, £3.20\nSoup and a slice, £5.80\nCheese twist, £2.90',
                },
                minutesAgo: 6 * 1_440 - 30,
              },
              outcome: { change: { state: 'accepted' }, minutesAgo: 5 * 1_440 },
            },
            {
              title: 'Old menu as a PDF',
              details: null,
              kind: 'file',
              answer: {
                contents: { unable: 'unneeded', comment: 'It is on our website.' },
                minutesAgo: 6 * 1_440 - 32,
              },
              outcome: { change: { state: 'accepted' }, minutesAgo: 5 * 1_440 - 1 },
            },
          ],
        },
        // Two rounds. The second ends before the turn is passed, which a later note would end.
        notes: [
          {
            on: 'menu-proof-02.pdf',
            by: 'client',
            text: 'The rye loaf should come before the sourdough.',
            page: 1,
            x: 0.01,
            y: 0.3,
            minutesAgo: 2700,
            settled: { minutesAgo: 60 },
          },
          {
            on: 'menu-proof-02.pdf',
            by: 'client',
            text: 'Please put our web address at the foot.',
            page: 1,
            x: 0.01,
            y: 0.9,
            minutesAgo: 2698,
            settled: { reason: 'It stands on the back page, beside the opening hours.', minutesAgo: 59 },
          },
          {
            on: 'menu-proof-02.pdf',
            by: 'client',
            text: 'Is the soup still £5.80 in spring?',
            page: 2,
            x: 0.89,
            y: 0.42,
            minutesAgo: 2690,
            reply: { by: 'freelancer', text: 'That is what your list says.', minutesAgo: 1_600 },
            settled: { minutesAgo: 58 },
          },
          {
            on: 'menu-proof-02.pdf',
            by: 'freelancer',
            text: 'The greens come out a little darker in print than on a screen.',
            minutesAgo: 2500,
            settled: { minutesAgo: 57 },
          },
          {
            on: 'menu-proof-03.pdf',
            by: 'freelancer',
            text: 'For the uncoated 300 g paper that we chose in September.',
            minutesAgo: 50,
          },
          {
            on: 'menu-proof-03.pdf',
            by: 'client',
            text: 'Could the rye loaf carry a small star? It is what people ask for.',
            page: 1,
            x: 0.29,
            y: 0.265,
            minutesAgo: 49,
          },
          {
            on: 'menu-proof-03.pdf',
            by: 'client',
            text: 'The cake prices are still a touch large beside the names.',
            page: 1,
            x: 0.89,
            y: 0.455,
            minutesAgo: 48,
            reply: {
              by: 'freelancer',
              text: 'I can go down to 10 points. Smaller gets hard to read at the counter.',
              minutesAgo: 46,
            },
          },
          {
            on: 'menu-proof-03.pdf',
            by: 'client',
            text: '“Before ten” could be “Until ten”.',
            page: 2,
            x: 0.32,
            y: 0.215,
            minutesAgo: 47,
          },
        ],
        feedback: [
          { message: 'Please keep the old typeface for the cake names.', minutesAgo: 5 * 1_440 },
          {
            message: 'The takeaway version reads well from two metres. We tried it on the counter.',
            minutesAgo: 1_700,
          },
          {
            message:
              'Lovely. Could the prices be a little smaller? The rye loaf should come before the sourdough, and Tom asks for the allergen marks in the same green as the awning.',
            minutesAgo: 1_500,
          },
        ],
      },
    ],
  },
]
