import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isListed, type Kind, listedChoice, listedPair } from '@lobby/shared/kit/fields.ts';
import type { Response } from 'express';
import type { Ctx } from '../../base/context.ts';
import { text } from '../../base/messages.ts';
import { XLSX } from '../export.ts';
import { type Cell, type Column, writeBook } from '../sheet.ts';
import { fillable, labelOf } from './columns.ts';
import { keysOfImport } from './match-existing.ts';

/** Cell formats that keep values as typed; as numbers, phones would lose their leading 0. */
const LOOKS: Partial<Record<Kind, Column['look']>> = {
  date: 'day',
  phone: 'text',
  identifier: 'text',
  text: 'text',
  ref: 'text',
};

/**
 * Writes an import template: a column per field with required ones marked, dropdown lists for choices, and a sheet with
 * instructions.
 */
export async function writeTemplate(ctx: Ctx, definition: Definition, res: Response): Promise<void> {
  const head: Cell[] = [];
  const columns: Column[] = [];
  const notes: Cell[][] =
    keysOfImport(definition).length > 0 ? [[text(ctx.language, 'import.template.emptying')], []] : [];
  for (const [name, field] of [...fillable(definition), ...restated(definition)]) {
    const label = labelOf(ctx, definition, name);
    const choices = wordsOf(ctx, definition, name, field);
    head.push({ text: field.required ? `${label} *` : label, look: 'bold' });
    // A cell with several values has no dropdown list.
    const picked = field.kind === 'lines' ? [] : choices;
    columns.push({ width: Math.max(14, label.length + 4), look: LOOKS[field.kind] ?? 'plain', choices: picked });
    notes.push([label, hintOf(ctx, field), choices.join(', ')]);
  }
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s-template.xlsx"` });
  await writeBook(res, [
    { name: text(ctx, `${definition.name}.plural`), batches: [[head]], columns, headed: true },
    {
      name: text(ctx.language, 'import.template.notes'),
      batches: [notes],
      columns: [28, 44, 80].map(width => ({ width })),
    },
  ]);
}

/** States that a row may set, although people change them by acts only. */
function restated({ imports, fields }: Definition): [string, Field][] {
  const names = typeof imports === 'object' ? (imports.restates ?? []) : [];
  return names.flatMap((name): [string, Field][] => (fields[name] ? [[name, fields[name]]] : []));
}

function wordsOf(ctx: Ctx, definition: Definition, name: string, field: Field): string[] {
  if (field.kind === 'flag') return ['yes', 'no'].map(word => text(ctx.language, `import.template.${word}`));
  const [key, choice] = field.kind === 'choice' ? [field.label ?? name, field] : (listedChoice(field) ?? []);
  return choice ? choice.options.map(option => text(ctx, `${definition.name}.options.${key}.${option}`)) : [];
}

const isOneOfMany = (field: Field) => field.kind === 'refs' || (isListed(field) && !listedPair(field));

function hintOf(ctx: Ctx, field: Field): string {
  const say = (key: string, params?: Record<string, unknown>) => text(ctx.language, `import.template.${key}`, params);
  const words = [
    ...(field.required ? [say('required')] : []),
    ...(field.unique ? [say('unique')] : []),
    ...(field.kind === 'date' ? ['DD/MM/YYYY'] : []),
    ...(listedPair(field) ? [say('pairs')] : []),
    ...(field.kind === 'ref' ? [say('ref')] : isOneOfMany(field) ? [say('refs')] : []),
    ...('max' in field && (field.kind === 'text' || field.kind === 'longText' || field.kind === 'richText')
      ? [say('letters', { max: field.max })]
      : []),
  ];
  return words.join('; ');
}
