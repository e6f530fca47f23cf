import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import type { Response } from 'express';
import type { Ctx } from '../context.ts';
import { XLSX } from '../export.ts';
import { text } from '../messages.ts';
import { fillable, labelOf } from './columns.ts';
import { keysOfImport } from './known-rows.ts';
import { newBook } from './new-book.ts';
import { MOST_ROWS } from './read-book.ts';

/** How the cells of a kind are kept from being taken for something else: phones lose their 0 as numbers. */
const FORMATS: Partial<Record<Kind, string>> = { date: 'dd/mm/yyyy', phone: '@', identifier: '@', text: '@', ref: '@' };
/** What a list of choices in a cell may hold. */
const LIST_LETTERS = 255;

/** Answers a workbook to fill: a column for each field, required ones marked, choices to pick from, and a sheet that says what goes where. */
export async function writeTemplate(ctx: Ctx, definition: Definition, res: Response): Promise<void> {
  const book = await newBook();
  const sheet = book.addWorksheet(text(ctx.language, `${definition.name}.plural`).slice(0, 31));
  const notes = book.addWorksheet(text(ctx.language, 'import.template.notes').slice(0, 31));
  if (keysOfImport(definition).length > 0) {
    notes.addRow([text(ctx.language, 'import.template.emptying')]);
    notes.addRow([]);
  }
  sheet.views = [{ state: 'frozen', ySplit: 1 }];
  for (const [n, [name, field]] of fillable(definition).entries()) {
    const column = sheet.getColumn(n + 1);
    const label = labelOf(ctx.language, definition, name);
    column.width = Math.max(14, label.length + 4);
    column.numFmt = FORMATS[field.kind] ?? 'General';
    const head = sheet.getCell(1, n + 1);
    head.value = field.required ? `${label} *` : label;
    head.font = { bold: true };
    const choices = wordsOf(ctx, definition, name, field);
    const listed = choices.join(',');
    if (choices.length > 0 && listed.length <= LIST_LETTERS)
      for (let row = 2; row <= Math.min(MOST_ROWS, 1000) + 1; row++)
        sheet.getCell(row, n + 1).dataValidation = { type: 'list', allowBlank: true, formulae: [`"${listed}"`] };
    notes.addRow([label, hintOf(ctx, field), choices.join(', ')]);
  }
  for (const [n, width] of [28, 44, 80].entries()) notes.getColumn(n + 1).width = width;
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s-template.xlsx"` });
  await book.xlsx.write(res);
  res.end();
}

function wordsOf(ctx: Ctx, definition: Definition, name: string, field: Field): string[] {
  if (field.kind === 'flag') return ['yes', 'no'].map(word => text(ctx.language, `import.template.${word}`));
  if (field.kind !== 'choice') return [];
  return field.options.map(option => text(ctx.language, `${definition.name}.options.${field.label ?? name}.${option}`));
}

function hintOf(ctx: Ctx, field: Field): string {
  const say = (key: string, params?: Record<string, unknown>) => text(ctx.language, `import.template.${key}`, params);
  const words = [
    ...(field.required ? [say('required')] : []),
    ...(field.unique ? [say('unique')] : []),
    ...(field.kind === 'date' ? ['DD/MM/YYYY'] : []),
    ...(field.kind === 'ref' ? [say('ref')] : field.kind === 'refs' ? [say('refs')] : []),
    ...('max' in field && (field.kind === 'text' || field.kind === 'longText')
      ? [say('letters', { max: field.max })]
      : []),
  ];
  return words.join('; ');
}
