export function AdminNotes({ label, notes }: { label: string; notes: string }) {
  return (
    <div className="max-w-(--measure) border-line border-l-4 pl-4">
      <p className="field-label">{label}</p>
      <p className="small muted whitespace-pre-line wrap-anywhere">{notes}</p>
    </div>
  );
}
