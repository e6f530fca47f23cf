/** Placeholder of a missing value, until its line is removed. */
export const NOTHING = '\ue000';

/** Whether a line has nothing but labels left: `Số tài khoản:`. */
const isLeftOut = (line: string) => {
  if (!line.includes(NOTHING)) return false;
  const left = line
    .replaceAll(NOTHING, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim();
  return (
    left === '' ||
    /^[^:：]*[:：]$/.test(left) ||
    left.split(/\s{2,}|[,;|]/).every(part => /^\s*([^:：]*[:：])?\s*$/.test(part))
  );
};
/** Removes lines without values. */
export function withoutEmptyLines(text: string, between: string): string {
  if (!text.includes(NOTHING)) return text;
  return text
    .split(between)
    .filter(line => !isLeftOut(line))
    .join(between)
    .replaceAll(NOTHING, '');
}
/** Takes tables and sections out of the paragraph around them. */
export const blocksOf = (html: string): string =>
  html.replace(/<p[^>]*>\s*(<(table|section)\b[\s\S]*?<\/\2>)\s*<\/p>/g, '$1');
const BLOCK = /<(p|li|tr|h[1-3])\b[^>]*>((?:(?!<\1\b)[\s\S])*?)<\/\1>/g;
/** Removes paragraphs, rows and lines without values. */
export function withoutEmptyBlocks(html: string): string {
  if (!html.includes(NOTHING)) return html;
  return html
    .replace(BLOCK, (whole, _name, inner: string) => {
      if (!inner.includes(NOTHING)) return whole;
      const rest = withoutEmptyLines(inner.replace(/<br\s*\/?>/g, '<br>'), '<br>');
      return rest.replace(/<[^>]*>/g, '').trim() === '' ? '' : whole.replace(inner, () => rest);
    })
    .replaceAll(NOTHING, '');
}
