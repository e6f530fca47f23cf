import { unaccented } from '@lobby/shared/kit/sms.ts';
import { type TemplatePurpose, variablesFor, type WordPlace } from '@lobby/shared/modules/template-words.ts';
import { Drop, Liquid, LiquidError, type Template } from 'liquidjs';
import { blocksOf, NOTHING, withoutEmptyBlocks, withoutEmptyLines } from './empty-lines.ts';

/** An error in a template, with its position from 1. */
export interface WordsFault {
  code: 'TEMPLATE_VARIABLE_UNKNOWN' | 'TEMPLATE_SYNTAX' | 'TEMPLATE_CONTENT_MISSING';
  params: { name: string; line: number; column: number; nearest: string };
}

/** A value with its text for display; conditions compare the value. */
export class Shown extends Drop {
  readonly #value: unknown;
  readonly #words: string;
  /** Longer form: `today.long`. */
  readonly long?: Shown;
  constructor(value: unknown, words: string, long?: Shown) {
    super();
    this.#value = value;
    this.#words = words;
    if (long) this.long = long;
  }
  override valueOf(): unknown {
    return this.#value;
  }
  override toString(): string {
    return this.#words;
  }
}
/** Markup that is not escaped. */
export class Markup extends Shown {}

/** Values by variable name: `{ unit: { code: 'A-12.05' } }`; lines with a null value are left out. */
export type WordValues = Readonly<Record<string, unknown>>;

const MOST_TURNS = 100;
const MOST_LETTERS = 1_000_000;
const MOST_MS = 2000;
const TAGS = ['if', 'for'];

const escaped = (words: string) =>
  words.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');
const isNothing = (value: unknown) => value === null || value === undefined || value === '' || String(value) === '';

function engine(html: boolean): Liquid {
  const made = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    renderLimit: MOST_MS,
    memoryLimit: 10 * MOST_LETTERS,
    outputEscape: value => {
      if (isNothing(value)) return NOTHING;
      return html && !(value instanceof Markup) ? escaped(String(value)) : String(value);
    },
  });
  for (const name of Object.keys(made.tags)) if (!TAGS.includes(name)) delete made.tags[name];
  for (const name of Object.keys(made.filters)) if (name !== 'default') delete made.filters[name];
  // Values are formatted by their variable: these filters change nothing.
  for (const name of ['money', 'number', 'date']) made.registerFilter(name, (value: unknown) => value);
  made.registerFilter('upper', (value: unknown) => (isNothing(value) ? value : String(value).toUpperCase()));
  made.registerFilter('noaccent', (value: unknown) => (isNothing(value) ? value : unaccented(String(value))));
  return made;
}
const engines = { html: engine(true), text: engine(false) };

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };
/** Decodes the tags in markup of the editor, which writes `&gt;`, and removes paragraphs around single tags. */
const tagsOf = (markup: string): string =>
  markup
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, tag =>
      tag.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => SIGNS[name] ?? ''),
    )
    .replace(/<p>\s*(\{%[^{}]*%\})\s*<\/p>/g, '$1');

const parsed = new Map<string, Template[]>();
function parse(words: string, html: boolean): Template[] {
  const key = `${html} ${words}`;
  const cached = parsed.get(key);
  if (cached) return cached;
  const made = engines[html ? 'html' : 'text'].parse(html ? tagsOf(words) : words);
  if (parsed.size >= 500) parsed.clear();
  parsed.set(key, made);
  return made;
}

const placeOf = (words: string, at: number) => {
  const before = words.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
const syntaxFault = (name: string, { line, column }: { line: number; column: number }): WordsFault => ({
  code: 'TEMPLATE_SYNTAX',
  // The position is given separately; braces would be taken for a placeholder in the message.
  params: {
    name: name
      .replace(/[{}%]+/g, '')
      .trim()
      .slice(0, 60),
    line,
    column,
    nearest: '',
  },
});

/** The first loop nested in another one; null if there is none. */
function nestedLoop(templates: readonly Template[], inLoop = false): Template | null {
  for (const template of templates) {
    const isLoop = 'name' in template && template.name === 'for';
    if (isLoop && inLoop) return template;
    const inner =
      'children' in template && typeof template.children === 'function' ? childrenOf(template as Parent) : [];
    const fault = nestedLoop(inner, inLoop || isLoop);
    if (fault) return fault;
  }
  return null;
}
interface Parent extends Template {
  children: (partials: boolean, sync: boolean) => Generator<unknown, Template[]>;
}
const childrenOf = (parent: Parent): Template[] => parent.children(false, true).next().value as Template[];

/** The first error of a template; null if there is none. */
export function wordsFault(words: string, purpose: TemplatePurpose, place: WordPlace, html = false): WordsFault | null {
  // Unmatched braces would be printed as text.
  const loose = words
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, tag => ' '.repeat(tag.length))
    .search(/\{\{|\}\}|\{%|%\}/);
  let templates: Template[];
  try {
    templates = parse(words, html);
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error;
    const [line = 1, column = 1] = error.token.getPosition();
    return syntaxFault(error.token.getText(), { line, column });
  }
  if (loose >= 0) return syntaxFault(words.slice(loose, loose + 20), placeOf(words, loose));
  const nested = nestedLoop(templates);
  if (nested) {
    const [line = 1, column = 1] = nested.token.getPosition();
    return syntaxFault('for', { line, column });
  }
  return unknownVariable(templates, purpose, place) ?? contentFault(words, purpose);
}

function contentFault(words: string, purpose: TemplatePurpose): WordsFault | null {
  if (purpose !== 'LAYOUT') return null;
  const matches = [...words.matchAll(/\{\{\s*content\s*\}\}/g)];
  const second = matches[1]?.index;
  return matches.length === 1
    ? null
    : { code: 'TEMPLATE_CONTENT_MISSING', params: { name: 'content', nearest: '', ...placeOf(words, second ?? 0) } };
}

/** Former names of some variables. */
const ALSO: Readonly<Record<string, string>> = {
  building: 'unit_group',
  addressee: 'member.name',
  'staff.name': 'sender.name',
};

function unknownVariable(templates: Template[], purpose: TemplatePurpose, place: WordPlace): WordsFault | null {
  const allowed = variablesFor(purpose, place);
  const names = new Set(allowed.map(({ name }) => name));
  const columns = new Set(allowed.flatMap(loop => loop.columns ?? []));
  const { variables, globals } = engines.text.analyzeSync(templates, { partials: false });
  const isKnown = (segments: readonly unknown[], local: boolean): boolean => {
    const name = segments.join('.');
    if (local) return segments.length === 1 ? false : segments.length === 2 && columns.has(String(segments[1]));
    if (place === 'PRINT') {
      const word =
        ALSO[name] ?? (segments[0] === 'building' ? `${ALSO.building}.${segments.slice(1).join('.')}` : name);
      return names.has(word);
    }
    return names.has(name);
  };
  const faults = Object.entries(variables).flatMap(([root, uses]) =>
    uses.flatMap(use => {
      const segments = use.segments.map(segment => (Array.isArray(segment) ? segment.join('.') : segment));
      if (isKnown(segments, !(root in globals))) return [];
      const name = segments.join('.');
      const { row, col } = use.location;
      return [{ name, line: row, column: col, nearest: nearestTo(name, [...names]) }];
    }),
  );
  const [first] = faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return first ? { code: 'TEMPLATE_VARIABLE_UNKNOWN', params: first } : null;
}

/** The most similar name, by edit distance. */
export function nearestTo(name: string, names: readonly string[]): string {
  const distances = names.map(other => [distance(name, other), other] as const).toSorted(([a], [b]) => a - b);
  return distances[0]?.[1] ?? '';
}
function distance(first: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...first].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(
        (next[j - 1] ?? 0) + 1,
        (before[j] ?? 0) + 1,
        (before[j - 1] ?? 0) + (letter === other[j - 1] ? 0 : 1),
      );
    before = next;
  }
  return before[other.length] ?? 0;
}

/** A template cannot be filled: its loop or output is too long. */
export class WordsTooLarge extends Error {}

/**
 * Fills a template in one pass: braces in values are not evaluated. Lines that end up empty, or as a mere label, are left out. Throws
 * `WordsTooLarge`.
 */
export function fillWords(words: string, values: WordValues, html = false): string {
  const all = Object.values(values).flatMap(value => (value && typeof value === 'object' ? Object.values(value) : []));
  const isLong = (value: unknown) => {
    const rows = value instanceof Shown ? value.valueOf() : value;
    return Array.isArray(rows) && rows.length > MOST_TURNS;
  };
  if (/\{%-?\s*for\s/.test(words) && all.some(isLong)) throw new WordsTooLarge();
  let filled: string;
  try {
    filled = String(engines[html ? 'html' : 'text'].renderSync(parse(words, html), { ...values }));
  } catch (error) {
    if (error instanceof LiquidError) throw new WordsTooLarge(error.message);
    throw error;
  }
  if (filled.length > MOST_LETTERS) throw new WordsTooLarge();
  return html ? blocksOf(withoutEmptyBlocks(filled)) : withoutEmptyLines(filled, '\n');
}
