import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';

/** What a template may leave open, and a contract fills in. */
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

/** What a template asks of the tenant that is personal data. */
const PERSONAL: readonly Placeholder[] = ['identifier', 'phone', 'tenantAddress'];

const OPEN = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some(one => one === name);

/** The name of the first thing in braces that no contract can fill in; what stands beside braces that were not closed. */
export function unknownPlaceholder(text: string): string | undefined {
  const unknown = [...text.matchAll(OPEN)].find(([, name = '']) => !isPlaceholder(name));
  if (unknown) return unknown[1] || '…';
  return /.{0,20}(\{\{|\}\}).{0,20}/.exec(text.replace(OPEN, ''))?.[0].replace(/[{}]/g, '');
}

/** Whether a template asks for personal data of the tenant. */
export const asksPersonal = (text: string): boolean =>
  [...text.matchAll(OPEN)].some(([, name]) => PERSONAL.some(one => one === name));

/** A text with its placeholders filled in. */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(OPEN, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
}

/** A line of a contract on paper: `# ` a title, `## ` a heading, `a || b` side by side. */
export interface Paragraph {
  kind: 'title' | 'heading' | 'columns' | 'line';
  texts: readonly string[];
}

/** What stands on paper, line by line, filled in: what a value happens to hold changes no line. */
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

/** The text that contracts are printed from. */
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
    // Of the paper: its text, days, numbers and amounts in words; Vietnamese where it says nothing.
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
