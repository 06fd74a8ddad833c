import { importExampleHost } from "#shared/imports.ts";

const name = "Anna Hale";
const email = `anna@${importExampleHost}`;
const formats = [
  { words: "Name and email", example: `${name}, ${email}` },
  { words: "With a dash", example: `${name} - ${email}` },
  { words: "With a tab, as spreadsheets copy", example: `${name}\t${email}` },
  { words: "Only an email; the name is the part before the at-sign", example: email },
  { words: "A name with a comma, in quotes", example: `"Hale, Anna", ${email}` },
];

export function ImportFormats() {
  return (
    <section aria-labelledby="import-formats">
      <h3 id="import-formats" className="d4 mb-3">
        What a line can look like
      </h3>
      <dl className="import-formats">
        {formats.map(({ words, example }) => (
          <div key={words} className="import-format">
            <dt>{words}</dt>
            <dd className="code">{example}</dd>
          </div>
        ))}
      </dl>
      <p className="note mt-4">A header such as name, email is recognised. Blank lines are skipped.</p>
    </section>
  );
}
