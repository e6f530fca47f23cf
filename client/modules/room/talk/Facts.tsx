import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { RoomRow } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { dataOf } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { recordAtom } from '../../../kit/records/records.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { InfoFields } from '../../../kit/ui/detail/info/InfoTab.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';
import { styleClass } from '../../../theme/classes.ts';

const partClass = styleClass({
  px: '4',
  py: '3',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > header': { display: 'flex', alignItems: 'baseline', gap: '2', mb: '2' },
  '& h3': { flex: '1', fontWeight: 'semibold', textStyle: 'sm' },
  '& header a': { textStyle: 'xs', color: 'accent.fg' },
  '& dl': { gridTemplateColumns: '84px minmax(0, 1fr)', columnGap: '2', rowGap: '1.5' },
  '& li': { display: 'flex', alignItems: 'center', gap: '2', py: '1', textStyle: 'sm' },
  '& li > :first-child': { flex: '1', minW: '0', color: 'fg' },
  '& ul': { listStyle: 'none', m: '0', p: '0' },
  '& strong': { textStyle: 'lg', fontWeight: 'semibold' },
  '& p': { m: '0', textStyle: 'sm', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});
const UNIT = ['type', 'blockId', 'floorId', 'area', 'state'] as const;
const PERSON = ['role', 'phone', 'email', 'language'] as const;
const MOST = 8;
const LIVING = { living: { in: ['true'] } } as const;
const OPEN = { status: { in: ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'] } } as const;
const OWED = { status: { in: ['ACTIVE'] }, paymentState: { in: ['UNPAID', 'PARTIAL_PAID'] } } as const;
const MOST_BILLS = 50;

/** Facts about the household: unit, residents, debts, tickets, and a note. */
export function Facts({ row }: { row: Partial<RoomRow> & { note?: string | null } }) {
  const { t } = useTranslation('room');
  const reads = {
    unit: useCan(unit.code, 'read'),
    resident: useCan(resident.code, 'read'),
    bill: useCan(bill.code, 'read'),
    ticket: useCan(ticket.code, 'read'),
  };
  const { unitId, residentId, note } = row;
  if (!unitId) return null;
  return (
    <>
      {reads.unit && <UnitFacts key={`unit ${unitId}`} id={unitId} />}
      {reads.resident && residentId && <PersonFacts key={`person ${residentId}`} id={residentId} />}
      {reads.resident && !residentId && <People key={`people ${unitId}`} unitId={unitId} />}
      {reads.bill && <Debt key={`debt ${unitId}`} unitId={unitId} />}
      {reads.ticket && <Requests key={`requests ${unitId}`} unitId={unitId} />}
      {note && (
        <Part title={t('fields.note')}>
          <p>{note}</p>
        </Part>
      )}
    </>
  );
}

function Part({ title, to, after, children }: { title: string; to?: string; after?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('room');
  const { idUnitGroup = '' } = useParams();
  return (
    <section className={partClass()} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {after}
        {to && (
          <Link to={`/projects/${idUnitGroup}/${to}`} aria-label={`${t('facts.open')}: ${title}`}>
            {t('facts.open')}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

function UnitFacts({ id }: { id: string }) {
  const { t } = useTranslation('unit');
  const { row, state } = useRecord(unit, id);
  if (!row || state === 'missing') return null;
  return (
    <Part title={`${t('name')} ${row.code ?? ''}`} to={`${unit.route}?id=${id}`}>
      <InfoFields definition={unit} id={id} fields={UNIT} />
    </Part>
  );
}

function PersonFacts({ id }: { id: string }) {
  const { row, state } = useRecord(resident, id);
  if (!row || state === 'missing') return null;
  return (
    <Part title={row.name ?? ''} to={`${resident.route}?id=${id}`}>
      <InfoFields definition={resident} id={id} fields={PERSON} />
    </Part>
  );
}

function People({ unitId }: { unitId: string }) {
  const { t } = useTranslation('room');
  const view = useRelatedRecords(resident, 'unitIds', unitId, MOST, LIVING);
  const ids = (view?.ids ?? []).slice(0, MOST).filter(id => id !== null);
  return (
    <Part
      title={t('facts.people')}
      to={`${resident.route}?unitIds=${unitId}`}
      after={<small>{view?.total ?? ''}</small>}
    >
      {view?.phase === 'ready' && ids.length === 0 ? (
        <small>{t('facts.nobody')}</small>
      ) : (
        <ul>
          {ids.map(id => (
            <Person key={id} id={id} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function Person({ id }: { id: string }) {
  const { t } = useTranslation('resident');
  const { name = '', role, appState } = useHeldRow(resident, id);
  return (
    <li>
      <span className="cut">{name}</span>
      <small>
        {role && t(`options.role.${role}`)}
        {appState === 'ACTIVE' && ` · ${t('room:facts.usesApp')}`}
      </small>
    </li>
  );
}

function Debt({ unitId }: { unitId: string }) {
  const { t } = useTranslation('room');
  const { money } = useFormats();
  const view = useRelatedRecords(bill, 'unitId', unitId, MOST_BILLS, OWED);
  const ids = view?.ids;
  const sum = useAtomValue(
    useMemo(
      () =>
        atom(get =>
          (ids ?? []).reduce((total, id) => {
            const { remaining = 0 } = dataOf<BillRow>(id ? get(recordAtom(bill.name, id))?.row : undefined);
            return total + remaining;
          }, 0),
        ),
      [ids],
    ),
  );
  const total = view?.total ?? 0;
  return (
    <Part title={t('facts.debt')} to={`${bill.route}?unitId=${unitId}`}>
      {view?.phase === 'ready' && (
        <>
          <strong>{money(sum)}</strong>
          <p>
            <small>{total > 0 ? t('facts.bills', { count: total }) : t('facts.noDebt')}</small>
          </p>
        </>
      )}
    </Part>
  );
}

function Requests({ unitId }: { unitId: string }) {
  const { t } = useTranslation('room');
  const view = useRelatedRecords(ticket, 'unitId', unitId, MOST, OPEN);
  const ids = (view?.ids ?? []).slice(0, MOST).filter(id => id !== null);
  return (
    <Part title={t('facts.requests')} after={<small>{view?.total ?? ''}</small>}>
      {view?.phase === 'ready' && ids.length === 0 ? (
        <small>{t('facts.noRequest')}</small>
      ) : (
        <ul>
          {ids.map(id => (
            <Request key={id} id={id} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function Request({ id }: { id: string }) {
  const { t } = useTranslation('ticket');
  const { idUnitGroup = '' } = useParams();
  const { title, code, status } = useHeldRow(ticket, id);
  const shape = status && ticket.statuses[status];
  return (
    <li>
      <Link
        className="cut"
        to={`/projects/${idUnitGroup}/help-desk?tab=all&helpDeskId=${id}`}
        title={code ?? undefined}
      >
        {title}
      </Link>
      {shape && (
        <Status tone={shape.tone} icon={shape.icon}>
          {t(`statuses.${status}`)}
        </Status>
      )}
    </li>
  );
}
