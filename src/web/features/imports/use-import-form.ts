import { useEffect, useRef, useState } from "react";
import { importLineLimit, importMessages, isCandidate, type ParsedLine, parseImport } from "#shared/imports.ts";
import { toast } from "#web/ui/toast.ts";
import { useMemberImport } from "./use-member-import.ts";
import { useParsedLines } from "./use-parsed-lines.ts";

export function useImportForm(userId: string) {
  const { start, ...member } = useMemberImport(userId);
  const lines = useParsedLines(member.text);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);

  const change = (text: string) => {
    setProblem(undefined);
    member.setText(text);
  };
  const addFile = async (file: File) => {
    const { readMemberFile } = await import("./read-member-file.ts");
    const read = await readMemberFile(file);
    if ("problem" in read) {
      setProblem(read.problem);
      return;
    }
    change([member.text.trimEnd(), read.lines].filter(Boolean).join("\n"));
    toast({ title: importMessages.fileAdded(file.name) });
  };
  const submit = (sendsInvitations: boolean) => {
    const parsed = parseImport(member.text);
    const refusal = refusalOf(parsed);
    setProblem(refusal);
    if (!refusal) void start(parsed, sendsInvitations);
    else if (refusal === importMessages.noValidText) {
      toast({ title: importMessages.noValidTitle, description: refusal, variant: "destructive" });
    }
  };
  const tooMany = lines.length > importLineLimit ? importMessages.tooManyLines : undefined;
  return { ...member, lines, refusal: problem ?? tooMany, box, change, addFile, submit };
}

function refusalOf(lines: readonly ParsedLine[]): string | undefined {
  if (!lines.some(isCandidate)) return importMessages.noValidText;
  return lines.length > importLineLimit ? importMessages.tooManyLines : undefined;
}
