import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';

/** Variables of contract templates. */
export const PLACEHOLDERS = [
  'code',
  'signed',
  'project',
  'address',
  'unit',
  'rooms',
  'block',
  'floor',
  'area',
  'tenant',
  'representative',
  'taxCode',
  'identifier',
  'phone',
  'tenantAddress',
  'price',
  'priceWords',
  'deposit',
  'depositWords',
  'from',
  'to',
  'today',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Variables with personal data of the tenant. */
const PERSONAL: readonly Placeholder[] = ['identifier', 'phone', 'tenantAddress'];

const OPEN = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some(placeholder => placeholder === name);

/** The first unknown variable, or the text around unmatched braces; undefined if all is valid. */
export function unknownPlaceholder(text: string): string | undefined {
  const unknown = [...text.matchAll(OPEN)].find(([, name = '']) => !isPlaceholder(name));
  if (unknown) return unknown[1] || '…';
  return /.{0,20}(\{\{|\}\}).{0,20}/.exec(text.replace(OPEN, ''))?.[0].replace(/[{}]/g, '');
}

export const asksPersonal = (text: string): boolean =>
  [...text.matchAll(OPEN)].some(([, name]) => PERSONAL.some(variable => variable === name));

export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(OPEN, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
}

/** A paragraph of a printed contract. Markup: `# ` title, `## ` heading, `a || b` columns. */
export interface Paragraph {
  kind: 'title' | 'heading' | 'columns' | 'line';
  texts: readonly string[];
}

/** Parses the template, then fills in the variables, so that markup within values has no effect. */
export function paragraphsOf(text: string, values: Readonly<Record<Placeholder, string>>): Paragraph[] {
  const filled = (part: string) => fillPlaceholders(part, values);
  return text.split('\n').map((line): Paragraph => {
    if (line.startsWith('## ')) return { kind: 'heading', texts: [filled(line.slice(3))] };
    if (line.startsWith('# ')) return { kind: 'title', texts: [filled(line.slice(2))] };
    if (line.includes('||')) return { kind: 'columns', texts: line.split('||').map(part => filled(part.trim())) };
    return { kind: 'line', texts: [filled(line)] };
  });
}

function fillable({ text }: Record<string, unknown>): FieldErrors {
  const name = typeof text === 'string' ? unknownPlaceholder(text) : undefined;
  return name ? { text: { code: 'CONTRACT_PLACEHOLDER_UNKNOWN', params: { name } } } : {};
}

export const contractTemplate = defineModule({
  name: 'contract-template',
  code: 'RENTAL_CONTRACT',
  path: '/contract-template',
  opens: 'rental-contract?part=templates&id=',
  icon: 'scroll',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: {
      kind: 'text',
      max: 150,
      required: true,
      unique: true,
      taken: 'CONTRACT_TEMPLATE_EXISTS',
      search: true,
    },
    note: { kind: 'text', max: 300 },
    // Language of the printed text, dates, numbers and amounts in words; default Vietnamese.
    language: { kind: 'choice', options: LANGUAGES },
    active: { kind: 'flag', initial: true },
    text: { kind: 'longText', max: 30_000, required: true, detailOnly: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'note', 'language', 'active', 'createdAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['language', 'active', 'createdAt'],
  },
  errors: { CONTRACT_TEMPLATE_EXISTS: 409, CONTRACT_PLACEHOLDER_UNKNOWN: 400 },
  check: fillable,
});

export type ContractTemplate = DocOf<typeof contractTemplate>;
export type ContractTemplateRow = RowOf<typeof contractTemplate>;
