/*! Drawings of Lucide 1.62.0, ISC License, Copyright (c) Lucide Contributors. */
// Written by `npm run icons`.
import { createElement, type SVGProps } from "react";

type Shape = readonly [element: "path" | "circle" | "rect" | "line" | "polygon", attributes: Record<string, string>];

const createIcon =
  (...shapes: Shape[]) =>
  (props: SVGProps<SVGSVGElement>) =>
    drawIcon(shapes, props);

const drawIcon = (shapes: Shape[], { className, ...props }: SVGProps<SVGSVGElement>) =>
  createElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: 24,
      height: 24,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      "aria-hidden": true,
      ...props,
      className: className ? `lucide ${className}` : "lucide",
    },
    ...shapes.map(([element, attributes]) => createElement(element, attributes)),
  );

export const ArrowLeft = /* @__PURE__ */ createIcon(["path",{"d":"m12 19-7-7 7-7"}], ["path",{"d":"M19 12H5"}]);
export const ArrowRight = /* @__PURE__ */ createIcon(["path",{"d":"M5 12h14"}], ["path",{"d":"m12 5 7 7-7 7"}]);
export const ArrowUpRight = /* @__PURE__ */ createIcon(["path",{"d":"M7 7h10v10"}], ["path",{"d":"M7 17 17 7"}]);
export const Bell = /* @__PURE__ */ createIcon(["path",{"d":"M10.268 21a2 2 0 003.464 0"}], ["path",{"d":"M3.262 15.326A1 1 0 004 17h16a1 1 0 00.74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 006 8c0 4.499-1.411 5.956-2.738 7.326"}]);
export const CalendarPlus = /* @__PURE__ */ createIcon(["path",{"d":"M16 18h6"}], ["path",{"d":"M16 2v3"}], ["path",{"d":"M19 15v6"}], ["path",{"d":"M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3"}], ["path",{"d":"M3 9h18"}], ["path",{"d":"M8 2v3"}]);
export const Check = /* @__PURE__ */ createIcon(["path",{"d":"M20 6 9 17l-5-5"}]);
export const ChevronDown = /* @__PURE__ */ createIcon(["path",{"d":"m6 9 6 6 6-6"}]);
export const ChevronLeft = /* @__PURE__ */ createIcon(["path",{"d":"m15 18-6-6 6-6"}]);
export const ChevronRight = /* @__PURE__ */ createIcon(["path",{"d":"m9 18 6-6-6-6"}]);
export const CircleAlert = /* @__PURE__ */ createIcon(["circle",{"cx":"12","cy":"12","r":"10"}], ["line",{"x1":"12","x2":"12","y1":"8","y2":"12"}], ["line",{"x1":"12","x2":"12.01","y1":"16","y2":"16"}]);
export const CircleCheck = /* @__PURE__ */ createIcon(["circle",{"cx":"12","cy":"12","r":"10"}], ["path",{"d":"m16 9-5.5 5.5L8 12"}]);
export const Copy = /* @__PURE__ */ createIcon(["rect",{"width":"14","height":"14","x":"8","y":"8","rx":"2","ry":"2"}], ["path",{"d":"M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"}]);
export const Diff = /* @__PURE__ */ createIcon(["path",{"d":"M12 3v14"}], ["path",{"d":"M5 10h14"}], ["path",{"d":"M5 21h14"}]);
export const Download = /* @__PURE__ */ createIcon(["path",{"d":"M12 15V3"}], ["path",{"d":"M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"}], ["path",{"d":"m7 10 5 5 5-5"}]);
export const Info = /* @__PURE__ */ createIcon(["circle",{"cx":"12","cy":"12","r":"10"}], ["path",{"d":"M12 16v-4"}], ["path",{"d":"M12 8h.01"}]);
export const MapPin = /* @__PURE__ */ createIcon(["path",{"d":"M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"}], ["circle",{"cx":"12","cy":"10","r":"3"}]);
export const Pause = /* @__PURE__ */ createIcon(["rect",{"x":"14","y":"3","width":"5","height":"18","rx":"1"}], ["rect",{"x":"5","y":"3","width":"5","height":"18","rx":"1"}]);
export const Play = /* @__PURE__ */ createIcon(["path",{"d":"M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"}]);
export const Plus = /* @__PURE__ */ createIcon(["path",{"d":"M5 12h14"}], ["path",{"d":"M12 5v14"}]);
export const Search = /* @__PURE__ */ createIcon(["path",{"d":"m21 21-4.34-4.34"}], ["circle",{"cx":"11","cy":"11","r":"8"}]);
export const Send = /* @__PURE__ */ createIcon(["path",{"d":"M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z"}], ["path",{"d":"m21.854 2.147-10.94 10.939"}]);
export const Share = /* @__PURE__ */ createIcon(["path",{"d":"M12 2v13"}], ["path",{"d":"m16 6-4-4-4 4"}], ["path",{"d":"M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8"}]);
export const Trash2 = /* @__PURE__ */ createIcon(["path",{"d":"M10 11v6"}], ["path",{"d":"M14 11v6"}], ["path",{"d":"M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"}], ["path",{"d":"M3 6h18"}], ["path",{"d":"M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"}]);
export const TriangleAlert = /* @__PURE__ */ createIcon(["path",{"d":"m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"}], ["path",{"d":"M12 9v4"}], ["path",{"d":"M12 17h.01"}]);
export const UserRound = /* @__PURE__ */ createIcon(["circle",{"cx":"12","cy":"8","r":"5"}], ["path",{"d":"M20 21a8 8 0 0 0-16 0"}]);
export const X = /* @__PURE__ */ createIcon(["path",{"d":"M18 6 6 18"}], ["path",{"d":"m6 6 12 12"}]);
