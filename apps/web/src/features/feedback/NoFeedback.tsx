import { Drawing } from '../../ui/Drawing.tsx'

export function NoFeedback() {
  return (
    <div className="blank blank--section">
      <Drawing name="written" />
      <p>No feedback submitted yet.</p>
    </div>
  )
}
