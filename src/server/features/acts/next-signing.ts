import type { ActKind } from "#shared/acts/act-messages.ts";
import { goesOnAt, nobodyAnswers, oneOf } from "#shared/acts/act-words.ts";
import type { ActFacts } from "./next-facts.ts";
import { bySecond, forOthers, forTime, moment, type Next, step } from "./next-step.ts";

/** Who answers, if anybody may, and what is done where nobody may. */
export function describeObjection(act: ActFacts, what: ActKind): Next {
  const list = what === "offer" ? "offer" : "closing list";
  const goesOn = goesOnAt(act.objections);
  if (goesOn) return forTime(`An objection to the ${list} was answered. It goes on from ${moment(goesOn)}.`, goesOn);
  const press = what === "offer" ? "sign_offer" : "sign_closing";
  const said = `Somebody objects to the ${list}.`;
  if (act.is_answerable) return step(`${said} Answer the objection.`, press);
  if (act.answerers.length === 0) return step(`${said} ${nobodyAnswers(act)}`, press);
  return forOthers(`${said} ${oneOf(act.answerers)} can answer. You can withdraw the list.`);
}

/** @param said of the list besides. */
export function waitingFor(act: ActFacts, what: "offer" | "closing", opens: Date | null, said = ""): Next {
  const list = what === "offer" ? "offer" : "closing list";
  const press = what === "offer" ? "sign_offer" : "sign_closing";
  if (act.is_stale)
    return step(
      what === "offer"
        ? "What the offer says is not so any more. Sign the newest one."
        : `What the closing list says is not so any more. Sign a new one.${said}`,
      press,
    );
  if (act.state === "prepared") return bySecond(what, step(`Sign the ${list}.${said}`, press));
  if (act.state === "signed") return forTime(`The ${list} is signed and is carried out in some minutes.`);
  const by = act.expires_at;
  const opening = opens ? ` It opens on ${moment(opens)}, if two have signed by then.` : "";
  const first = act.signed_first_at ? `, ${moment(act.signed_first_at)}` : "";
  return act.refusal === null
    ? step(`${act.author} signed the ${list}${first}. Read and sign it by ${moment(by)}.${opening}${said}`, press, by)
    : bySecond(what, forOthers(`The ${list} waits for a second signature, by ${moment(by)}.${opening}`, by));
}
