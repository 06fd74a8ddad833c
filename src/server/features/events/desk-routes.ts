import { z } from "@hono/zod-openapi";
import {
  attendanceSchema,
  attendeeListSchema,
  attendeeQuerySchema,
  attendeeSchema,
  deskEventListSchema,
  deskEventSchema,
  eventCancelSchema,
  eventPlacesUpdateSchema,
} from "#shared/events/events.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { attendeesCsv } from "./attendees-csv.ts";
import { cancelEvent, changePlaces, noteAttendance } from "./change-places.ts";
import { deskEventPolicy } from "./policy.ts";
import { findDeskEvent, listAttendees, listDeskEvents } from "./queries.ts";

const route = routesOf("Events");

const list = route("get", "/event-places", {
  name: "listEventPlaces",
  summary: "Published events with their places and how many answered, the latest first",
  audience: "admin",
  key: "read",
  query: pageQuerySchema,
  answer: deskEventListSchema,
});

const read = route("get", "/event-places/{id}", {
  name: "getEventPlaces",
  summary: "The places of an event",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: deskEventSchema,
});

const change = route("put", "/event-places/{id}", {
  name: "changeEventPlaces",
  summary: "Say who an event is for, how many places it has and until when it is answered",
  audience: "admin",
  key: "write",
  params: idParameter,
  body: eventPlacesUpdateSchema,
  answer: deskEventSchema,
  refuses: ["event_closed", "revision_conflict"],
});

const cancel = route("post", "/event-places/{id}/cancel", {
  name: "cancelEvent",
  summary: "Cancel an event; who is going or waits is told the reason",
  audience: "admin",
  params: idParameter,
  body: eventCancelSchema,
  answer: deskEventSchema,
  refuses: ["event_closed", "revision_conflict"],
});

const attendees = route("get", "/event-places/{id}/attendees", {
  name: "listAttendees",
  summary: "Who answered: going, offered a place, waiting in turn, and the others",
  audience: "admin",
  key: "read",
  params: idParameter,
  query: attendeeQuerySchema,
  answer: attendeeListSchema,
});

const exported = route("post", "/event-places/{id}/attendees.csv", {
  name: "exportAttendees",
  summary: "Who answered, as a CSV file; it leaves a row in the audit",
  audience: "admin",
  params: idParameter,
  file: "text/csv",
});

const attendance = route("put", "/event-places/{id}/attendees/{answer_id}", {
  name: "recordAttendance",
  summary: "Note at the door whether somebody is there",
  audience: "admin",
  params: idParameter.extend({ answer_id: z.uuid() }),
  body: attendanceSchema,
  answer: attendeeSchema,
  refuses: ["event_not_begun"],
});

export const eventDeskRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listDeskEvents(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(deskEventPolicy(dependencies.now()), actor, page), 200);
  })
  .openapi(exported, async (c) => {
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(c.var.dependencies.readAs(c.var.actor), id))) throw notFound("event");
    return c.body(...(await csvExport(c.var, attendeesCsv(id))));
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const event = await findDeskEvent(dependencies.readAs(actor), c.req.valid("param").id);
    if (!event) throw notFound("event");
    return c.json(withCan(deskEventPolicy(dependencies.now()), actor, event), 200);
  })
  .openapi(change, async (c) => c.json(await changePlaces(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(cancel, async (c) => c.json(await cancelEvent(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(attendees, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(db, id))) throw notFound("event");
    return c.json(await listAttendees(db, id, c.req.valid("query")), 200);
  })
  .openapi(attendance, async (c) => {
    const { id: eventId, answer_id: id } = c.req.valid("param");
    return c.json(await noteAttendance(c.var, { eventId, id, ...c.req.valid("json") }), 200);
  });
eventDeskRoutes.get(exported.getRoutingPath(), onlyPost);
