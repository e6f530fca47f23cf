import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
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
const barsClass = styleClass({
  display: 'flex',
  alignItems: 'flex-end',
  gap: '1',
  flex: 'none',
  h: '160px',
  px: '4',
  py: '2',
  m: '0',
  overflowX: 'auto',
  '& > a, & > span': {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    alignItems: 'stretch',
    flex: '1 1 12px',
    minW: '8px',
    maxW: '64px',
    h: 'full',
  },
  '& i': { display: 'block', bg: 'accent.solid', borderTopRadius: 'sm', minH: '1px' },
  '& [data-part] i': { bg: 'accent.muted' },
});

interface CountedFigureProps {
  label: string;
  counted: Counted;
  projectId: string;
}

/** A figure: its sum beside that of before, bars over the time, and the same numbers as a table. */
export function CountedFigure({ label, counted, projectId }: CountedFigureProps) {
  const { t } = useTranslation('statistics');
  const { day, dateTime } = useFormats();
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
                  `${change > 0 ? '+' : ''}${say(0, change)} · ${percent === null ? '–' : `${percent}%`}`,
                ] as const,
              ]),
        ]}
      />
      {notes.map(note => (
        <p key={note}>{t(`notes.${note}`)}</p>
      ))}
      {single && <Bars label={label} counted={counted} projectId={projectId} />}
      <FigureTable
        label={label}
        rows={rows}
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
  const { number } = useFormats();
  const { bare } = useSpans();
  return (column, value) => {
    if (value === null) return notes.includes('FEW') ? '< 5' : '–';
    if (kind === 'RATE' && column === 0) return `${number(value)}%`;
    if (kind === 'DURATION' && column < 2) return bare(Math.abs(value) * 60_000);
    return number(value);
  };
}

const Bar = ({ share }: { share: number }) => <i style={{ height: `${share * 100}%` }} />;

/** The first value of each part of the time as a bar; a bar leads to its list. */
export function Bars({ label, counted, projectId }: CountedFigureProps) {
  const say = useSaid(counted);
  const most = Math.max(...counted.rows.map(({ values }) => values[0] ?? 0), 1);
  return (
    <figure className={barsClass()} aria-label={label}>
      {counted.rows.map(({ key, values, part, link }) => {
        const said = `${named(key)}: ${say(0, values[0] ?? null)}`;
        return link ? (
          <Link
            key={key}
            to={`/projects/${projectId}/${link}`}
            title={said}
            aria-label={said}
            data-part={part || undefined}
          >
            <Bar share={(values[0] ?? 0) / most} />
          </Link>
        ) : (
          <span key={key} title={said} data-part={part || undefined}>
            <Bar share={(values[0] ?? 0) / most} />
          </span>
        );
      })}
    </figure>
  );
}
