/** What the club writes about each of its companies. Until it has, every answer says so: nothing here is made up. */
const questions = [
  "What the company does",
  "Why members backed it",
  "Round, instrument and valuation",
  "When the club invested, and through which SPV",
  "SEIS or EIS, and where the certificates stand",
  "Latest update from the founders",
];

export function InvestmentFacts() {
  return (
    <dl className="max-w-3xl">
      {questions.map((question) => (
        <div key={question} className="grid gap-x-8 gap-y-1 border-line border-b py-4 first:pt-0 md:grid-cols-2">
          <dt className="font-[550]">{question}</dt>
          <dd className="text-ink-3">To be filled in by the club</dd>
        </div>
      ))}
    </dl>
  );
}
