// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type NumberKind, numberKinds } from "#shared/typed-numbers.ts";
import { Button } from "../button.tsx";
import { Form } from "./form.tsx";
import { NumberField } from "./number-field.tsx";
import { useServerForm } from "./use-server-form.ts";

interface Values {
  parts: { amount: string }[];
}

interface ExampleProps {
  kind: NumberKind;
  send: (values: Values) => Promise<unknown>;
  isShown?: boolean;
}

/** A schema that takes everything: what is refused, the field refuses. */
function Example({ kind, send, isShown = true }: ExampleProps) {
  const form = useServerForm<Values, unknown>({
    schema: async () => z.custom<Values>(() => true),
    defaultValues: { parts: [{ amount: "" }] },
    send,
    onSent: () => {},
    fieldErrors: () => [],
    onRefused: () => {},
  });
  return (
    <Form form={form}>
      {isShown && <NumberField form={form} name="parts.0.amount" kind={kind} label="Figure" />}
      <Button type="submit">Save</Button>
    </Form>
  );
}

afterEach(cleanup);

describe.each(Object.keys(numberKinds) as NumberKind[])("A field for %s", (kind) => {
  it("A number field leaves typed text as it is, refuses it with an example, and accepts it once mended", async () => {
    const send = vi.fn(async () => {});
    const user = userEvent.setup();
    render(<Example kind={kind} send={send} />);
    const field = screen.getByLabelText<HTMLInputElement>("Figure");
    for (const typed of ["1,75", "£10k", "1e3", "--5", "10,00,000"]) {
      await user.clear(field);
      await user.type(field, typed);
      expect(field.value).toBe(typed);
      await user.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(screen.getByText(numberKinds[kind].problem)).toBeTruthy());
      expect(field.getAttribute("aria-invalid")).toBe("true");
    }
    expect(send).not.toHaveBeenCalled();
    const typed = kind === "year" ? "2019" : " 40 ";
    await user.clear(field);
    await user.type(field, typed);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ parts: [{ amount: typed }] }));
  });
});

it("A number field that has left the page refuses nothing any more", async () => {
  const send = vi.fn(async () => {});
  const user = userEvent.setup();
  const { rerender } = render(<Example kind="pounds" send={send} />);
  await user.type(screen.getByLabelText("Figure"), "1,75");
  rerender(<Example kind="pounds" send={send} isShown={false} />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
});
