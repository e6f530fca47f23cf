import type { Filter } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { both, isImpossible } from '../../base/matches.ts';
import { filterValues } from '../../http/query.ts';
import type { Counts } from '../../list/counts.ts';
import { tabOf } from '../../list/url.ts';
import { useQuery } from '../../live/useQuery.ts';
import { useListModel } from './model/model.ts';
import type { CalendarShape } from './shapes/Calendar.tsx';
import { useSpan } from './shapes/useSpan.ts';

/** Number of rows per mark; in a calendar those of the shown days. */
export function useMarkCounts(calendar: CalendarShape | undefined): Readonly<Record<string, number>> | undefined {
  const { definition, list, query, scope } = useListModel();
  const counts = useAtomValue(list.counts);
  const { days } = useSpan(Boolean(calendar?.Span));
  const shown: Filter = calendar ? { [calendar.field]: { from: days[0] ?? '', to: days.at(-1) ?? '' } } : {};
  const tab = calendar?.untabbed ? null : tabOf(definition, query.tab, query.filter);
  const filter = both(both((tab && definition.list.tabs?.[tab]) || {}, query.filter), shown);
  const { data } = useQuery<Counts>(calendar && !isImpossible(filter) ? `${definition.path}/count-badges` : null, {
    scope,
    follow: definition.code,
    query: { filter: filterValues(filter) },
  });
  return calendar ? data?.marks : counts?.marks;
}
