const LONGEST_TITLE = 60;

/** Makes a title from the first words of the first sentence. */
export function titleOf(content: string): string {
  const first =
    content
      .trim()
      .split(/\n|(?<=[.!?。])\s/)[0]
      ?.trim() ?? '';
  if (first.length <= LONGEST_TITLE) return first;
  const cut = first.slice(0, LONGEST_TITLE);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_TITLE / 2)).trim()}…`;
}
