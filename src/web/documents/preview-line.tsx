import { contentMessages as messages } from "#shared/content/content-messages.ts";
import type { PreviewedItem } from "#shared/document-renderer.ts";
import { pageUrl, paths } from "#shared/paths.ts";

export const PreviewLine = ({ item: { id, revision } }: { item: PreviewedItem }) => (
  <aside className="preview-line" aria-label={messages.preview}>
    <div className="wrap">
      <p>
        <b>Preview of version {revision}.</b> Only admins see this page. Buttons and forms do nothing here.
      </p>
      <a href={pageUrl("", paths.contentItem(id))}>Back to the editor</a>
    </div>
  </aside>
);

/** Without a script the header does not turn solid: it stays where the page begins. */
export const previewStyles = `
.preview-line { position: sticky; z-index: 60; top: 0; padding-block: 0.5rem; background: var(--color-ochre-tint);
  color: var(--color-ink); font-size: 0.875rem; line-height: 1.4; }
.preview-line > div { display: flex; flex-wrap: wrap; gap: 0.125rem 1.5rem; justify-content: space-between; }
.preview-line b { font-weight: 600; }
.preview-line a { color: inherit; text-decoration: underline; text-underline-offset: 0.2em; }
.site-header { position: absolute; inset: auto 0 auto; }`;
