import type { FigureUnit } from '@lobby/shared/kit/statistic-terms.ts';
import type { countedPeople } from '@lobby/shared/modules/statistics.contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useSpanWords } from '../../kit/ui/figures/chart.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useUnitWords } from './CountedFigure.tsx';

/** Minimum interval between reloads. */
const PAUSE_MS = 30_000;

const bodyClass = styleClass({
  overflow: 'auto',
  minH: '0',
  '& > p': { px: '4', py: '1', textStyle: 'sm', color: 'fg.muted' },
  '& td > small': { display: 'block', color: 'fg.subtle' },
  // Heads are words in one line, not buttons with a ground.
  '& thead th, & th[data-figure] > button': { me: '0', textAlign: 'end', whiteSpace: 'nowrap' },
  '& thead th:first-child': { textAlign: 'start' },
});

interface PeopleTableProps {
  projectId: string;
  noun: string;
  module: string;
  label: string;
  query: { from: string; to: string; compare?: 'previous' | 'lastYear' };
}

/** Figures side by side with a row per person, sorted by the head of a column; below each its value of the time before. */
export function PeopleTable({ projectId, noun, module, label, query }: PeopleTableProps) {
  const { t } = useTranslation('statistics');
  const { dateTime, fixed } = useFormats();
  const span = useSpanWords();
  const say = useUnitWords();
  const [by, setBy] = useState<{ column: number; down: boolean } | null>(null);
  const { data, error, again } = useContract<typeof countedPeople>('/statistics/:noun/people', {
    params: { noun },
    query,
    follow: module,
    delay: PAUSE_MS,
  });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const { columns, total, previous, notes } = data;
  // With as many digits in each row, so that they stand below each other.
  const aligned = (unit: FigureUnit, value: number) => {
    if (unit === 'percent') return `${fixed(value, 1)}\u00a0%`;
    return unit === 'score' ? fixed(value, 2) : say(unit, value);
  };
  const rows = by
    ? data.rows.toSorted((a, b) => {
        const less = (a.values[by.column] ?? -1) - (b.values[by.column] ?? -1);
        return by.down ? -less : less;
      })
    : data.rows;
  const textOf = (n: number, value: number | null | undefined) =>
    value === null || value === undefined ? '–' : aligned(columns[n]?.unit ?? 'count', value);
  const cell = (n: number, now: number | null | undefined, before: number | null | undefined) => (
    <>
      {textOf(n, now)}
      {previous && <small>{textOf(n, before)}</small>}
    </>
  );
  return (
    <div className={bodyClass()}>
      {previous && <p>{t('below', { span: span(previous.from, previous.to) })}</p>}
      {notes.map(note => (
        <p key={note}>{t(`notes.${note}`)}</p>
      ))}
      <FigureTable
        label={label}
        rows={rows}
        keyOf={row => row.key}
        columns={[
          {
            key: 'key',
            label: data.by,
            cell: row => (row.link ? <Link to={`/projects/${projectId}/${row.link}`}>{row.label}</Link> : row.label),
            foot: t('total'),
          },
          ...columns.map((column, n) => ({
            key: column.key,
            label: (
              <button
                type="button"
                aria-pressed={by?.column === n}
                onClick={() => setBy({ column: n, down: by?.column === n ? !by.down : true })}
              >
                {column.label}
                {by?.column === n && (by.down ? ' ↓' : ' ↑')}
              </button>
            ),
            figure: true,
            cell: (row: (typeof rows)[number]) => cell(n, row.values[n], row.before[n]),
            foot: cell(n, total[n], previous?.total[n]),
          })),
        ]}
      />
      <p>{t('asOf', { at: dateTime(data.asOf) })}</p>
    </div>
  );
}
