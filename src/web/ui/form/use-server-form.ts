import { type FormEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  type ResolverOptions,
  set,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { ZodType } from "zod";

/** `path` may name an entry of a list: "expertise.3". */
export interface FieldError {
  path: string;
  message: string;
}

export interface ServerFormOptions<Values extends FieldValues, Answer, Output = Values> {
  /**
   * The schema maps what the controls hold to what is sent. Public pages import it when the form is shown, as it weighs more than
   * the page.
   */
  schema: ZodType<Output, FieldValues> | (() => Promise<ZodType<Output, FieldValues>>);
  defaultValues: DefaultValues<Values>;
  /** Rejects with the server's error. */
  send: (values: Output) => Promise<Answer>;
  /** The form stays busy until it resolves; a rejection counts as one of `send`. */
  onSent: (answer: Answer, values: Output) => unknown;
  /** Fields that the form does not have are ignored. */
  fieldErrors: (error: unknown) => FieldError[];
  /** An error inside of a list or record is set there, instead of on the whole field. */
  areErrorsNested?: boolean;
  /** Puts a field on the page that stands there only once a refusal is about it, such as a password. */
  reveal?: (field: string) => unknown;
  /** @param isAtField whether a field shows it. */
  onRefused: (error: Error, isAtField: boolean) => unknown;
  /** Focused when the form appears. */
  firstFocus?: Path<Values> | undefined;
  /** Focused after a rejection without a field. */
  refusalFocus?: Path<Values>;
}

export interface ServerForm<Values extends FieldValues = FieldValues> extends UseFormReturn<Values> {
  submit: (event: FormEvent) => Promise<void>;
  change: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => void;
  isBusy: boolean;
  /** Its fields are disabled meanwhile. */
  isSending: boolean;
  element: RefObject<HTMLFormElement | null>;
  /** Loads the schema, which weighs more than the page, before it is needed. */
  prepare: () => void;
}

/** Validates by the schema, then by the server; focuses the first invalid field; ignores presses while busy. */
export function useServerForm<Values extends FieldValues, Answer, Output = Values>(
  options: ServerFormOptions<Values, Answer, Output>,
): ServerForm<Values> {
  const { defaultValues, send, onSent, fieldErrors, areErrorsNested, onRefused, firstFocus, refusalFocus } = options;
  const [load] = useState(() => () => loadResolver<Values, Output>(options.schema));
  const resolver: Resolver<Values, unknown, Output> = async (...entry) => {
    // Without the schema, the server validates alone.
    const check = await load().catch(() => undefined);
    const checked = check ? await check(...entry) : { values: converted(options.schema, entry[0]), errors: {} };
    const errors = withProblems(checked.errors as FieldErrors<Values>, entry[0], entry[2]);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : checked;
  };
  const form = useForm<Values, unknown, Output>({ resolver, defaultValues, shouldFocusError: false });
  const { setFocus } = form;
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ isRefused: boolean }>();
  const isLocked = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  const prepare = useCallback(() => void load().catch(() => {}), [load]);
  // Whoever was quicker than the app is in the form already.
  useEffect(() => {
    if (element.current?.matches(":focus-within, :hover")) prepare();
  }, [prepare]);
  useEffect(() => {
    // The effect follows the page's own focus move.
    if (firstFocus) setFocus(firstFocus);
  }, [firstFocus, setFocus]);
  // Runs after the render that enables the fields.
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
        const errors = fieldErrors(error).filter(({ path }) => fieldOf(path) in form.getValues());
        // At once, to see whether a field shows it: not each field of a form is on the page, or has a place for an error.
        flushSync(() => {
          for (const { path } of errors) options.reveal?.(fieldOf(path));
        });
        flushSync(() => {
          for (const { path, message } of errors) {
            form.setError((areErrorsNested ? path : fieldOf(path)) as Path<Values>, { message });
          }
        });
        onRefused(error as Error, errors.length > 0 && findInvalid(element.current) !== null);
      }
      setSending(false);
    })(event);
    isLocked.current = false;
    setOutcome({ isRefused });
  };
  const change: ServerForm<Values>["change"] = (name, value) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return {
    ...(form as unknown as UseFormReturn<Values>),
    submit,
    change,
    isSending,
    isBusy: isSending || form.formState.isSubmitting,
    element,
    prepare,
  };
}

const fieldOf = (path: string): string => path.split(".")[0] ?? path;

/** A message of a field's own replaces that of the schema. */
function withProblems<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  values: Values,
  { names = [], fields }: ResolverOptions<Values>,
): FieldErrors<Values> {
  for (const name of names) {
    const field: ResolverOptions<Values>["fields"][string] | undefined = get(fields, name);
    if (!field?.mount || typeof field.validate !== "function") continue;
    const message = field.validate(get(values, name), values);
    if (typeof message === "string") set(errors, name, { type: "typed", message, ref: field.ref });
  }
  return errors;
}

function converted<Values extends FieldValues, Output>(
  schema: ServerFormOptions<Values, unknown, Output>["schema"],
  values: Values,
): Output {
  const data = typeof schema === "function" ? undefined : schema.safeParse(values).data;
  return data ?? (values as unknown as Output);
}

async function loadResolver<Values extends FieldValues, Output>(
  schema: ServerFormOptions<Values, unknown, Output>["schema"],
) {
  const [{ zodResolver }, rules] = await Promise.all([
    import("@hookform/resolvers/zod"),
    typeof schema === "function" ? schema() : schema,
  ]);
  return zodResolver(rules) as unknown as Resolver<Values, unknown, Output>;
}

const findInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector("[aria-invalid=true], [data-invalid]") ?? null;

/** The first field with an error, else the one of this name; the submit button where the focus was lost. */
function focus(form: HTMLFormElement | null, name: string | undefined): void {
  const invalid = findInvalid(form);
  // With its message, which the focus alone may leave below the window's edge.
  invalid?.closest(".field")?.scrollIntoView({ block: "center" });
  const field = invalid ?? form?.querySelector(`[name="${name}"]`);
  const isLost = document.activeElement === document.body;
  const place = field ?? (isLost ? form?.querySelector("[type=submit]") : undefined);
  if (place instanceof HTMLElement) place.focus();
  if (place instanceof HTMLInputElement) place.select();
}
