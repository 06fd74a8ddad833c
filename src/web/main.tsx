import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { followOtherTabs, loadSession } from "./lib/session.ts";
import "./styles/index.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element #root.");

followOtherTabs();
void loadSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
