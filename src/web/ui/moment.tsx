interface MomentProps {
  /** Such as "13 Oct 2026, 21:48". */
  text: string;
}

/** Breaks between day and time alone. */
export function Moment({ text }: MomentProps) {
  const [day, time] = text.split(", ");
  return (
    <>
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
