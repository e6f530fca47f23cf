import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { ReportField, ReportSource } from '@lobby/shared/modules/report.ts';
import { SOURCES } from '@lobby/shared/modules/report-sources.ts';
import { DERIVED } from '@lobby/shared/modules/statistics.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';

/** A field allowed in reports: of the source, or of a record that it references. */
export interface Safe {
  path: string;
  /** The definition of the field. */
  of: Definition;
  name: string;
  field: Field;
  /** The reference that leads to the field; null for one of the source. */
  through: string | null;
}

const NEVER: readonly Kind[] = ['longText', 'richText', 'files', 'lines', 'phone', 'email', 'identifier'];
/** Definitions of persons: their names and references to them are excluded from reports. */
const PEOPLE: readonly string[] = ['resident', 'visitor', 'guest', 'watch-entry', 'residency', 'invoice-buyer'];
const BESIDE: Readonly<Record<string, Field>> = { createdAt: { kind: 'instant' } };

const isOfPeople = ({ name, title, fields }: Definition) => PEOPLE.includes(name) || fields[title]?.personal === true;

function isSafe(of: Definition, name: string, field: Field): boolean {
  if (field.personal || field.tells || field.internal || NEVER.includes(field.kind)) return false;
  if (isOfPeople(of) && name === of.title) return false;
  if (field.kind !== 'ref' && field.kind !== 'refs') return true;
  const target = definitionOf(field.to);
  return !isOfPeople(target) && target.fields[target.title]?.kind === 'text';
}

/** Values computed from a field of the records, as bands of years of birth. */
const derivedFields = (of: Definition): [string, Field][] =>
  Object.entries(DERIVED)
    .filter(([, { field }]) => of.fields[field] && isSafe(of, field, of.fields[field]))
    .map(([name, { options }]) => [name, { kind: 'choice', options }]);

const ownFields = (of: Definition): [string, Field][] => [
  ...Object.entries(of.fields).filter(([name, field]) => isSafe(of, name, field)),
  ...(of.statuses ? [['status', { kind: 'choice', options: Object.keys(of.statuses) }] as [string, Field]] : []),
  ...derivedFields(of),
  ...Object.entries(BESIDE),
];

const cache = new Map<string, ReadonlyMap<string, Safe>>();

/** Fields allowed in reports of a definition, by path (card report, rule 1). */
export function safeFields(source: Definition): ReadonlyMap<string, Safe> {
  const cached = cache.get(source.name);
  if (cached) return cached;
  const made = new Map<string, Safe>();
  for (const [name, field] of ownFields(source)) {
    made.set(name, { path: name, of: source, name, field, through: null });
    // Reports name employees; no other field of an employee is available.
    if (field.kind !== 'ref' || field.to === 'employee') continue;
    const target = definitionOf(field.to);
    for (const [inner, part] of ownFields(target))
      made.set(`${name}.${inner}`, { path: `${name}.${inner}`, of: target, name: inner, field: part, through: name });
  }
  cache.set(source.name, made);
  return made;
}

/** Label of a report field. */
export const labelOf = (ctx: Ctx, source: Definition, { of, name, through }: Safe): string =>
  [
    ...(through ? [text(ctx, `${source.name}.fields.${through}`)] : []),
    text(ctx, name in DERIVED ? `statistics.bands.${name}.title` : `${of.name}.fields.${name}`),
  ].join(' · ');

/** Locale key of the words of a choice or status. */
export const optionWords = ({ of, name }: Pick<Safe, 'of' | 'name'>): string =>
  name in DERIVED ? `statistics.bands.${name}` : `${of.name}.${name === 'status' ? 'statuses' : `options.${name}`}`;

function optionsOf(ctx: Ctx, { of, name, field }: Safe): ReportField['options'] {
  if (field.kind === 'flag')
    return ['true', 'false'].map(value => ({ value, label: text(ctx, value === 'true' ? 'kit.yes' : 'kit.no') }));
  if (field.kind !== 'choice') return [];
  return field.options.map(value => ({ value, label: text(ctx, `${optionWords({ of, name })}.${value}`) }));
}

/** Whether the caller may read the field's records. */
export const mayRead = (ctx: Ctx, { of }: Safe): boolean => can(ctx, of.code, 'read');

/** Sources that the caller may read, with their usable fields. */
export const sourcesFor = (ctx: Ctx): ReportSource[] =>
  SOURCES.map(definitionOf)
    .filter(({ code }) => can(ctx, code, 'read'))
    .map(source => ({
      source: source.name,
      label: text(ctx, `${source.name}.plural`),
      module: source.code,
      exports: can(ctx, source.code, 'export'),
      fields: [...safeFields(source).values()]
        .filter(field => mayRead(ctx, field))
        .map(field => ({
          path: field.path,
          label: labelOf(ctx, source, field),
          kind: field.field.kind,
          through: field.through,
          to: field.field.kind === 'ref' || field.field.kind === 'refs' ? field.field.to : null,
          options: optionsOf(ctx, field),
          filter: field.through === null && source.list.filters.includes(field.name),
        })),
    }));
