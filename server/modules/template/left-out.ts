/** Stands where nothing is to be said, until the line is known to be without it. */
export const NOTHING = '\ue000';

/** Whether of a line nothing is left but labels: `Số tài khoản:`. */
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
/** Words without the lines that are left with nothing. */
export function withoutEmptyLines(text: string, between: string): string {
  if (!text.includes(NOTHING)) return text;
  return text
    .split(between)
    .filter(line => !isLeftOut(line))
    .join(between)
    .replaceAll(NOTHING, '');
}
/** A table stands by itself, not in the paragraph that it was asked for in. */
export const blocksOf = (html: string): string =>
  html.replace(/<p[^>]*>\s*(<(table|section)\b[\s\S]*?<\/\2>)\s*<\/p>/g, '$1');
const BLOCK = /<(p|li|tr|h[1-3])\b[^>]*>((?:(?!<\1\b)[\s\S])*?)<\/\1>/g;
/** Markup without the paragraphs, rows and lines that are left with nothing. */
export function withoutEmptyBlocks(html: string): string {
  if (!html.includes(NOTHING)) return html;
  return html
    .replace(BLOCK, (whole, _name, inner: string) => {
      if (!inner.includes(NOTHING)) return whole;
      const kept = withoutEmptyLines(inner.replace(/<br\s*\/?>/g, '<br>'), '<br>');
      return kept.replace(/<[^>]*>/g, '').trim() === '' ? '' : whole.replace(inner, () => kept);
    })
    .replaceAll(NOTHING, '');
}
