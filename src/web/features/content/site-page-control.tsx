import { useState } from "react";
import type { ContentItem } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import type { SitePageSlug } from "#shared/content/site-page-layouts.ts";
import {
  pageValueNames,
  type SectionLayout,
  type SitePageContent,
  sitePageLayouts,
  type TypedFigure,
  typedFigures,
} from "#shared/content/site-page-layouts.ts";
import { type SitePoint, type SiteSection, siteValues } from "#shared/content/site-pages.ts";
import { maximumLineLength, maximumTextLength } from "#shared/text-rules.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox, CheckboxField } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { Written } from "./use-content.ts";

interface SitePageControlProps {
  form: ServerForm<Written>;
  slug: SitePageSlug;
  /** Runs before a change that is no typing. */
  onEdit: () => void;
}

/** The sections of a page of the site, in the order of its layout. */
export function SitePageControl({ form, slug, onEdit }: SitePageControlProps) {
  const sections = (form.watch("sections") ?? []) as SiteSection[];
  return (
    <>
      <Values slug={slug} />
      {sitePageLayouts[slug].map((layout, index) => (
        <SectionFields
          key={layout.key}
          form={form}
          layout={layout}
          name={`sections.${index}`}
          section={sections[index]}
          onEdit={onEdit}
        />
      ))}
    </>
  );
}

function Values({ slug }: { slug: SitePageSlug }) {
  const values = siteValues(useClub());
  const names = [...Object.keys(values), ...(pageValueNames[slug] ?? [])].toSorted();
  return (
    <Fold summary="Values of Settings, and links">
      <p className="small">
        Write a name in braces where the value goes: it follows Settings. Write <code>[words](/membership)</code> for a
        link.
      </p>
      <dl className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {names.map((name) => (
          <div key={name}>
            <dt className="small">
              <code>{`{${name}}`}</code>
            </dt>
            <dd className="note">
              {values[name] === "" ? "Nothing today." : (values[name] ?? "The page works it out.")}
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

interface SectionFieldsProps {
  form: ServerForm<Written>;
  layout: SectionLayout;
  /** Of the section in the form. */
  name: string;
  section: SiteSection | undefined;
  onEdit: () => void;
}

function SectionFields({ form, layout: { label, fields, points }, name, section, onEdit }: SectionFieldsProps) {
  const change = (at: string, value: unknown) => {
    onEdit();
    form.change(`${name}.${at}` as string, value);
  };
  return (
    <fieldset className="card grid gap-4 p-5">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="d4" aria-hidden="true">
          {label}
        </p>
        <Checkbox
          label={<>Show{<span className="sr-only"> {label}</span>}</>}
          checked={section?.is_shown ?? true}
          onChange={(event) => change("is_shown", event.target.checked)}
        />
      </div>
      <TextFields form={form} name={name} fields={fields} />
      {points && (
        <RepeatedFields
          form={form}
          name={`${name}.points`}
          legend={`${points.noun}, up to ${points.maximum}`}
          fresh={emptyPoint}
          addLabel={`Add: ${points.noun.toLowerCase()}`}
          entryLabel={(number) => `${label}, ${points.noun.toLowerCase()} ${number}`}
          longest={points.maximum}
          isOrdered
          isFixed={points.isFixed ?? false}
        >
          {(index) => (
            <>
              <TextFields form={form} name={`${name}.points.${index}`} fields={points.fields} />
              {!points.isFixed && (
                <Checkbox
                  label="Show"
                  aria-label={`Show ${label}, ${points.noun.toLowerCase()} ${index + 1}`}
                  checked={section?.points[index]?.is_shown ?? true}
                  onChange={(event) => change(`points.${index}.is_shown`, event.target.checked)}
                />
              )}
            </>
          )}
        </RepeatedFields>
      )}
    </fieldset>
  );
}

const emptyPoint: SitePoint = { note: "", title: "", text: "", is_shown: true };

interface TextFieldsProps {
  form: ServerForm<Written>;
  name: string;
  fields: SectionLayout["fields"];
}

const TextFields = ({ form, name, fields }: TextFieldsProps) =>
  (["note", "side", "title", "text"] as const).map((part) => {
    const label = fields[part];
    if (label === undefined) return null;
    const isLong = (part === "text" && fields.title !== undefined) || (part === "note" && fields.side !== undefined);
    return (
      <FormField key={part} form={form} name={`${name}.${part}`} label={label}>
        {isLong ? (
          <Textarea className="field-sizing-content" minimumHeightPx={72} maxLength={maximumTextLength} />
        ) : (
          <Input maxLength={maximumLineLength} />
        )}
      </FormField>
    );
  });

/** @returns the sentences of a page with typed figures that somebody has to check before its publication. */
export function useTypedFigures(): (item: ContentItem) => TypedFigure[] {
  const club = useClub();
  return ({ kind, draft }) => (kind === "site_page" ? typedFigures(draft as unknown as SitePageContent, club) : []);
}

interface FiguresDialogProps {
  figures: readonly TypedFigure[];
  submitLabel: string;
  onClose: () => void;
  onChecked: (sentences: string[]) => void;
}

/** Names every typed figure: each is ticked before the page is published. */
export function FiguresDialog({ figures, submitLabel, onClose, onChecked }: FiguresDialogProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const sentences = figures.map(({ sentence }) => sentence);
  const submit = () => {
    if (sentences.every((sentence) => ticked.includes(sentence))) onChecked(sentences);
    else setTried(true);
  };
  return (
    <Dialog
      isOpen={figures.length > 0}
      onClose={onClose}
      title="Check the figures"
      text="These percentages and sums are typed into the text, and stay when Settings change. Tick each one that you have checked."
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Go back
          </Button>
          <Button onClick={submit}>{submitLabel}</Button>
        </>
      }
    >
      <div className="mt-5 grid gap-4">
        {figures.map(({ sentence, figures: typed, values }) => (
          <CheckboxField
            key={sentence}
            label={`I have checked ${typed.join(" and ")}: “${sentence}”`}
            checked={ticked.includes(sentence)}
            onChange={({ target }) =>
              setTicked(target.checked ? [...ticked, sentence] : ticked.filter((each) => each !== sentence))
            }
            hint={
              values.length > 0 &&
              `Settings have the same: write ${values.map((name) => `{${name}}`).join(" or ")} instead.`
            }
            error={isTried && !ticked.includes(sentence) ? messages.uncheckedFigure : undefined}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** For the difference of two versions. */
export const sectionLines = (sections: readonly SiteSection[]): string =>
  sections
    .flatMap(({ side, title, text, note, points, is_shown }) => [
      [side, title, is_shown ? "" : "(not shown)"].filter(Boolean).join(" · "),
      text,
      ...points.map((point) =>
        [point.note, point.title, point.text, point.is_shown ? "" : "(not shown)"].filter(Boolean).join(" · "),
      ),
      note,
    ])
    .filter(Boolean)
    .join("\n");
