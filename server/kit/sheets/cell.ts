import { readPhone } from '@lobby/shared/kit/contact.ts';
import { countryName } from '@lobby/shared/kit/countries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, listedChoice, listedPair, listedText } from '@lobby/shared/kit/fields.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import type { Ctx } from '../base/context.ts';
import { text, textOr } from '../base/messages.ts';
import { maskOf, open } from '../privacy/personal.ts';
import { targetOf } from '../store/refs/refs.ts';
import type { Stored } from '../store/schema.ts';
import type { Cell } from './sheet.ts';

/** Prefixes text that spreadsheet programs would take for a formula. A leading dash is handled by the cell's format instead. */
export const neutral = (value: string) => (FORMULA.test(value) ? `'${value}` : value);
// Matches formulas. A single dash also needs the prefix, because in an import it clears a field.
const FORMULA = /^[=+@\t\r]|^-$|^-(?=\s*[\d.,]*\s*[-+*/^(]|\s*\$?[a-z]{1,3}\$?\d|.*[=(!|])/is;

/** A name in a list, quoted if it contains a separator. */
const listed = (name: string) => (/[,;\n]|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const ID = /^[0-9a-f]{24}$/;

/** A stored value as text for a sheet; `names` holds the titles of referenced records. */
export function cell(
  ctx: Ctx,
  definition: Definition,
  name: string,
  field: Field,
  value: unknown,
  names: Map<string, Stored> | undefined,
  plain = false,
): Cell {
  if (value === null || value === undefined) return null;
  const titleOf = (id: unknown) => {
    const target = field.kind === 'ref' || field.kind === 'refs' ? targetOf(field.to) : undefined;
    return target && typeof id === 'string' ? titleIn(target, names?.get(id)) : '';
  };
  if (field.kind === 'ref') return neutral(titleOf(value));
  if (field.kind === 'refs')
    return neutral(Array.isArray(value) ? value.map(id => listed(titleOf(id))).join(', ') : '');
  if (field.kind === 'choice')
    return text(ctx, `${definition.name}.${name === 'status' ? 'statuses' : `options.${name}`}.${String(value)}`);
  if (field.kind === 'lines') {
    const lines: readonly Record<string, unknown>[] = Array.isArray(value) ? value : [];
    const textPart = listedText(field);
    if (textPart) return neutral(lines.map(line => String(line[textPart])).join(', ')) || null;
    const pair = listedPair(field);
    if (pair) return neutral(lines.map(line => paired(pair.map(([part]) => line[part]))).join('; ')) || null;
    const [part] = listedChoice(field) ?? [];
    if (!part) return null;
    return lines.map(line => text(ctx, `${definition.name}.options.${part}.${String(line[part])}`)).join(', ') || null;
  }
  if (field.kind === 'flag') return text(ctx, value ? 'kit.yes' : 'kit.no');
  if (field.kind === 'instant' && value instanceof Date) return stamp(value, ctx.project.timeZone);
  if (typeof value !== 'string') return typeof value === 'number' ? value : null;
  if (field.kind === 'text' && field.wordedBy)
    return neutral(textOr(ctx.language, `${definition.name}.${field.wordedBy}.${value}`, value));
  // An id of a record without a screen says nothing to a reader.
  if (field.kind === 'text' && field.readOnly && ID.test(value)) return null;
  if (field.personal && !plain) return neutral(maskOf(ctx.projectId, field, value) ?? '');
  return neutral(written(ctx, field, (field.personal ? open(ctx.projectId, value) : value) ?? ''));
}

/** The non-empty parts of a line. Three decimals get a fourth, since they could be read as a thousands group. */
const paired = (parts: readonly unknown[]): string =>
  parts
    .flatMap(part => (part === null || part === undefined ? [] : String(part).replace(/(\.\d{3})$/, '$10')))
    .join(': ');

function written(ctx: Ctx, field: Field, value: string): string {
  if (field.kind === 'date' || field.kind === 'month') return dayWords(value);
  if (field.kind === 'text' && field.country) return countryName(value, ctx.language);
  if (field.kind === 'text' && field.taxCode) return printedTaxCode(value);
  if (field.kind === 'richText') return wordsOf(value);
  return field.kind === 'phone' ? readPhone(value) : value;
}

/** A day as DD/MM/YYYY or a month as MM/YYYY, in all languages; other text is unchanged. */
export const dayWords = (day: string): string =>
  /^\d{4}-\d\d(-\d\d)?$/.test(day) ? day.split('-').reverse().join('/') : day;

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** The same for instants too, in the project's time zone. */
export const whenWords = (value: string, timeZone: string): string =>
  MOMENT.test(value) ? stamp(new Date(value), timeZone) : dayWords(value);

const formats = new Map<string, Intl.DateTimeFormat>();
/** DD/MM/YYYY HH:mm in the project's time zone, in all languages. */
export function stamp(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(at).replace(',', '');
}
