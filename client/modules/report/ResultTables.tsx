import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { NUMBERS } from '@lobby/shared/modules/report.ts';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { newestFirst } from '../../kit/ui/figures/newest.ts';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';

type Row = ReportResult['rows'][number];
type Group = ReportResult['groups'][number];

/** Totals, groups and rows of a result, linked to their records. */
export function ResultTables({ result }: { result: ReportResult }) {
  const { t } = useTranslation('report');
  const { idUnitGroup = '' } = useParams();
  const { money, number, day, dateTime } = useFormats();
  const { columns, rows, groups, groupHeads, totalHeads, totals, notes } = result;
  const say = (kind: string, value: string | number | null) => {
    if (value === null) return '';
    if (typeof value === 'number') return kind === 'money' ? money(value) : number(value);
    if (kind === 'date' || kind === 'month') return day(value);
    return kind === 'instant' ? dateTime(value) : value;
  };
  const linked = (link: string | null, words: string) =>
    link ? <Link to={`/projects/${idUnitGroup}/${link}`}>{words || '–'}</Link> : words;
  return (
    <div className={reportBodyClass()}>
      {notes.map(({ code, field }) => (
        <p key={`${code} ${field}`}>{t(`notes.${code}`, { field })}</p>
      ))}
      {result.count === 0 && <Empty icon={ChartColumn} title={t('ui.empty')} />}
      <Sums of={totalHeads.map(({ label, kind }, n) => [label, say(kind, totals[n] ?? null)] as const)} />
      <FigureTable<Group>
        label={t('fields.groups')}
        rows={newestFirst(groups, ({ keys }) => keys[0])}
        keyOf={({ keys }) => keys.join('|')}
        columns={[
          ...groupHeads.map((label, n) => ({
            key: `group ${n}`,
            label,
            cell: ({ keys, link }: Group) => (n === 0 ? linked(link, keys[n] ?? '') : (keys[n] ?? '')),
          })),
          ...totalHeads.map(({ label, kind }, n) => ({
            key: `total ${n}`,
            label,
            figure: true,
            cell: (row: Group) => say(kind, row.totals[n] ?? null),
            foot: say(kind, totals[n] ?? null),
          })),
        ]}
      />
      <FigureTable<Row>
        label={t('fields.columns')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns.map(({ key, label, kind }, n) => ({
          key: `${n} ${key}`,
          label,
          figure: NUMBERS.includes(kind),
          cell: ({ values, link }: Row) =>
            n === 0 ? linked(link, say(kind, values[n] ?? null)) : say(kind, values[n] ?? null),
        }))}
      />
      <p>{t('ui.asOf', { at: dateTime(result.asOf), rows: number(result.count) })}</p>
    </div>
  );
}
