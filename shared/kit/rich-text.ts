type Clean = (markup: string) => string;
let cleaner: Clean = markup => markup;

/** Sets what cleans markup on its way in: the server, once, at start. Elsewhere it stays as it was typed. */
export function useMarkupCleaner(clean: Clean): void {
  cleaner = clean;
}

/** Markup as it is stored: only the tags and styles that are allowed; empty where it says nothing. */
export function cleanMarkup(markup: string): string {
  const cleaned = cleaner(markup).trim();
  return wordsOf(cleaned) === '' && !/<(?:img|hr)\b/.test(cleaned) ? '' : cleaned;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };
const BREAK = /<(?:br|hr|\/p|\/li|\/tr|\/h[1-6]|\/div|\/blockquote)\b[^>]*>/gi;

/** What markup says without its tags, a line for each paragraph. */
export const wordsOf = (markup: string): string =>
  markup
    .replace(BREAK, '\n')
    .replace(/<\/t[dh]>/gi, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/[ \u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Words as markup: a paragraph for each line. */
export const markupOf = (words: string): string =>
  words
    .split('\n')
    .map(line => `<p>${line.replace(/[&<>]/g, sign => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[sign]};`)}</p>`)
    .join('');
