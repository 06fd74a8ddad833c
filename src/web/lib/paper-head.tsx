import { useEffect } from "react";
import { formatMoment } from "#shared/london-time.ts";
import { useSession } from "#web/lib/session.ts";
import { useClub } from "#web/lib/use-club.ts";

interface PaperHeadProps {
  /** The title says whose paper it is: "Investments of Jonas Weber". */
  title: (name: string) => string;
}

/** Of the first sheet, as it is printed. */
export function PaperHead({ title }: PaperHeadProps) {
  const user = useSession().session?.user;
  const name = title(user?.user_metadata.full_name ?? user?.email ?? "");
  return (
    <>
      <PaperMargin name={name} />
      <p className="paper-title">{name}</p>
    </>
  );
}

/** Every sheet has what it is and the time of printing in its margin. */
export function PaperMargin({ name }: { name: string }) {
  const { identity } = useClub();
  useEffect(() => {
    const write = () => {
      const { style } = document.documentElement;
      style.setProperty("--paper-name", JSON.stringify(`${identity.name}: ${name}`));
      style.setProperty("--paper-time", JSON.stringify(printedWords(new Date())));
    };
    write();
    window.addEventListener("beforeprint", write);
    return () => {
      window.removeEventListener("beforeprint", write);
      for (const property of ["--paper-name", "--paper-time"]) document.documentElement.style.removeProperty(property);
    };
  }, [identity.name, name]);
  return null;
}

const printedWords = (now: Date): string => `Printed on ${formatMoment(now)}`;
