// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ConfirmButton } from "./confirm-button.tsx";

afterEach(cleanup);

it("A confirm button confirms once, until its dialog is closed", async () => {
  const closes: (() => void)[] = [];
  render(
    <ConfirmButton
      {...{ label: "Approve", labelEnd: "£10.00", title: "Approve £10.00?", text: null, cancelLabel: "Not now" }}
      variant="secondary"
      onConfirm={(close) => closes.push(close)}
    />,
  );
  const press = (name: RegExp) => act(async () => screen.getByRole("button", { name }).click());
  await press(/^Approve £10.00/);
  await press(/^Approve$/);
  await press(/^Approve$/);
  expect(closes).toHaveLength(1);
  await act(async () => closes[0]?.());
  await press(/^Approve £10.00/);
  await press(/^Approve$/);
  expect(closes).toHaveLength(2);
});
