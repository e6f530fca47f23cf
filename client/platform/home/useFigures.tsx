import { type Debt, overdueOf } from '@lobby/shared/billing/ageing.ts';
import type { AnswerOf, QueryOf } from '@lobby/shared/kit/contract.ts';
import { lastDayOf } from '@lobby/shared/kit/dates.ts';
import type { homeFigures } from '@lobby/shared/modules/home.contract.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useSpanWords } from '../../kit/ui/figures/chart.ts';
import { Delta, type Stat } from '../../kit/ui/figures/StatStrip.tsx';
import { today } from '../../kit/ui/today.ts';
import { useRetry } from './useRetry.ts';

type Told = Figures['figures'][number];
/** A figure of the server, or one that is compared with the end of a month here. */
export type Figure = Omit<Told, 'before'> & {
  before?: Omit<NonNullable<Told['before']>, 'than'> & { than: NonNullable<Told['before']>['than'] | 'monthEnd' };
};
export type Figures = AnswerOf<typeof homeFigures>;

/** Polling interval of the figures. */
const EVERY_MS = 60_000;

/** Figures of today for the user's trade; `wanted` chooses another trade or period, null loads nothing. */
export function useFigures(projectId: string, wanted: QueryOf<typeof homeFigures> | null = {}) {
  const query = useContract<typeof homeFigures>(
    '/home/figures',
    wanted && { scope: { projectId }, query: wanted, every: EVERY_MS },
  );
  const { data, loading, again } = query;
  const failed = data === null && !loading && wanted !== null;
  useRetry(failed || data?.late === true, again);
  return query;
}

/** Returns a formatter for figures by kind. */
export function useSayFigure(brief = false) {
  const { t } = useTranslation('home');
  const { money, amount, number, decimal, share } = useFormats();
  const { bare } = useSpans();
  return (kind: Figure['kind'], value: number): string => {
    if (kind === 'money') return brief ? amount(value) : money(value);
    if (kind === 'percent') return share(value);
    if (kind === 'minutes') return bare(value * 60_000);
    return kind === 'score' ? t('ofFive', { value: decimal(value) }) : number(value);
  };
}

/** From this ratio on a change is shown as amount instead of per cent. */
const MANIFOLD = 10;
/** Number of months in a trend. */
const TREND = 6;

/** Adds the trend of overdue debts, which is loaded separately. */
export const withDebts = (figures: readonly Figure[], debts: readonly Debt[] | null): readonly Figure[] => {
  const [before] = debts?.slice(-2) ?? [];
  if (!debts || !before) return figures;
  return figures.map(figure =>
    figure.key === 'overdue' && figure.entity === null
      ? {
          ...figure,
          trend: debts.slice(-TREND).map(overdueOf),
          before: { value: overdueOf(before), than: 'monthEnd', day: lastDayOf(before.month) },
        }
      : figure,
  );
};

/** Figures in the form of the stats strip. */
export function useStats(projectId: string, figures: readonly Figure[], brief = false): Stat[] {
  const entities = figures.flatMap(({ entity }) => entity ?? []);
  const { t } = useTranslation(['home', ...new Set(entities)]);
  const say = useSayFigure(brief);
  const { decimal, number, share, day } = useFormats();
  const { bare } = useSpans();
  const span = useSpanWords();
  const moved = ({ kind, value, before, better }: Figure) => {
    if (!before) return null;
    const than = t(`than.${before.than}`, {
      value: say(kind, before.value),
      span: before.than === 'span' ? span(before.day ?? '', before.to ?? '') : '',
      day: before.day ? day(before.day).slice(0, 5) : '',
    });
    if (before.than === 'yesterday') return than;
    const by = value - before.value;
    if (by === 0) return t('same', { than });
    const body =
      kind === 'minutes'
        ? bare(Math.abs(by) * 60_000)
        : kind === 'percent'
          ? t('points', { value: decimal(Math.abs(by)) })
          : kind === 'score'
            ? decimal(Math.abs(by))
            : before.value === 0 || Math.abs(by / before.value) >= MANIFOLD
              ? say(kind, Math.abs(by))
              : share(Math.abs(by / before.value) * 100);
    return (
      <>
        <Delta up={by > 0} good={better ? by > 0 === (better === 'more') : null}>
          {body}
        </Delta>
        <span>{than}</span>
      </>
    );
  };
  // Money whose day has passed is not to come.
  const isLate = (note: NonNullable<Figure['note']>) => note.key === 'unitsDue' && !!note.day && note.day < today();
  const noteOf = ({ note }: Figure) =>
    note && (
      <span data-late={isLate(note) || undefined}>
        {t(`notes.${isLate(note) ? 'unitsLate' : note.key}`, {
          count: note.count ?? 0,
          amount:
            note.amount === undefined
              ? ''
              : note.key === 'unitsLongest'
                ? number(note.amount)
                : say('money', note.amount),
          day: note.day ? day(note.day).slice(0, 5) : '',
        })}
      </span>
    );
  return figures.map(figure => ({
    key: `${figure.entity ?? ''}-${figure.key}`,
    label: figure.entity
      ? t(`${figure.entity}:figures.${figure.key}`)
      : t(`figures.${figure.key}`, {
          month: !figure.month ? '' : figure.since ? `${day(figure.since)} – ${day(figure.month)}` : day(figure.month),
        }),
    value: say(figure.kind, figure.value),
    bad: figure.bad,
    trend: figure.trend,
    bars: figure.bars,
    share: figure.share,
    to: figure.link && `/projects/${projectId}/${figure.link}`,
    note:
      figure.before && figure.note ? (
        <Both moved={moved(figure)} told={noteOf(figure)} />
      ) : (
        (moved(figure) ?? noteOf(figure))
      ),
  }));
}

/** Change of a figure with a note. */
const Both = ({ moved, told }: Record<'moved' | 'told', ReactNode>) => (
  <>
    {moved}
    <span data-told="">{told}</span>
  </>
);
