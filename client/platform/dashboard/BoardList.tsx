import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { isDay } from '@lobby/shared/kit/dates.ts';
import type { dashboardLists } from '@lobby/shared/modules/dashboard.contract.ts';
import type { ListShown } from '@lobby/shared/modules/dashboard.ts';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useShownTable } from '../../kit/ui/figures/shown-tables.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { recordIcon } from '../../shell/palette/places.ts';
import { paneClass, rowClass, useRecordPlace, When } from '../home/index.ts';
import { useModuleEvents } from './useModuleEvents.ts';

/** Polling interval, because deadlines pass. */
const EVERY_MS = 60_000;

type Found = AnswerOf<typeof dashboardLists>[number];
type Filled = ListShown & Found;

/** Lists of a board that have records. */
export function useBoardLists(projectId: string, lists: readonly ListShown[]): Filled[] {
  const { data, again } = useContract<typeof dashboardLists>(
    '/dashboard/lists',
    lists.length > 0 && { scope: { projectId }, query: { keys: lists.map(({ key }) => key) }, every: EVERY_MS },
  );
  useModuleEvents(
    projectId,
    lists.map(({ module }) => module),
    again,
  );
  return lists.flatMap(list => {
    const found = data?.find(({ key }) => key === list.key);
    return found && found.records.length > 0 ? [{ ...list, ...found }] : [];
  });
}

/** The first records of a list, with a link to all of them. */
export function BoardList({ projectId, list }: { projectId: string; list: Filled }) {
  const { label, note, count, due, records, link } = list;
  const { t } = useTranslation(['home', ...new Set(records.map(({ entity }) => entity))]);
  const format = useFormats();
  const id = useId();
  const place = useRecordPlace(projectId);
  useShownTable({
    name: label,
    head: [note, '', '', ''],
    rows: records.map(record => [
      record.title,
      record.note,
      record.sum,
      isDay(record.at) ? format.day(record.at) : format.date(record.at),
    ]),
  });
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {label}
        <Link to={`/projects/${projectId}/${link}`}>
          {t('seeAll')} ({count})
        </Link>
      </h2>
      <ul>
        {records.map(record => {
          const Icon = recordIcon(record.entity);
          return (
            <li key={record.id}>
              <Link className={rowClass()} data-plain="" to={place(record.entity, record.id) ?? '.'}>
                <Icon aria-hidden />
                <Words of={record} />
                {record.sum !== null && (
                  <span data-end="" data-sum="">
                    {format.money(record.sum)}
                  </span>
                )}
                <When as={due ? 'overdue' : 'later'} at={record.at} due={due} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What a record is about, and what tells it from others. */
function Words({ of: { title, note, code, refs } }: { of: Found['records'][number] }) {
  // A code as title says little, so the subject comes first.
  const isCoded = code === null && note !== '' && /^[A-Z]{1,5}-?\d/.test(title);
  const more = isCoded ? [title] : [note, code].filter(Boolean);
  return (
    <span data-words="">
      <b className="cut">{isCoded ? note : title}</b>
      <small className="cut">
        {more.join(' · ')}
        {refs.map(({ to, id }, n) => (
          <Fragment key={id}>
            {more.length + n > 0 && ' · '}
            <RefName to={to} id={id} />
          </Fragment>
        ))}
      </small>
    </span>
  );
}
