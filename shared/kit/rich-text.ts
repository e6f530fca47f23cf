type Clean = (markup: string) => string;
let cleaner: Clean = markup => markup;

/** Sets the sanitizer of markup; called once at start of the server. Without it markup stays as typed. */
export function useMarkupCleaner(clean: Clean): void {
  cleaner = clean;
}

/** Sanitizes markup; empty if it has no content. */
export function cleanMarkup(markup: string): string {
  const cleaned = cleaner(markup).trim();
  return wordsOf(cleaned) === '' && !/<(?:img|hr)\b/.test(cleaned) ? '' : cleaned;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };
const BREAK = /<(?:br|hr|\/p|\/li|\/tr|\/h[1-6]|\/div|\/blockquote)\b[^>]*>/gi;

/** Plain text of markup, one line per paragraph. */
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

const LINK = /<a\b[^>]*\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi;

/** Plain text of markup that goes where links cannot be followed by their words: each has its address behind it. */
export const wordsWithLinks = (markup: string): string =>
  wordsOf(
    markup.replace(LINK, (_, address: string, inner: string) =>
      wordsOf(inner) === wordsOf(address) ? inner : `${inner} (${address})`,
    ),
  );

/** Text as markup, one paragraph per line. */
export const markupOf = (words: string): string =>
  words
    .split('\n')
    .map(line => `<p>${line.replace(/[&<>]/g, sign => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[sign]};`)}</p>`)
    .join('');
