/** Saves content as a file. It stands apart from `useDownload`, as it is loaded without React Query too. @param type such as "text/csv". */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
