import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "./icons.generated.ts";

const icons = { warning: TriangleAlert, success: CircleCheck, info: Info, error: CircleAlert };

interface NoticeProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  className?: string;
}

export function Notice({ tone = "info", title, children, className = "" }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`notice notice-${tone} ${className}`}>
      <Icon />
      <div>
        {title && <b className="font-semibold">{title} </b>}
        {children}
      </div>
    </div>
  );
}
