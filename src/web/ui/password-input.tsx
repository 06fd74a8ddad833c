import { type ComponentProps, useState } from "react";
import { Input } from "./input.tsx";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="password-input">
      <Input {...props} type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <button type="button" className="inline-link" onClick={() => setShown(!isShown)}>
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </button>
    </span>
  );
}
