import type { WebManifest } from "#shared/document-renderer.ts";
import { brandStyles } from "#shared/settings/brand-styles.ts";
import type { Club } from "#shared/settings/settings.ts";
import { appChunk, scriptsIn, stylesIn } from "./web-manifest.ts";

interface HeadTagsProps {
  /** The source files of the page's own chunks. */
  modules: readonly string[];
  manifest: WebManifest;
  club: Club;
}

/** The page's styles, and the script that starts the app, which is told where the app and the page's chunks are. */
export function HeadTags({ modules, manifest, club }: HeadTagsProps) {
  const [boot] = scriptsIn(manifest, "boot.ts");
  const [app, ...appScripts] = scriptsIn(manifest, appChunk(manifest));
  const own = modules.flatMap((module) => scriptsIn(manifest, module));
  const preloaded = [...new Set([...appScripts, ...own])].filter((file) => file !== app).map((file) => `/${file}`);
  return (
    <>
      <StyleTags files={modules.flatMap((module) => stylesIn(manifest, module))} club={club} />
      <script src={`/${boot}`} data-app={`/${app}`} data-modules={preloaded.join(" ")} />
    </>
  );
}

/** Icons and styles. */
export function StyleTags({ files, club }: { files: readonly string[]; club: Club }) {
  const { icon_url } = club.brand;
  return (
    <>
      {icon_url ? (
        <link rel="icon" type="image/png" href={icon_url} />
      ) : (
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      )}
      <link rel="apple-touch-icon" href={icon_url ?? "/apple-touch-icon.png"} />
      {files.map((file) => (
        <link rel="stylesheet" href={`/${file}`} key={file} />
      ))}
      {brandStyles(club.brand) && <link rel="stylesheet" href="/brand.css" />}
    </>
  );
}
