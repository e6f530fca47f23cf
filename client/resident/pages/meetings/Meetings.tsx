import type { meetingCalendarFile, meetingQuorum } from '@lobby/shared/modules/conference.contract.ts';
import type { conference } from '@lobby/shared/modules/conference.ts';
import type { passCode } from '@lobby/shared/modules/conference-unit.contract.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { CalendarDays, CalendarPlus, ChevronDown, MapPin, UsersRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../../data/api.ts';
import { callContract, useContract } from '../../data/contract.ts';
import { smaller } from '../../data/photos.ts';
import { type SeenRecord, type SeenRow, useDetail, useRows } from '../../data/rows.ts';
import { useSession } from '../../data/session.ts';
import { IconSquare } from '../../parts/cards.tsx';
import { PassCard } from '../../parts/codes.tsx';
import { EndButton } from '../../parts/EndButton.tsx';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled, Link, List, Prose, photosIn, Refusal, SendPart, Tag, Waiting } from '../../parts/parts.tsx';
import { sceneUrl } from '../../scenes.ts';
import { dayAt, fullDay, t, time, votes, when } from '../../words.ts';
import { MeetingResult, ObjectionForm } from './MeetingResult.tsx';
import { MeetingSurvey } from './MeetingSurvey.tsx';
import { MeetingVotes } from './MeetingVotes.tsx';

type Row = SeenRow<typeof conferenceUnit>;

const FOLLOWED = ['CONFERENCE'];

/** Owners' meetings of the building, and the open one with the home's answer. */
export function Page({ id }: { id: string | undefined }) {
  const { data, error } = useRows<typeof conference>('/conference', { limit: 50 }, FOLLOWED);
  if (id) return <OneMeeting id={id} />;
  return (
    <List rows={data} error={error} none={t('meetings.none')}>
      {meeting => (
        <Link to={`/meetings/${meeting.id}`} className="item">
          <IconSquare icon={UsersRound} quiet={meeting.status === 'ENDED'} />
          <div>
            <p>{meeting.name}</p>
            <small>{t('meetings.when', { at: when(meeting.startAt), venue: meeting.venue ?? '' })}</small>
          </div>
          <Stage of={meeting} />
        </Link>
      )}
    </List>
  );
}

/** Stage of a meeting: upcoming, running or over. */
const Stage = ({ of: { status, phase } }: { of: Pick<SeenRow<typeof conference>, 'status' | 'phase'> }) =>
  phase === 'MEETING' ? (
    <span className="tag" data-tone="done">
      {t('meetings.running')}
    </span>
  ) : (
    <Tag status={status} />
  );

function OneMeeting({ id }: { id: string }) {
  const meeting = useDetail<typeof conference>('/conference', id, FOLLOWED).data;
  const rows = useRows<typeof conferenceUnit>('/conference-unit', { filter: { conferenceId: { in: [id] } } }, FOLLOWED);
  const quorum = useContract<typeof meetingQuorum>('/conference/:id/quorum', { params: { id } }, FOLLOWED).data;
  const { home, homes } = useSession() ?? {};
  const unitId = home?.unitId;
  if (!meeting) return <Waiting />;
  const ownRow = rows.data?.find(row => row.unitId === unitId);
  const held = (rows.data ?? []).filter(row => row !== ownRow);
  // With several units, each is labelled.
  const several = (rows.data ?? []).length > 1;
  const nameOf = (row: Row) =>
    several ? (homes?.find(ownHome => ownHome.unitId === row.unitId)?.unitCode ?? t('meetings.heldUnit')) : '';
  const voters = (rows.data ?? []).map(row => ({ ...row, unit: nameOf(row) }));
  return (
    <div className="stack">
      <div className="card story">
        <img className="cover" src={sceneUrl('hall')} alt="" />
        <p className="section">
          <small>{t('pages.meetings')}</small>
          <Stage of={meeting} />
        </p>
        <h2>{meeting.name}</h2>
        <p className="fact">
          <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
          <span>
            {fullDay(dayAt(meeting.startAt))} · {time(meeting.startAt)}
          </span>
        </p>
        {meeting.venue && (
          <p className="fact">
            <MapPin size={20} strokeWidth={1.75} aria-hidden />
            <span>{meeting.venue}</span>
          </p>
        )}
        {meeting.phase === 'MEETING' && quorum && (
          <p className="fact">
            <UsersRound size={20} strokeWidth={1.75} aria-hidden />
            <span>
              {t('meetings.quorum', {
                units: quorum.present.heads,
                weight: votes(quorum.present.weight),
                heads: votes(quorum.percent.heads),
                area: votes(quorum.percent.area),
              })}
            </span>
          </p>
        )}
        {meeting.phase === 'REGISTRATION' && (
          <button type="button" className="outline" onClick={() => void keepInCalendar(id)}>
            <CalendarPlus size={20} aria-hidden />
            {t('meetings.calendar')}
          </button>
        )}
      </div>
      {meeting.phase === 'MEETING' && <MeetingVotes meetingId={id} voters={voters} />}
      {ownRow && <Answer meeting={meeting} row={ownRow} onDone={rows.again} />}
      {held.map(row => (
        <section key={row.id} className="card pad">
          <p>{t('meetings.held', { weight: votes(row.weight) })}</p>
          <Pass row={row} />
        </section>
      ))}
      {meeting.status === 'ENDED' && <MeetingResult meetingId={id} />}
      {ownRow && meeting.status === 'ENDED' && <ObjectionForm meetingId={id} />}
      {meeting.phase !== 'MEETING' && <MeetingVotes meetingId={id} voters={voters} />}
      {ownRow && <MeetingSurvey meetingId={id} />}
      {(meeting.agenda ?? []).length > 0 && (
        <section className="card pad">
          <h3>{t('meetings.agenda')}</h3>
          <ul className="agenda">
            {meeting.agenda?.map(({ time: at, title, speaker }) => (
              <li key={`${at} ${title}`}>
                <b>{at}</b>
                <span>
                  {title}
                  {speaker && <small>{speaker}</small>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {meeting.regulations && (
        <details className="card fold-card">
          <summary>
            {t('meetings.rules')}
            <ChevronDown size={16} aria-hidden />
          </summary>
          <Prose markup={meeting.regulations} />
        </details>
      )}
    </div>
  );
}

/** Downloads the meeting as a calendar file. */
async function keepInCalendar(id: string): Promise<void> {
  const { name, text } = await callContract<typeof meetingCalendarFile>('GET', '/conference/:id/ics', {
    params: { id },
  });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Pass to show at the entrance. */
function Pass({ row }: { row: Row }) {
  const { data } = useContract<typeof passCode>('/conference-unit/:id/pass-code', { params: { id: row.id } });
  if (row.checkedInAt) return <p className="notice">{t('meetings.checkedIn', { at: when(row.checkedInAt) })}</p>;
  if (!data) return null;
  return (
    <div className="pass">
      <PassCard passCode={data.text} said={t('meetings.pass', { code: data.code6 })} />
    </div>
  );
}

const ANSWER_TONES: Readonly<Record<Row['attendance'], string | undefined>> = {
  NOT_ANSWERED: 'waiting',
  ATTEND: 'done',
  NOT_ATTEND: undefined,
  AUTHORIZED: 'done',
};

function Answer({ meeting, row, onDone }: { meeting: SeenRecord<typeof conference>; row: Row; onDone: () => void }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [naming, setNaming] = useState(false);
  const act = (name: string, body: object = {}) =>
    call(`/conference-unit/${row.id}/${name}`, { method: 'PUT', body }).then(() => {
      setRefused(null);
      setNaming(false);
      onDone();
    }, setRefused);
  const closes = meeting.registrationClosesAt ?? meeting.startAt;
  const open = meeting.status === 'ONGOING' && row.checkIn === 'NOT_CHECKED_IN' && Date.parse(closes) > Date.now();
  return (
    <section className="card pad">
      <p className="section">
        <b>{t(`meetings.answer.${row.attendance}`, { name: row.representativeName ?? '' })}</b>
        {row.attendance === 'AUTHORIZED' && (
          <span className="tag" data-tone={ANSWER_TONES[row.attendance]}>
            {t(`meetings.short.${row.attendance}`)}
          </span>
        )}
      </p>
      <small>{t('meetings.weight', { weight: votes(row.weight) })}</small>
      {row.answeredAt && <small>{t('meetings.by', { name: row.answeredBy ?? '', at: when(row.answeredAt) })}</small>}
      {row.beforeChange && open && (
        <p className="notice" data-tone="warn">
          {t('meetings.again')}
        </p>
      )}
      {(row.attendance === 'ATTEND' || row.attendance === 'AUTHORIZED') && <Pass row={row} />}
      {open && (
        <>
          {row.attendance !== 'ATTEND' && (
            <button type="button" className="main" onClick={() => void act('register')}>
              {t('meetings.register')}
            </button>
          )}
          <div className="pair">
            {row.attendance !== 'NOT_ATTEND' && (
              <button type="button" className="outline" onClick={() => void act('decline')}>
                {t('meetings.decline')}
              </button>
            )}
            {meeting.proxyAllowed && row.attendance !== 'AUTHORIZED' && !naming && (
              <button type="button" className="outline" onClick={() => setNaming(true)}>
                {t('meetings.authorize')}
              </button>
            )}
          </div>
          {row.attendance === 'AUTHORIZED' && (
            <EndButton
              act={t('meetings.revoke')}
              ask={t('meetings.revokeAsk', { name: row.representativeName ?? '' })}
              onEnd={() => act('revoke', { reason: t('meetings.revoked') })}
            />
          )}
          <small>
            {t('meetings.until', { at: when(closes) })}. {t('meetings.bring')}
          </small>
          {naming ? (
            <ProxyForm refused={refused} onSend={body => act('authorize', body)} />
          ) : (
            <Refusal refused={refused} />
          )}
        </>
      )}
    </section>
  );
}

const TEXTS = {
  representativeName: 'name',
  representativeIdentifier: 'identifier',
  representativePhone: 'phone',
  authorizationNumber: 'number',
} as const;

/** A proxy for the home: name, document, and an image of the signed authorisation. */
function ProxyForm({ refused, onSend }: { refused: Refused | null; onSend: (body: object) => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const typed = Object.keys(TEXTS).flatMap(name => {
        const value = String(form.get(name) ?? '').trim();
        return value ? [[name, value]] : [];
      });
      const photos = await Promise.all(photosIn(form).slice(0, 5).map(smaller));
      const authorizationFiles = photos.length > 0 ? await upload(photos) : [];
      await onSend({ representativeKind: 'OTHER', ...Object.fromEntries(typed), authorizationFiles });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      {Object.entries(TEXTS).map(([name, word]) => (
        <Labelled key={name} label={t(`meetings.${word}`)} error={refused?.fields[name]?.message}>
          <input name={name} autoComplete="off" inputMode={word === 'phone' ? 'tel' : undefined} />
        </Labelled>
      ))}
      <PhotosInput error={refused?.fields.authorizationFiles?.message} />
      <SendPart refused={refused} label={t('meetings.send')} busy={busy} />
    </form>
  );
}
