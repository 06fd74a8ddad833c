// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { CommitmentOffer } from "#shared/commitments/commitments.ts";
import { Button } from "#web/ui/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { useServerForm } from "#web/ui/form/use-server-form.ts";
import { type CommitValues, commitFormSchema, Relief, startValues } from "./commit-form.tsx";

const terms = { id: "0190a0a0-0000-7000-8000-000000000009", number: 1, price: "1.2", scheme: "SEIS" };
const offer = {
  terms,
  minimum_shares: 417,
  minimum_pence: 500_00,
  is_uk_taxpayer: null,
  commitment: null,
} as CommitmentOffer;
const defaultValues: CommitValues = {
  ...startValues("£12,000", { terms_id: terms.id, due_pence: 13_500_00, shares: 10_000 }, offer),
  ticks: { terms: true, loss: true, nominee: true, instruction: true },
  signature: "Jonas Weber",
};

function Example({ send }: { send: (values: CommitValues) => Promise<unknown> }) {
  const form = useServerForm<CommitValues, unknown>({
    schema: commitFormSchema(offer),
    defaultValues,
    send,
    onSent: () => {},
    fieldErrors: () => [],
    onRefused: () => {},
  });
  return (
    <Form form={form}>
      <NumberField form={form} name="least_shares" kind="shares" label="At least" />
      <Relief form={form} scheme="SEIS" />
      <Button type="submit">Commit</Button>
    </Form>
  );
}

afterEach(cleanup);

it("The question about relief is asked at every press, beside other faults, until it is answered", async () => {
  const send = vi.fn(async () => {});
  const user = userEvent.setup();
  render(<Example send={send} />);
  const press = () => user.click(screen.getByRole("button", { name: "Commit" }));
  const least = screen.getByLabelText("At least");
  await user.clear(least);
  await user.type(least, "1.5");
  // Through the question, without an answer.
  await user.tab();
  await user.tab();
  await press();
  await waitFor(() => expect(least.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Please answer Yes or No")).toBeTruthy();
  await user.clear(least);
  await user.type(least, "500");
  for (const _ of [1, 2]) {
    await press();
    expect(screen.getByText("Please answer Yes or No")).toBeTruthy();
  }
  expect(send).not.toHaveBeenCalled();
  await user.click(screen.getByRole("radio", { name: /^No/ }));
  await press();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]).toMatchObject([{ wants_relief: "no", least_shares: "500" }]);
});
