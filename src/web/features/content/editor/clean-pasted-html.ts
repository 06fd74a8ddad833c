/** Before the schema drops what it does not know: headings of other levels, and the lists that Word writes as paragraphs. */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const part of body.querySelectorAll("style, script, meta, title, link, xml")) part.remove();
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  for (const heading of body.querySelectorAll("h4, h5, h6")) rename(heading, "h3");
  for (const paragraph of body.querySelectorAll<HTMLElement>("p[class*=MsoListParagraph]")) toListItem(paragraph);
  return body.innerHTML;
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Joins the list before it, if there is one. Word says with a bullet or a number in the text which of the two it is. */
function toListItem(paragraph: HTMLElement): void {
  const mark = paragraph.querySelector<HTMLElement>("span[style*='mso-list']");
  const tag = /^\s*[\da-z]+[.)]/i.test(mark?.textContent ?? "") ? "ol" : "ul";
  mark?.remove();
  const item = paragraph.ownerDocument.createElement("li");
  item.append(...paragraph.childNodes);
  const before = paragraph.previousElementSibling;
  if (before?.localName === tag && before.hasAttribute("data-word")) {
    before.append(item);
    paragraph.remove();
    return;
  }
  const list = paragraph.ownerDocument.createElement(tag);
  list.setAttribute("data-word", "");
  list.append(item);
  paragraph.replaceWith(list);
}
