import { formDeskMessages as messages, statementFormStateLabels } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormState } from "#shared/statements/statement-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

const tones: Record<StatementFormState, BadgeTone> = {
  waiting: "waiting",
  ahead: "upcoming",
  in_force: "live",
  replaced: "over",
  ended: "over",
  withdrawn: "refused",
};

export function FormState({ form, isPlain }: { form: StatementFormVersion; isPlain?: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
      <Badge tone={tones[form.state]} isPlain={isPlain ?? false}>
        {statementFormStateLabels[form.state]}
      </Badge>
      {form.is_sample && <Badge tone="over">Sample</Badge>}
    </span>
  );
}

export const daysOf = ({ valid_from, valid_until }: StatementFormVersion): string =>
  messages.from(shortDate(valid_from), valid_until && shortDate(valid_until));

const shortHashLength = 10;

/** The first characters; copied whole. */
export function FormHash({ sha256, labelEnd }: { sha256: string; labelEnd: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <code className="code" title={sha256}>
        {sha256.slice(0, shortHashLength)}…
      </code>
      <RowAction
        labelEnd={`${messages.hash} ${labelEnd}`}
        onClick={() =>
          void copyText(sha256, messages.hash, {
            title: "Hash Copied",
            description: "The whole hash is on your clipboard.",
          })
        }
      >
        Copy
      </RowAction>
    </span>
  );
}

export const authorOf = ({ author_name, is_sample }: StatementFormVersion): string | null =>
  author_name ?? (is_sample ? "The sample club" : null);

export function Signature({ name, at }: { name: string | null; at: string | null }) {
  if (!at) return "–";
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{name || "A deleted account"}</span>
      <time className="note num whitespace-nowrap" dateTime={at}>
        {formatDateTime(at)}
      </time>
    </span>
  );
}
