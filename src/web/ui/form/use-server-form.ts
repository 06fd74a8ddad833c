import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { ZodType } from "zod";

/** What the server says against a field; `path` may name an entry of a list, as "expertise.3". */
export interface FieldError {
  path: string;
  message: string;
}

export interface ServerFormOptions<Values extends FieldValues, Answer> {
  /** Imports the schema, whose output has the shape of its input. */
  schema: () => Promise<ZodType<Values, FieldValues>>;
  defaultValues: DefaultValues<Values>;
  /** Gets the schema's output. Rejects with the server's error. */
  send: (values: Values) => Promise<Answer>;
  /** The form stays busy until it resolves; a rejection counts as one of `send`. */
  onSent: (answer: Answer, values: Values) => unknown;
  /** The fields that a rejection is about; those that the form does not have are left out. */
  fieldErrors: (error: unknown) => FieldError[];
  /** @param isAtField whether a field says it already. */
  onRefused: (error: Error, isAtField: boolean) => unknown;
  /** Takes the focus when the form appears. */
  firstFocus?: Path<Values> | undefined;
  /** Takes the focus after a rejection that is about no field. */
  refusalFocus?: Path<Values>;
}

export interface ServerForm<Values extends FieldValues = FieldValues> extends UseFormReturn<Values> {
  submit: (event: FormEvent) => Promise<void>;
  /** Gives a field that is no plain control its value, as typing would. */
  change: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => void;
  /** From the press of the button to the answer. */
  isBusy: boolean;
  /** While the server is asked; its fields are disabled meanwhile. */
  isSending: boolean;
  element: RefObject<HTMLFormElement | null>;
}

/**
 * A form validated by a schema in the browser and by the server. Values stay until they are accepted; the first invalid
 * field is focused after either check; a second submission while busy is ignored.
 */
export function useServerForm<Values extends FieldValues, Answer>(
  options: ServerFormOptions<Values, Answer>,
): ServerForm<Values> {
  const { defaultValues, send, onSent, fieldErrors, onRefused, firstFocus, refusalFocus } = options;
  const [load] = useState(() => () => loadResolver(options.schema));
  const resolver: Resolver<Values> = async (...entry) => {
    // Where the schema does not load, the server checks alone.
    const check = await load().catch(() => undefined);
    return check ? check(...entry) : { values: entry[0], errors: {} };
  };
  const form = useForm<Values>({ resolver, defaultValues, shouldFocusError: false });
  const { setFocus } = form;
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ isRefused: boolean }>();
  const isLocked = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  // Once the form shows: the schema weighs more than the page.
  useEffect(() => void load().catch(() => {}), [load]);
  useEffect(() => {
    // After the page has taken the focus: setFocus waits a moment.
    if (firstFocus) setFocus(firstFocus);
  }, [firstFocus, setFocus]);
  // After the render that enables the fields and marks those with an error.
  useLayoutEffect(() => {
    if (outcome) focus(element.current, outcome.isRefused ? refusalFocus : undefined);
  }, [outcome, refusalFocus]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLocked.current) return;
    isLocked.current = true;
    let isRefused = false;
    await form.handleSubmit(async (values) => {
      setSending(true);
      try {
        await onSent(await send(values), values);
      } catch (error) {
        isRefused = true;
        const errors = fieldErrors(error).filter(({ path }) => fieldOf(path) in values);
        for (const { path, message } of errors) form.setError(fieldOf(path) as Path<Values>, { message });
        onRefused(error as Error, errors.length > 0);
      }
      setSending(false);
    })(event);
    isLocked.current = false;
    setOutcome({ isRefused });
  };
  const change: ServerForm<Values>["change"] = (name, value) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return { ...form, submit, change, isSending, isBusy: isSending || form.formState.isSubmitting, element };
}

const fieldOf = (path: string): string => path.split(".")[0] ?? path;

async function loadResolver<Values extends FieldValues>(schema: () => Promise<ZodType<Values, FieldValues>>) {
  const [{ zodResolver }, rules] = await Promise.all([import("@hookform/resolvers/zod"), schema()]);
  return zodResolver(rules) as Resolver<Values>;
}

/** The first field with an error, else the one of this name; the submit button where the focus was lost. */
function focus(form: HTMLFormElement | null, name: string | undefined): void {
  const field = form?.querySelector("[aria-invalid=true], [data-invalid]") ?? form?.querySelector(`[name="${name}"]`);
  const isLost = document.activeElement === document.body;
  const place = field ?? (isLost ? form?.querySelector("[type=submit]") : undefined);
  if (place instanceof HTMLElement) place.focus();
  if (place instanceof HTMLInputElement) place.select();
}
