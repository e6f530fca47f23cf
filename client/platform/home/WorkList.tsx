import { URGENCIES, type Urgency } from '@lobby/shared/kit/home.ts';
import { AlarmClock, Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Avatar } from '../../kit/ui/marks/Avatar.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { recordIcon } from '../../shell/palette/places.ts';
import { deedClass, paneClass, rowClass } from './parts.ts';
import { useListPlace, useRecordPlace } from './places.ts';
import type { Waiting } from './useWaiting.ts';
import { When } from './When.tsx';

interface WorkListProps {
  projectId: string;
  waiting: readonly Waiting[];
}

/** Urgencies of the main list; `soon` has a separate pane. */
const HERE = URGENCIES.filter(urgency => urgency !== 'soon');

/** Pending work of the user by urgency, linked to the records. */
export function WorkList({ projectId, waiting }: WorkListProps) {
  const { t } = useTranslation('home');
  const id = useId();
  const here = waiting.filter(wait => wait.as !== 'soon');
  const groups = HERE.map(as => [as, here.filter(wait => wait.as === as)] as const);
  const count = here.reduce((sum, wait) => sum + wait.count, 0);
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('waiting')}
        {count > 0 && <small>{t('things', { count })}</small>}
      </h2>
      {here.length === 0 && (
        <p>
          <Check size={16} aria-hidden style={{ display: 'inline', verticalAlign: '-3px' }} /> {t('nothingWaits')}
        </p>
      )}
      {groups.map(
        ([as, waits]) => waits.length > 0 && <Group key={as} as={as} projectId={projectId} waiting={waits} />,
      )}
    </section>
  );
}

interface Line {
  key: string;
  at: string | null;
  node: ReactNode;
}
/** After every day and instant. */
const NEVER = '9';

/** Records of a kind, and one line for those that are not named. */
function linesOf(projectId: string, waiting: Waiting): Line[] {
  const { entity, wait, count, at, records } = waiting;
  const named = records.map(record => ({
    key: `${entity} ${record.id}`,
    at: record.at,
    node: <Record projectId={projectId} of={waiting} record={record} />,
  }));
  if (count === records.length) return named;
  const rest = {
    key: `${entity} ${wait}`,
    at: named.at(-1)?.at ?? at,
    node: <Gathered projectId={projectId} of={waiting} />,
  };
  return [...named, rest];
}

function Group({ as, projectId, waiting }: WorkListProps & { as: Urgency }) {
  const { t } = useTranslation('home');
  const count = waiting.reduce((sum, wait) => sum + wait.count, 0);
  // The longest waiting first, of whatever kind.
  const lines = waiting
    .flatMap(wait => linesOf(projectId, wait))
    .toSorted((a, b) => (a.at ?? NEVER).localeCompare(b.at ?? NEVER));
  return (
    <>
      <h3>
        {as === 'overdue' && <AlarmClock size={14} aria-hidden />}
        {as === 'overdue' ? <b>{t(`groups.${as}`)}</b> : t(`groups.${as}`)}
        <small>{count}</small>
      </h3>
      <ul>
        {lines.map(({ key, node }) => (
          <li key={key}>{node}</li>
        ))}
      </ul>
    </>
  );
}

/** A pending record. */
function Record({ projectId, of, record }: { projectId: string; of: Waiting; record: Waiting['records'][number] }) {
  const { t } = useTranslation(['home', of.entity]);
  const place = useRecordPlace(projectId);
  const Icon = recordIcon(of.entity);
  // A code as title says little, so module and subject come first.
  const named = record.code !== null || !/^[A-Z]{1,5}-?\d/.test(record.title);
  const title = named ? record.title : [t(`${of.entity}:name`), record.note].filter(Boolean).join(' · ');
  const more = named ? [record.note, t(`${of.entity}:name`), record.code] : [record.title];
  return (
    <Link className={rowClass()} to={place(of.entity, record.id) ?? '.'}>
      {record.person ? <Avatar person={record.person} named /> : <Icon aria-hidden />}
      <span data-words="">
        <b className="cut">{title}</b>
        <small className="cut">{more.filter(Boolean).join(' · ')}</small>
      </span>
      <span data-state="">
        {record.look && <Status {...record.look}>{t(`${of.entity}:statuses.${record.status}`)}</Status>}
      </span>
      {record.at ? <When as={of.as} at={record.at} due={of.due} /> : <span data-end="" data-when="" />}
      <span className={deedClass()}>{t(`acts.${of.does}`)}</span>
    </Link>
  );
}

/** Records of a kind that have no line of their own, as one with count, total and the oldest time. */
export function Gathered({ projectId, of, plain }: { projectId: string; of: Waiting; plain?: boolean }) {
  const { t } = useTranslation(['home', of.entity]);
  const { money } = useFormats();
  const place = useListPlace(projectId);
  const Icon = recordIcon(of.entity);
  return (
    <Link className={rowClass()} to={place(of.entity, of.query) ?? '.'} data-plain={plain ? '' : undefined}>
      <Icon aria-hidden />
      <span data-words="">
        <b className="cut">{t(`${of.entity}:waits.${of.wait}`, { count: of.count - of.records.length })}</b>
        {of.told.length > 0 && !plain && <small className="cut">{of.told.join(', ')}</small>}
      </span>
      {!plain && (
        <span data-end="" data-sum="">
          {of.sum && of.records.length === 0 ? money(of.sum) : ''}
        </span>
      )}
      {of.at && of.records.length === 0 ? (
        <When as={of.as} at={of.at} due={of.due} />
      ) : (
        <span data-end="" data-when="" />
      )}
      {!plain && <span className={deedClass()}>{t(of.records.length > 0 ? 'seeAll' : `acts.${of.does}`)}</span>}
    </Link>
  );
}
