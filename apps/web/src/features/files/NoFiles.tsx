import { Drawing } from '../../ui/Drawing.tsx'

export function NoFiles() {
  return (
    <div className="blank blank--section">
      <Drawing name="tray" />
      <p>No files uploaded yet.</p>
    </div>
  )
}
