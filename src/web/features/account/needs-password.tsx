export function NeedsPassword({ forWhat }: { forWhat: string }) {
  return <p className="muted max-w-(--measure)">To {forWhat} you need a password. You can set one under Password.</p>;
}
