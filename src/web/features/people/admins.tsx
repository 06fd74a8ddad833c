import { FindCandidates } from "./admins/find-candidates.tsx";
import { SignatoryList } from "./admins/signatory-list.tsx";

export function Admins() {
  return (
    <div className="grid gap-8">
      <SignatoryList />
      <FindCandidates />
    </div>
  );
}
