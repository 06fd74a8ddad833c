import { createElement, type SVGProps } from "react";

type Shape = readonly [element: "path" | "circle" | "rect" | "line" | "polygon", attributes: Record<string, string>];

export const createIcon =
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
