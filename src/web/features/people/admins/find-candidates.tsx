import { type FormEvent, useState } from "react";
import { maximumLineLength } from "#shared/text-rules.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { CandidateList } from "./candidate-list.tsx";

export function FindCandidates() {
  const [typed, setTyped] = useSessionStorage(`admin-search:${useCurrentUserId()}`);
  const [words, setWords] = useState("");
  const find = (event: FormEvent) => {
    event.preventDefault();
    setWords(typed.trim());
  };
  return (
    <div className="grid gap-4 outline-none" tabIndex={-1}>
      <form onSubmit={find} className="flex flex-wrap items-end gap-2.5">
        <Field label="Make a member an admin" className="max-w-104 flex-[1_1_16rem]">
          <Input
            type="search"
            placeholder="Name or email"
            maxLength={maximumLineLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="outline">
          Find member
        </Button>
      </form>
      {words && (
        <CandidateList
          words={words}
          onGiven={() => {
            setTyped("");
            setWords("");
          }}
        />
      )}
    </div>
  );
}
