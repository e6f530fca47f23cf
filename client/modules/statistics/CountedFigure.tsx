import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { ChartPane } from '../../kit/ui/ChartPane.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';
import { styleClass } from '../../theme/classes.ts';

const bodyClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  '& > p': { px: '4', py: '1', textStyle: 'sm', color: 'fg.muted' },
});
interface CountedFigureProps {
  label: string;
  counted: Counted;
  projectId: string;
}

/** A figure: its sum beside that of before, bars over the time, and the same numbers as a table. */
export function CountedFigure({ label, counted, projectId }: CountedFigureProps) {
  const { t } = useTranslation('statistics');
  const { day, dateTime, number } = useFormats();
  const say = useSaid(counted);
  const { columns, rows, total, previous, notes } = counted;
  const [now = null] = total;
  const before = previous?.total[0] ?? null;
  const change = now !== null && before !== null ? now - before : null;
  // From nothing there is no per cent.
  const percent = change !== null && before ? Math.round((change / before) * 100) : null;
  const single = columns.length === 1 || counted.kind === 'RATE' || counted.kind === 'DURATION';
  const sums = columns.slice(0, 6).map((one, n) => [one.label, say(n, total[n] ?? null)] as const);
  return (
    <div className={bodyClass()}>
      <Sums
        of={[
          ...sums,
          ...(previous ? [[`${day(previous.from)} – ${day(previous.to)}`, say(0, before)] as const] : []),
          ...(change === null
            ? []
            : [
                [
                  t('change'),
                  `${change > 0 ? '+' : ''}${say(0, change)} · ${percent === null ? '–' : `${number(percent)} %`}`,
                ] as const,
              ]),
        ]}
      />
      {notes.map(note => (
        <p key={note}>{t(`notes.${note}`)}</p>
      ))}
      {single && <CountedChart label={label} counted={counted} projectId={projectId} />}
      <FigureTable
        label={label}
        rows={rows.toReversed()}
        keyOf={row => row.key}
        columns={[
          {
            key: 'key',
            label: t('period'),
            cell: row => (
              <>
                {row.link ? <Link to={`/projects/${projectId}/${row.link}`}>{named(row.key)}</Link> : named(row.key)}
                {row.part && ` · ${t('part')}`}
              </>
            ),
            foot: t('total'),
          },
          ...columns.map((one, n) => ({
            key: one.key || 'all',
            label: one.label,
            figure: true,
            cell: (row: Counted['rows'][number]) => say(n, row.values[n] ?? null),
            foot: say(n, total[n] ?? null),
          })),
        ]}
      />
      <p>{t('asOf', { at: dateTime(counted.asOf) })}</p>
    </div>
  );
}

/** Days, months and quarters as people write them. */
const named = (key: string): string => (/^\d{4}-\d{2}/.test(key) ? key.split('-').reverse().join('/') : key);

/** The values of a figure in words: numbers, shares, lengths of time; nothing where there is none. */
function useSaid({ kind, notes }: Counted): (column: number, value: number | null) => string {
  const { number, decimal } = useFormats();
  const { bare } = useSpans();
  return (column, value) => {
    if (value === null) return notes.includes('FEW') ? '< 5' : '–';
    if (kind === 'RATE' && column === 0) return `${decimal(value)} %`;
    if (kind === 'DURATION' && column < 2) return bare(Math.abs(value) * 60_000);
    return number(value);
  };
}

/** The first value of each part of the time, beside the same in the time before. */
export function CountedChart({ label, title, counted, projectId }: CountedFigureProps & { title?: ReactNode }) {
  const say = useSaid(counted);
  const { t } = useTranslation('statistics');
  const { day } = useFormats();
  const { previous, rows } = counted;
  const points = rows.map(({ key, values, part, link }, n) => ({
    key,
    label: named(key),
    part,
    named: link ? <Link to={`/projects/${projectId}/${link}`}>{named(key)}</Link> : named(key),
    values: { now: values[0] ?? null, before: previous?.rows[n] ?? null },
  }));
  const series = [
    { key: 'now', label: `${day(counted.from)} – ${day(counted.to)}` },
    ...(previous ? [{ key: 'before', label: `${day(previous.from)} – ${day(previous.to)}`, before: true }] : []),
  ];
  const head = series.length > 1 ? series : [{ key: 'now', label: t('total') }];
  return <ChartPane label={label} title={title} points={points} series={head} say={value => say(0, value)} />;
}
