/**
 * Runs before anything is painted. The document holds a page that was rendered beforehand; the routes of the app stand in
 * the hash. A clean address becomes the route of the same page, and the home page is not shown to someone on the way to
 * another one.
 */
{
  const { pathname, search, hash } = window.location;
  if (pathname !== "/") window.history.replaceState(null, "", `/#${pathname}${search}${hash}`);
  else if (/^#\/[^?#]/.test(hash)) document.documentElement.classList.add("is-elsewhere");
}
