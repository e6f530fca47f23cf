import { addDays } from '@lobby/shared/kit/dates.ts';
import { STEPS } from '@lobby/shared/modules/amenity-statistics.ts';
import { Download, FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { newestFirst } from '../../kit/ui/figures/newest.ts';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { today } from '../../kit/ui/today.ts';

const DATE = /^\d{4}-\d{2}(-\d{2})?$/;
type Figures = Record<string, unknown>;
const MONEY = ['income', 'fee', 'surcharge', 'deduction', 'refunds', 'depositsHeld', 'total', 'commission'];

/** Formats a figure: money in đồng, days and months as people write them, everything else as a number. */
export function useFigure(): (key: string, value: unknown) => string {
  const { money, number, day } = useFormats();
  return (key, value) => {
    if (typeof value === 'string') return DATE.test(value) ? day(value) : value;
    if (typeof value !== 'number') return '';
    return MONEY.includes(key) ? money(value) : number(value);
  };
}

type Asked = { from: string; to: string; by: (typeof STEPS)[number] };

/** Query of a report with its fields: a period, initially the last 90 days, and the step of the series. */
export function useAsked() {
  const first = addDays(today(), -89);
  const [asked, setAsked] = useState<Asked>({ from: first, to: today(), by: 'month' });
  const { t } = useTranslation('amenity-statistics');
  const fields = (
    <>
      <PeriodFields {...asked} onChange={period => setAsked({ ...asked, ...period })} />
      <Field label={t('tables.series')}>
        <Select
          value={asked.by}
          choices={STEPS.map(value => ({ value, label: t(`by.${value}`) }))}
          onChange={event => setAsked({ ...asked, by: STEPS.find(step => step === event.target.value) ?? 'month' })}
        />
      </Field>
    </>
  );
  return { asked, fields };
}

/** Figures with those of the previous period, in the form that `Sums` takes. */
export function useSums(): (keys: readonly string[], now: Figures, before: Figures) => (readonly [string, string])[] {
  const { t } = useTranslation('amenity-statistics');
  const say = useFigure();
  return (keys, now, before) =>
    keys.map(key => {
      const was =
        before[key] === undefined || before[key] === null ? '' : t('before', { value: say(key, before[key]) });
      return [[t(`figures.${key}`), was].filter(Boolean).join(' · '), say(key, now[key])] as const;
    });
}

interface TableProps<R extends object> {
  table: string;
  rows: readonly R[];
  columns: readonly (keyof R & string)[];
  keyOf: (row: R) => string;
}

/** Table sortable by its column heads. */
export function SortedTable<R extends object>({ table, rows, columns, keyOf }: TableProps<R>) {
  const { t } = useTranslation('amenity-statistics');
  const say = useFigure();
  const [by, setBy] = useState<{ key: keyof R & string; down: boolean } | null>(null);
  const order = (a: R, b: R): number => {
    if (!by) return 0;
    const [first, two] = [a[by.key], b[by.key]];
    const less = typeof first === 'number' ? first - Number(two) : String(first).localeCompare(String(two));
    return by.down ? -less : less;
  };
  const shown: FigureColumn<R>[] = columns.map((key, at) => ({
    key,
    label: (
      <button type="button" onClick={() => setBy({ key, down: by?.key === key ? !by.down : at > 0 })}>
        {t(`figures.${String(key)}`)}
        {by?.key === key ? (by.down ? ' ↓' : ' ↑') : ''}
      </button>
    ),
    figure: at > 0,
    cell: row => say(key, row[key]),
  }));
  return (
    <FigureTable
      label={t(`tables.${table}`)}
      rows={by ? rows.toSorted(order) : newestFirst(rows, row => ('step' in row ? String(row.step) : null))}
      keyOf={keyOf}
      columns={shown}
    />
  );
}

/** Buttons for export and print. */
export function Takes({ path, query, may }: { path: string; query: Record<string, string>; may: boolean }) {
  const { t } = useTranslation('amenity-statistics');
  const { busy, save } = useExport();
  return (
    <>
      <Button icon={Printer} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {may && (
        <Button icon={Download} busy={busy} onClick={() => save(`${path}/export`, { ...scopeNow(), query })}>
          {t('export')}
        </Button>
      )}
      {may && (
        <Button icon={FileDown} busy={busy} onClick={() => save(`${path}/pdf`, { ...scopeNow(), query })}>
          {t('pdf')}
        </Button>
      )}
    </>
  );
}
