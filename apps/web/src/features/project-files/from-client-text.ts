/** The heading, for the people of a client, over the files that their side gave. */
export const fromClientText = (looksOnly: boolean) => (looksOnly ? 'From your colleagues' : 'From you')
