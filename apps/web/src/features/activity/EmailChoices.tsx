import { activity, durationInWords } from '@portico/contract'
import { Radios } from '../../ui/Radios.tsx'
import { SettingsSection } from '../../ui/SettingsSection.tsx'

interface Props {
  /** Undefined while they load. */
  settings: activity.Settings | undefined
  onChange: (change: Pick<activity.SettingsChange, 'work' | 'messages'>) => void
}

/** Which emails somebody wants. Each choice is saved at once. */
export function EmailChoices({ settings, onChange }: Props) {
  return (
    <>
      <SettingsSection
        heading="Work, by email"
        about="Uploads, feedback and answers. Grouped by project in one email, never about what you have read already. And a reminder at 8:00 on the day before a due date."
      >
        <Radios
          label="Work, by email"
          value={settings?.work}
          onChange={(work) => onChange({ work })}
          options={[
            {
              value: 'soon',
              label: 'Soon',
              hint: `After ${durationInWords(activity.EMAIL_DELAY_SECONDS)} about ${activity.PROMPT_TEXT}, at most once an hour about the rest`,
            },
            {
              value: 'daily',
              label: 'Once a day',
              hint: `At 8:00${zoneText(settings)}, only when there is something`,
            },
            { value: 'never', label: 'Never', hint: 'You still see it at the bell' },
          ]}
        />
      </SettingsSection>
      <SettingsSection
        heading="Messages, by email"
        about={`A message that stays unread for ${durationInWords(activity.EMAIL_DELAY_SECONDS)} comes with the same email, once.`}
      >
        <Radios
          label="Messages, by email"
          value={settings?.messages}
          onChange={(messages) => onChange({ messages })}
          options={[
            { value: 'soon', label: 'Soon', hint: 'With the next email' },
            { value: 'never', label: 'Never', hint: 'You still see the count at Chat' },
          ]}
        />
      </SettingsSection>
    </>
  )
}

/** `Europe/London` → ` London time`, `UTC` → ` UTC`. */
function zoneText(settings: activity.Settings | undefined) {
  const [zone, ...place] = settings?.timeZone.split('/') ?? []
  if (place.length === 0) return zone ? ` ${zone}` : ''
  return ` ${place.at(-1)?.replaceAll('_', ' ')} time`
}
