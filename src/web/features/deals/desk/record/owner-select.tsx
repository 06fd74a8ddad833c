import { useMutation } from "@tanstack/react-query";
import { dealDeskMessages } from "#shared/deals/deal-desk-messages.ts";
import type { DealRecord, DealUpdate } from "#shared/deals/deals.ts";
import type { Admin } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { useList } from "#web/lib/use-list.ts";
import { replaced, useOptimisticSave } from "#web/lib/use-optimistic-save.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";

/** Which admin works on the deal. */
export function OwnerSelect({ deal }: { deal: DealRecord }) {
  const { items: admins = [] } = useList<Admin>({ path: "/user-roles/admins" });
  const changed = useDealChanged();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (owner_id: string | null) => {
      const update: DealUpdate = { name: deal.name, owner_id, page: deal.page, expected_version: deal.updated_at };
      return callApi<DealRecord>("PUT", `/deals/${deal.id}`, update);
    },
    onSuccess: ({ owner_name }) =>
      toast({ title: owner_name ? `${owner_name} works on it now` : "Nobody works on it now" }),
    onError: (error) => toastFailure("Not changed", error),
    onSettled: (record) => changed(record),
  });
  const { owner_id, owner_name } = deal;
  const [shownId, choose] = useOptimisticSave(owner_id, replaced, mutateAsync);
  const isListed = admins.some(({ id }) => id === owner_id);
  return (
    <Field label={<span className="sr-only">Who works on it</span>} className="deal-owner">
      <Select value={shownId ?? ""} onChange={({ target }) => isPending || choose(target.value || null)}>
        <option value="">{dealDeskMessages.nobody}</option>
        {owner_id && !isListed && <option value={owner_id}>{owner_name}</option>}
        {admins.map(({ id, full_name, email }) => (
          <option key={id} value={id}>
            {personName({ full_name, email })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
