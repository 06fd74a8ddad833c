interface MarksProps {
  /** What is certain; one stick each. */
  certain: number;
  /** What may come on top. */
  possible?: number;
}

/** One stick per thing counted, solid for what is certain and outlined for what may be. The words beside it say the same. */
export function Marks({ certain, possible = 0 }: MarksProps) {
  const sticks = Array.from({ length: certain + possible }, (_, index) => index);
  return (
    <div className="marks" aria-hidden="true">
      {sticks.map((index) => (
        <i key={index} className={index < certain ? "" : "is-possible"} />
      ))}
    </div>
  );
}
