import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { z } from "zod";
import { counted } from "#shared/counted.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import type { PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import {
  figureMessages,
  memberWords,
  ownCompanyMessages,
  worthWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { type TypedCompany, typedPriceInputSchema, typedSaleInputSchema } from "#shared/portfolio/typed-holdings.ts";
import { typedPageMessages as messages } from "#shared/portfolio/typed-holdings-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { pounds, poundsOrZero, price, shares, typedAs } from "#web/lib/form-codecs.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { CostLeft } from "../company/cost-left.tsx";
import { readPortfolioAgain } from "../portfolio-queries.ts";
import { HoldingDialog, TypedDialog } from "./holding-dialog.tsx";

interface TypedPartProps {
  company: PortfolioCompany;
  typed: TypedCompany;
  /** My Investments, once nothing of the company is left. */
  backTo: string;
}

/** What the member entered of a company, to change, to value, to sell and to remove. */
export function TypedPart({ company, typed, backTo }: TypedPartProps) {
  const { company_id, name } = company;
  const isHeld = company.lots.some(({ shares_left }) => shares_left > 0);
  return (
    <>
      <section className="own-part is-table" aria-labelledby="own-lots">
        <h2 className="d4" id="own-lots">
          What you entered
        </h2>
        <RecordTable
          caption="The shares that you entered, lot by lot"
          columns={lotColumns(company, typed.holdings.length === 1 ? backTo : undefined)}
          rows={typed.holdings}
          rowKey={({ id }) => id}
        />
        <DialogOpener
          button={(open) => <Opener label={messages.addTitle} onOpen={open} />}
          dialog={(state) => <HoldingDialog {...state} companyName={name} />}
        />
      </section>
      <section className="own-part is-table" aria-labelledby="own-prices">
        <h2 className="d4" id="own-prices">
          What you say a share is worth
        </h2>
        {typed.prices.length === 0 && <p className="note">{memberWords.noPrice}</p>}
        {typed.prices.length > 0 && (
          <RecordTable
            caption="The prices that you entered, newest first"
            columns={priceColumns}
            rows={typed.prices.toReversed()}
            rowKey={({ id }) => id}
          />
        )}
        <DialogOpener
          button={(open) => <Opener label="Value the shares" onOpen={open} />}
          dialog={(state) => <PriceDialog {...state} companyId={company_id} />}
        />
      </section>
      {(isHeld || typed.sales.length > 0) && (
        <section className="own-part is-table" aria-labelledby="own-sales">
          <h2 className="d4" id="own-sales">
            What you sold
          </h2>
          {typed.sales.length > 0 && (
            <RecordTable
              caption="The sales that you entered, newest first"
              columns={saleColumns}
              rows={typed.sales.toReversed()}
              rowKey={({ id }) => id}
            />
          )}
          {isHeld && (
            <DialogOpener
              button={(open) => <Opener label="Record a sale" onOpen={open} />}
              dialog={(state) => <SaleDialog {...state} companyId={company_id} />}
            />
          )}
        </section>
      )}
    </>
  );
}

const Opener = ({ label, onOpen }: { label: string; onOpen: () => void }) => (
  <p className="mt-3">
    <Button variant="outline" isSmall onClick={onOpen}>
      {label}
    </Button>
  </p>
);

const count = (shares: number) => shares.toLocaleString("en-GB");

/** @param leaveTo where to go once the last holding is removed. */
function lotColumns(
  { company_id: companyId, name, lots }: PortfolioCompany,
  leaveTo: string | undefined,
): RecordColumn<TypedCompany["holdings"][number]>[] {
  const lotOf = (id: string) => lots.find((lot) => lot.id === id);
  return [
    {
      header: ownCompanyMessages.from,
      className: "num own-holding",
      cell: ({ issued_on, note }) => (
        <>
          <span className="whitespace-nowrap">{shortDate(issued_on)}</span>
          {note && <p className="note wrap-anywhere whitespace-pre-line">{note}</p>}
        </>
      ),
    },
    {
      header: ownCompanyMessages.shares,
      isRight: true,
      className: "num",
      cell: ({ id, shares }) => {
        const left = lotOf(id)?.shares_left ?? shares;
        return left === shares ? count(shares) : ownCompanyMessages.sharesLeft(count(left), count(shares));
      },
    },
    {
      header: ownCompanyMessages.price,
      isRight: true,
      className: "num",
      cell: ({ price }) => formatPrice(price),
    },
    {
      header: ownCompanyMessages.cost,
      isRight: true,
      className: "num",
      cell: ({ id, cost_pence }) => (
        <CostLeft cost_pence={cost_pence} cost_left_pence={lotOf(id)?.cost_left_pence ?? cost_pence} />
      ),
    },
    {
      header: figureMessages.value,
      isRight: true,
      className: "num",
      cell: ({ id }) => {
        const { value_pence = 0, range_pence = 0 } = lotOf(id) ?? {};
        return worthWords(value_pence, range_pence);
      },
    },
    {
      header: "Change or remove",
      isActions: true,
      cell: (holding) => (
        <>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Change
                <span className="sr-only"> {messages.lot(count(holding.shares), longDate(holding.issued_on))}</span>
              </Button>
            )}
            dialog={(state) => <HoldingDialog {...state} companyName={name} companyId={companyId} holding={holding} />}
          />
          {holding.can.remove ? (
            <Remove
              path={`holdings/${holding.id}`}
              what={messages.lot(count(holding.shares), longDate(holding.issued_on))}
              title="Remove these shares from your figures?"
              text="What you recorded of claims for them is removed too. This cannot be undone."
              leaveTo={leaveTo}
            />
          ) : (
            holding.needed_on !== null && (
              <p className="note">Part of your sale of {longDate(holding.needed_on)}: remove that sale first</p>
            )
          )}
        </>
      ),
    },
  ];
}

const priceColumns: RecordColumn<TypedCompany["prices"][number]>[] = [
  {
    header: ownCompanyMessages.from,
    className: "num whitespace-nowrap",
    cell: ({ as_of }) => shortDate(as_of),
  },
  {
    header: ownCompanyMessages.price,
    isRight: true,
    className: "num",
    cell: ({ price }) => formatPrice(price),
  },
  { header: ownCompanyMessages.source, className: "wrap-anywhere", cell: ({ source }) => source ?? "" },
  {
    header: messages.remove,
    isActions: true,
    cell: ({ id, price, as_of }) => (
      <Remove
        path={`prices/${id}`}
        what={`the price of ${formatPrice(price)} from ${longDate(as_of)}`}
        title="Remove this price from your figures?"
        text="The price before it counts again."
      />
    ),
  },
];

const saleColumns: RecordColumn<TypedCompany["sales"][number]>[] = [
  { header: messages.soldOn, className: "num whitespace-nowrap", cell: ({ sold_on }) => shortDate(sold_on) },
  {
    header: ownCompanyMessages.shares,
    isRight: true,
    className: "num",
    cell: ({ shares }) => count(shares),
  },
  {
    header: messages.gross,
    isRight: true,
    className: "num",
    cell: ({ gross_pence }) => formatPence(gross_pence),
  },
  {
    header: messages.costs,
    isRight: true,
    className: "num",
    cell: ({ costs_pence }) => formatPence(costs_pence),
  },
  {
    header: messages.remove,
    isActions: true,
    cell: ({ id, shares, sold_on }) => (
      <Remove
        path={`sales/${id}`}
        what={`the sale of ${counted(shares, "share")} on ${longDate(sold_on)}`}
        title="Remove this sale from your figures?"
        text="The shares count as yours again."
      />
    ),
  },
];

interface RemoveProps {
  path: string;
  what: string;
  title: string;
  text: string;
  leaveTo?: string | undefined;
}

function Remove({ path, what, title, text, leaveTo }: RemoveProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi("DELETE", `/portfolio/me/typed/${path}`),
    onSuccess: async () => {
      if (leaveTo !== undefined) navigate(leaveTo, { replace: true });
      await readPortfolioAgain(client, leaveTo !== undefined);
      toast({ title: "Removed from your figures" });
    },
    onError: (error) => toastFailure("Not removed", error),
  });
  return (
    <ConfirmButton
      label={messages.remove}
      labelEnd={what}
      title={title}
      text={text}
      busyLabel={isPending && "Removing…"}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

const priceForm = typedAs(z.object({ as_of: z.string(), price, source: z.string() }), typedPriceInputSchema);

function PriceDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog
      {...state}
      title="What is a share worth?"
      text="What you think it is worth, for your own figures. Enter £0 if nothing is left."
      draft={`/portfolio/me/typed/companies/${companyId}/prices`}
      schema={priceForm}
      defaultValues={{ as_of: "", price: "", source: "" }}
      send={(input) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/prices`, input)}
    >
      {(form) => (
        <>
          <NumberField form={form} name="price" kind="price" label="Price of a share, in pounds" />
          <DateField form={form} name="as_of" label="From" />
          <FormField
            form={form}
            name="source"
            label="Where it is from"
            hint="Such as their last round; you may leave it empty"
          >
            <Input autoComplete="off" />
          </FormField>
        </>
      )}
    </TypedDialog>
  );
}

const saleForm = typedAs(
  z.object({ sold_on: z.string(), shares, gross_pence: pounds, costs_pence: poundsOrZero }),
  typedSaleInputSchema,
);

function SaleDialog({ companyId, ...state }: DialogState & { companyId: string }) {
  return (
    <TypedDialog
      {...state}
      title="What did you sell?"
      text="The shares you bought first are sold first. It counts as paid out on the same day."
      draft={`/portfolio/me/typed/companies/${companyId}/sales`}
      schema={saleForm}
      defaultValues={{ sold_on: "", shares: "", gross_pence: "", costs_pence: "" }}
      send={(input) => callApi("POST", `/portfolio/me/typed/companies/${companyId}/sales`, input)}
    >
      {(form) => (
        <>
          <DateField form={form} name="sold_on" label={messages.soldOn} />
          <NumberField form={form} name="shares" kind="shares" label="Shares sold" />
          <NumberField form={form} name="gross_pence" kind="pounds" label={messages.gross} hint="Before costs" />
          <NumberField
            form={form}
            name="costs_pence"
            kind="pounds"
            label={messages.costs}
            hint="Leave it empty if there were none"
          />
        </>
      )}
    </TypedDialog>
  );
}
