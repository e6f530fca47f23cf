import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { keyOf, type Refused, type SheetRow, saveLines } from './rows.ts';

/** Pastes a spreadsheet column into consecutive lines; returns the refused ones with the reason. */
export function usePasted(head: { serviceId: string; month: string }, metered: boolean, rows: readonly SheetRow[]) {
  const { t } = useTranslation(['usage', 'errors']);
  const { number } = useFormats();
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map());
  async function paste(from: SheetRow, column: string[]) {
    const at = rows.indexOf(from);
    const lines = column.flatMap((text, n) => {
      const row = rows[at + n];
      const value = readDecimal(text, number(0.5));
      return row && value !== null && !row.billed && (!metered || row.meterId) ? [{ row, value }] : [];
    });
    if (lines.length === 0) return;
    try {
      const answer = await saveLines(head, metered, lines);
      const taken = new Set(lines.map(({ row }) => keyOf(row)));
      setRefused(new Map([...[...refused].filter(([key]) => !taken.has(key)), ...answer]));
      const title = t('sheet.pasted', { done: lines.length - answer.size, refused: answer.size });
      toast({ title, tone: answer.size > 0 ? 'bad' : 'done' });
    } catch (error) {
      void toastRefusal(error);
    }
  }
  return { refused, paste };
}
