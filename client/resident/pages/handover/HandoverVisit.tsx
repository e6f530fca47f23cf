import { addDays, DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { visitChecklist, visitSlots } from '@lobby/shared/modules/handover-schedule.contract.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { useState } from 'react';
import { today } from '../../bookings.ts';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRow, useRows } from '../../data/rows.ts';
import { Choice } from '../../parts/Choice.tsx';
import { ReasonForm, Refusal, Waiting } from '../../parts/parts.tsx';
import { t, time, weekday, when } from '../../words.ts';

const PATH = '/handover/schedule';
const MODULES = ['HANDOVER'];
/** Days offered from tomorrow on; the maximum that buildings allow. */
const AHEAD = 61;

type Visit = SeenRow<typeof handoverSchedule>;

/** The coming appointment: to book, confirm, move or cancel, with its checklist. */
export function HandoverVisit() {
  const { data, again } = useRows<typeof handoverSchedule>(PATH, {}, MODULES);
  const open = (data ?? []).filter(({ finishedAt }) => finishedAt === null).toSorted((a, b) => b.round - a.round)[0];
  if (!open) return null;
  return (
    <section className="card pad">
      <h2>{t(open.round > 1 ? 'handover.visitAgain' : 'handover.visit')}</h2>
      {open.status === 'NOT_SCHEDULED' && <Slots visit={open} act="schedule" done={again} />}
      {open.status === 'PENDING_EXECUTION' && <Booked visit={open} done={again} />}
      {open.status === 'PENDING_ACCEPTANCE' && <p>{t('handover.going')}</p>}
      <Checklist id={open.id} />
    </section>
  );
}

/** Free times by day, booked by two taps. */
function Slots({ visit, act, done }: { visit: Visit; act: 'schedule' | 'reschedule'; done: () => void }) {
  const from = addDays(today(), 1);
  const { data, again } = useContract<typeof visitSlots>(
    '/handover/schedule/slots',
    { query: { from, to: addDays(from, AHEAD) } },
    MODULES,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const days = [...Map.groupBy(data ?? [], ({ at }) => dayOf(new Date(at), VIETNAM))];
  const day = chosen ?? days[0]?.[0];
  const book = (scheduledAt: string) =>
    void call(`${PATH}/${visit.id}/${act}`, { method: 'PUT', body: { version: visit.version, scheduledAt } }).then(
      () => {
        setRefused(null);
        done();
      },
      failure => {
        setRefused(failure as Refused);
        again();
      },
    );
  if (!data) return <Waiting />;
  if (days.length === 0) return <p className="muted">{t('handover.noSlots')}</p>;
  return (
    <>
      <Refusal refused={refused} />
      <Choice
        label={t('handover.chooseDay')}
        value={day ?? ''}
        options={days.map(([date]) => ({ value: date, text: weekday(date) }))}
        onChange={setChosen}
      />
      <ul className="slots" aria-label={t('handover.chooseTime')}>
        {(days.find(([date]) => date === day)?.[1] ?? []).map(({ at }) => (
          <li key={at}>
            <button type="button" className="slot" onClick={() => book(at)}>
              <b>{time(at)}</b>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The booked time, which may be moved or cancelled until the day before. */
function Booked({ visit, done }: { visit: Visit; done: () => void }) {
  const { id, version, scheduledAt, endAt, meetingPoint, confirmedByResident, code } = visit;
  const [changing, setChanging] = useState<'move' | 'cancel' | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const act = (name: string, body: object = {}) =>
    void call(`${PATH}/${id}/${name}`, { method: 'PUT', body: { version, ...body } }).then(() => {
      setChanging(null);
      setRefused(null);
      done();
    }, setRefused);
  const late = scheduledAt !== null && Date.parse(scheduledAt) - Date.now() < DAY_MS;
  return (
    <>
      <p>
        <strong>{when(scheduledAt)}</strong>
        {endAt && ` – ${time(endAt)}`} <small className="muted code">{code}</small>
      </p>
      {meetingPoint && <p>{t('handover.meet', { place: meetingPoint })}</p>}
      <Refusal refused={refused} />
      {confirmedByResident ? (
        <p className="muted">{t('handover.confirmed')}</p>
      ) : (
        <button type="button" className="main" onClick={() => act('confirm')}>
          {t('handover.confirm')}
        </button>
      )}
      {late ? (
        <p className="muted">{t('handover.tooLate')}</p>
      ) : (
        <p>
          <button type="button" className="quiet" onClick={() => setChanging(changing === 'move' ? null : 'move')}>
            {t('handover.move')}
          </button>{' '}
          <button type="button" className="quiet" onClick={() => setChanging(changing === 'cancel' ? null : 'cancel')}>
            {t('handover.cancel')}
          </button>
        </p>
      )}
      {changing === 'move' && (
        <Slots
          visit={visit}
          act="reschedule"
          done={() => {
            setChanging(null);
            done();
          }}
        />
      )}
      {changing === 'cancel' && (
        <ReasonForm
          label={t('handover.cancelWhy')}
          act={t('handover.cancel')}
          refused={refused}
          onSend={reason => act('unschedule', { reason })}
        />
      )}
    </>
  );
}

/** Checklist of the inspection, for preparation. */
function Checklist({ id }: { id: string }) {
  const { data } = useContract<typeof visitChecklist>('/handover/schedule/:id/checklist', { params: { id } }, MODULES);
  const rooms = [...Map.groupBy(data?.lines ?? [], ({ room }) => room)];
  if (rooms.length === 0) return null;
  return (
    <details className="unfold">
      <summary>{t('handover.checklist', { count: data?.lines.length ?? 0 })}</summary>
      {rooms.map(([room, lines]) => (
        <section key={room}>
          <h3>{room}</h3>
          <ul className="list">
            {lines.map(({ key, item, checks }) => (
              <li key={key}>
                {item} {checks.length > 0 && <small className="muted">{checks.join(' · ')}</small>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
