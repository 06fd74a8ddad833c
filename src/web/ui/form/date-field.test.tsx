// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { Button } from "../button.tsx";
import { DateField } from "./date-field.tsx";
import { Form } from "./form.tsx";
import { useServerForm } from "./use-server-form.ts";

interface Values {
  day: string;
}

/** A schema that takes everything: what is refused, the field refuses. */
function Example({ send }: { send: (values: Values) => Promise<unknown> }) {
  const form = useServerForm<Values, unknown>({
    schema: async () => z.custom<Values>(() => true),
    defaultValues: { day: "" },
    send,
    onSent: () => {},
    fieldErrors: () => [],
    onRefused: () => {},
  });
  return (
    <Form form={form}>
      <DateField form={form} name="day" label="First day" />
      <Button type="submit">Save</Button>
    </Form>
  );
}

afterEach(cleanup);

it.each(["26/1/2027", "26/1/27", "26 Jan 27"])(
  "The date %s, typed whole into one box, is sent by Enter",
  async (typed) => {
    const send = vi.fn(async () => {});
    const user = userEvent.setup();
    render(<Example send={send} />);
    await user.type(screen.getByLabelText("Day"), `${typed}{Enter}`);
    await waitFor(() => expect(send).toHaveBeenCalledWith({ day: "2027-01-26" }));
  },
);

it("A day that does not exist, sent by Enter, is refused with what to do about it", async () => {
  const send = vi.fn(async () => {});
  const user = userEvent.setup();
  render(<Example send={send} />);
  await user.type(screen.getByLabelText("Day"), "31/2/2027{Enter}");
  expect(await screen.findByText("Enter a day from 1 to 28: February 2027 has 28 days")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Month").value).toBe("2");
  expect(send).not.toHaveBeenCalled();
});
