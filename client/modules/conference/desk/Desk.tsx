import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import type { findConferenceUnits } from '@lobby/shared/modules/conference-unit.contract.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useAtomValue } from 'jotai';
import { FileText, Search, UserCheck, WifiOff, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError, request } from '../../../kit/http/api.ts';
import { now } from '../../../kit/http/clock.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { connectionAtom } from '../../../kit/live/connection.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { discard, type Outgoing, takeBack, useOutgoing } from '../../../kit/offline/outbox.ts';
import { useRefName } from '../../../kit/refs/refs.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow, sessionAtom } from '../../../kit/session/session.ts';
import { ScanButton } from '../../../kit/ui/camera/ScanButton.tsx';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { likelyMeeting } from '../attendance/MeetingChoice.tsx';
import { QuorumBars } from '../attendance/QuorumBars.tsx';
import { useQuorum } from '../attendance/quorum.ts';
import { useExact } from '../votes/exact.ts';
import { type DoorRow, findAtDoor, laneOf, letIn, useDeskNumber, useDoor, useKept, withScans } from './door.ts';
import { takeEarlyKeys } from './early-keys.ts';
import { useDeskKeys } from './keys.ts';

type Answered = AnswerOf<typeof findConferenceUnits>[number];
/** A unit at this desk, from the server or from the list kept on the device. */
interface Held {
  id: string;
  unitId: string | null;
  /** Unit code from the list of the device; empty for rows of the server, which are named by `unitId`. */
  unit: string;
  ownerId: string | null;
  owner: string;
  weight: number;
  attendance: string;
  representative: string | null;
  checkIn: string;
  checkedInAt: string | null;
  desk: string | null;
  /** Employee who checked the unit in: an id from the server, or a name from the list of the device. */
  byId: string | null;
  by: string | null;
  /** Votes it has cast or holds a paper ballot of. */
  votedOn: readonly string[];
  /** Outbox key of a check-in that is not sent yet. */
  key?: string;
}
const ofServer = (row: Answered): Held => ({
  id: row.id,
  unitId: row.unitId ?? null,
  unit: '',
  ownerId: row.ownerId ?? null,
  owner: '',
  weight: row.weight,
  attendance: row.attendance ?? '',
  representative: row.representativeName ?? null,
  checkIn: row.checkIn ?? '',
  checkedInAt: row.checkedInAt ?? null,
  desk: row.desk ?? null,
  byId: row.checkedInBy ?? null,
  by: null,
  votedOn: [...(row.ballotsOnline ?? []), ...(row.ballotsPaper ?? [])],
});
const ofDoor = ({ unitId: _, ...row }: DoorRow): Held => ({
  ...row,
  unitId: null,
  ownerId: null,
  byId: null,
  votedOn: [],
});
/** Time during which a key undoes the last check-in, in ms. */
const UNDO_MS = 10_000;
/** Whether no answer arrived because the network or the server is down. */
const isCut = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);
type Meeting = ListedOf<typeof conference>;

const screenClass = styleClass({
  position: 'fixed',
  inset: '0',
  zIndex: 'drawer',
  bg: 'bg',
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  p: { base: '3', md: '5' },
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
  '& h1': { fontSize: { base: '18px', md: '24px' }, fontWeight: 'semibold', flex: '1 1 160px' },
  '& form': { flex: '3 1 320px' },
  '& input': { fontSize: '20px' },
  '& header select, & header button': { minH: '48px', fontSize: '18px' },
  '& [data-desk]': { display: 'flex', alignItems: 'center', gap: '2', whiteSpace: 'nowrap', fontSize: '18px' },
  '& [data-desk] > :last-child': { w: '96px' },
});
const bodyClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: '2fr 1fr' },
  gap: '5',
  alignItems: 'start',
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '2' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '3',
    p: '3',
    bg: 'bg.subtle',
    borderRadius: 'md',
  },
  '& li > strong': { fontSize: { base: '28px', md: '40px' }, lineHeight: '1.1' },
  '& aside': { display: 'grid', gap: '4' },
  '& li > span, & li > small': { fontSize: { base: '18px', md: '24px' } },
  '& h2': { textStyle: 'lg', fontWeight: 'semibold', mb: '2' },
  '& [data-last] strong': { fontSize: '24px' },
  '& [role=alert]': { color: 'bad.fg', fontSize: '20px' },
  '& [role=status]': { fontSize: { base: '18px', md: '24px' }, color: 'waiting.fg' },
  // Larger labels: read while standing.
  '& p label': { fontSize: { base: '18px', md: '24px' } },
});

/** Meetings that are open for check-in; kept on the device for use without a network. */
function useOpenMeetings(): Meeting[] | null {
  const list = useRows(conference, {
    follow: conference.code,
    filter: { status: { in: ['ONGOING'] } },
    sort: 'startAt',
    limit: 20,
  });
  return useKept('meetings', list.data);
}

/** Check-in desk: finds the person and checks in all units they represent. */
export function Desk({ conferenceId }: { conferenceId: string | null }) {
  const { t } = useTranslation([conferenceUnit.name, 'common']);
  const navigate = useNavigate();
  const meetings = useOpenMeetings();
  const [chosen, setChosen] = useState(conferenceId ?? '');
  const meeting = meetings?.find(({ id }) => id === chosen) ?? likelyMeeting(meetings ?? []);
  // Keys that a scanner sends before the input exists are used once it does.
  const early = useRef<string | null>('');
  const [begun, setBegun] = useState(false);
  const nowhere = useRef<HTMLInputElement>(null);
  useDeskKeys(nowhere, {
    typed: '',
    acts: {},
    onType: text => {
      if (early.current !== null) early.current += text;
    },
    onEnter: text => {
      if (early.current !== null) early.current += `${text}\n`;
    },
  });
  // After the key listener above is active, so that no key is lost.
  useEffect(() => {
    early.current = takeEarlyKeys() + (early.current ?? '');
    setBegun(true);
  }, []);
  const close = () => void navigate('../conference-unit');
  return (
    <section className={screenClass()} aria-label={t('desk.open')}>
      <header>
        <h1>{t('desk.open')}</h1>
        {meetings && meetings.length > 1 && (
          <Select
            aria-label={t('desk.meeting')}
            value={meeting?.id ?? ''}
            choices={meetings.map(({ id, name }) => ({ value: id, label: String(name) }))}
            onChange={event => setChosen(event.target.value)}
          />
        )}
        <Button look="ghost" icon={X} onClick={close}>
          {t('desk.close')}
        </Button>
      </header>
      {meetings && !meeting && <EmptyState icon={UserCheck} title={t('desk.none')} />}
      {begun && meeting && <Door key={meeting.id} meeting={meeting} early={early} />}
    </section>
  );
}

function Door({ meeting, early }: { meeting: Meeting; early: RefObject<string | null> }) {
  const { t } = useTranslation(conferenceUnit.name);
  const { time, dateTime } = useFormats();
  const exact = useExact();
  const quorum = useKept(`quorum/${meeting.id}`, useQuorum(meeting.id));
  const session = useAtomValue(sessionAtom);
  const myName = () => (session.state === 'in' ? session.me.user.name : null);
  const box = useRef<HTMLInputElement>(null);
  const { busy, error, code, run } = useSubmit();
  const offline = useAtomValue(connectionAtom).state === 'offline';
  const door = useDoor(meeting.id);
  const lane = laneOf(meeting.id);
  const scans = useOutgoing(lane);
  const waiting = scans.filter(({ state }) => state !== 'failed');
  const [typed, setTyped] = useState('');
  const [desk, setDesk] = useDeskNumber();
  const [compared, setCompared] = useState(false);
  const [rows, setRows] = useState<readonly Held[]>([]);
  const [nothing, setNothing] = useState(false);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<readonly Held[]>([]);
  /** Units checked in together, while a key can undo that. */
  const [fresh, setFresh] = useState<readonly Held[]>([]);
  useEffect(() => {
    if (fresh.length === 0) return;
    const timer = setTimeout(() => setFresh([]), UNDO_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  const mayAct = useCan(conferenceUnit.code, 'updateStatus');
  const { save } = useExport();
  const sheets = useRows(voteSheet, {
    follow: voteSheet.code,
    filter: { conferenceId: { in: [meeting.id] }, status: { in: ['OPEN'] } },
  }).data;
  const open = rows.filter(row => row.checkIn !== 'CHECKED_IN' && !out.has(row.id));

  const findHere = async (code: string): Promise<Held[]> => {
    const matches = await findAtDoor(withScans(door?.rows ?? [], scans), code);
    setNothing(matches.length === 0);
    return matches.map(ofDoor);
  };
  const findThere = async (code: string): Promise<Held[]> => {
    const query = { conferenceId: meeting.id, code };
    const { data } = await callContract<typeof findConferenceUnits>('GET', '/conference-unit/find', {
      ...scopeNow(),
      query,
    });
    return data.map(ofServer);
  };
  const latest = useRef(0);
  const find = (code: string) =>
    run(async () => {
      const turn = ++latest.current;
      setRows([]);
      setNothing(false);
      const matches = offline
        ? await findHere(code)
        : await findThere(code).catch(error => {
            // The network has just failed: falls back to the list of the device.
            if (isCut(error)) return findHere(code);
            throw error;
          });
      // A later scan has started meanwhile; only its result counts.
      if (turn !== latest.current) return;
      setRows(matches);
      setOut(new Set());
      setCompared(false);
      box.current?.focus();
    });
  const put = async (id: string, act: string, body: object) =>
    ofServer((await request<Answered>('PUT', `${conferenceUnit.path}/${id}/${act}`, { ...scopeNow(), body })).data);
  const enter = async (row: Held): Promise<Held> => {
    const here = (): Held => ({
      ...row,
      key: letIn(meeting.id, row, desk, compared),
      checkIn: 'CHECKED_IN',
      checkedInAt: new Date(now()).toISOString(),
      desk,
      by: myName(),
    });
    if (offline) return here();
    return put(row.id, 'check-in', { desk, identityChecked: compared }).catch(error => {
      if (isCut(error)) return here();
      throw error;
    });
  };
  const checkIn = () =>
    run(async () => {
      const together: Held[] = [];
      for (const row of open) {
        const done = { ...(await enter(row)), unit: row.unit, owner: row.owner };
        together.push(done);
        setFresh([...together]);
        setLast(before => [done, ...before].slice(0, 10));
        setRows(before => before.map(item => (item.id === done.id ? done : item)));
      }
      box.current?.focus();
    });
  const undo = (some: readonly Held[]) =>
    run(async () => {
      setFresh([]);
      for (const row of some) {
        // Unsent check-ins are taken out of the outbox, sent ones undone.
        if (!row.key || !takeBack(lane, [row.key]))
          await put(row.id, 'undo-check-in', { reason: t('desk.undoReason') });
        setLast(before => before.filter(({ id }) => id !== row.id));
      }
      setRows([]);
      box.current?.focus();
    });
  // Paper ballots are issued to units inside: those looked up, otherwise those just checked in.
  const onPaper = (sheets ?? []).filter(({ channels }) => channels?.some(({ channel }) => channel === 'PAPER'));
  const inside = (rows.length > 0 ? rows : fresh).filter(({ checkIn, key }) => checkIn === 'CHECKED_IN' && !key);
  const lacking = onPaper.flatMap(sheet => {
    const some = inside.filter(({ votedOn }) => !votedOn.includes(sheet.id));
    return some.length > 0 ? [{ sheet, ids: some.map(({ id }) => id) }] : [];
  });
  const issue = () =>
    run(async () => {
      for (const { sheet, ids } of lacking) {
        const body = { conferenceUnitIds: ids };
        const path = `${voteSheet.path}/${sheet.id}`;
        await request('PUT', `${path}/issue-paper`, { ...scopeNow(), body });
        const marked = (before: readonly Held[]) =>
          before.map(row => (ids.includes(row.id) ? { ...row, votedOn: [...row.votedOn, sheet.id] } : row));
        setRows(marked);
        setFresh(marked);
        await save(`${path}/papers`, { ...scopeNow(), body }, 'POST');
      }
      box.current?.focus();
    });
  const mayIssue = mayAct && !offline && lacking.length > 0;
  const enterOrFind = (text: string) => {
    const code = text.trim();
    // Enter on an empty input checks in the units found.
    if (open.length > 0 && code === '') return void checkIn();
    // Cleared at once, so that the next scan can start while this one is looked up.
    setTyped('');
    if (code) void find(code);
  };
  useDeskKeys(box, {
    typed,
    onType: setTyped,
    onEnter: enterOrFind,
    acts: {
      u: fresh.length > 0 ? () => void undo(fresh) : undefined,
      p: mayIssue ? () => void issue() : undefined,
    },
  });
  const begins = useRef(enterOrFind);
  useEffect(() => {
    const lines = (early.current ?? '').split('\n');
    // From here on the input receives its keys itself.
    early.current = null;
    const begun = lines.pop() ?? '';
    // Only the last scan counts.
    const code = lines.findLast(line => line.trim() !== '');
    if (code) begins.current(code);
    if (begun) setTyped(before => begun + before);
    box.current?.focus();
  }, [early]);
  const submit = () => {
    enterOrFind(typed);
  };
  return (
    <>
      <header>
        <Form onSubmit={submit}>
          <TextInput
            ref={box}
            icon={Search}
            size="lg"
            autoFocus
            autoComplete="off"
            aria-label={t('desk.find')}
            placeholder={t('desk.find')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </Form>
        <ScanButton label={t('desk.camera')} onCode={text => void find(text)} />
        <div data-desk="">
          <span aria-hidden>{t('desk.number')}</span>
          <TextInput
            size="lg"
            maxLength={20}
            value={desk}
            aria-label={t('desk.number')}
            onChange={event => setDesk(event.target.value)}
          />
        </div>
      </header>
      {offline && (
        <Banner
          tone="waiting"
          icon={WifiOff}
          title={door ? t('desk.offline', { at: dateTime(door.at) }) : t('desk.noList')}
        />
      )}
      <div className={bodyClass()}>
        <section>
          <Refused error={error} code={code} />
          {rows.length === 0 && !error && (
            <EmptyState icon={UserCheck} title={t(nothing ? 'desk.notFound' : 'desk.start')} />
          )}
          <ul>
            {rows.map(row => (
              <li key={row.id}>
                {row.checkIn !== 'CHECKED_IN' && (
                  <Checkbox
                    bare
                    label={t('actions.check-in')}
                    checked={!out.has(row.id)}
                    onChange={() =>
                      setOut(before => {
                        const next = new Set(before);
                        if (!next.delete(row.id)) next.add(row.id);
                        return next;
                      })
                    }
                  />
                )}
                <strong>
                  <UnitName of={row} />
                </strong>
                <span>{row.ownerId ? <RefName to="resident" id={row.ownerId} /> : row.owner}</span>
                <span>{t('desk.votes', { weight: exact(row.weight) })}</span>
                {row.attendance === 'AUTHORIZED' && (
                  <span>{t('desk.expected', { name: row.representative ?? '–' })}</span>
                )}
                {row.checkIn === 'CHECKED_IN' && row.checkedInAt && (
                  <small>
                    <InAlready row={row} at={time(row.checkedInAt)} />
                  </small>
                )}
              </li>
            ))}
          </ul>
          {mayIssue && (
            <p>
              <Button size="lg" icon={FileText} busy={busy} keys="p" onClick={() => void issue()}>
                {t('desk.papers', { count: inside.length })}
              </Button>
            </p>
          )}
          {open.length > 0 && (
            <p>
              <Checkbox
                label={t('desk.identity')}
                checked={compared}
                onChange={event => setCompared(event.target.checked)}
              />{' '}
              <Button look="filled" size="lg" icon={UserCheck} busy={busy} keys="Enter" onClick={() => void checkIn()}>
                {t('desk.checkIn', { count: open.length })}
              </Button>
            </p>
          )}
        </section>
        <aside>
          {quorum && <QuorumBars of={quorum} big />}
          {waiting.length > 0 && <p role="status">{t('desk.unsent', { count: waiting.length })}</p>}
          <Doubles lane={lane} of={scans.filter(({ state }) => state === 'failed')} names={door?.rows ?? []} />
          {last.length > 0 && (
            <div data-last="">
              <h2>{t('desk.last')}</h2>
              <ul>
                {last.map((row, n) => (
                  <li key={row.id}>
                    <strong>
                      <UnitName of={row} />
                    </strong>
                    {row.checkedInAt && <small>{time(row.checkedInAt)}</small>}
                    {n === 0 && (
                      <Button
                        keys={fresh.length > 0 ? 'u' : undefined}
                        onClick={() => void undo(fresh.length > 0 ? fresh : [row])}
                      >
                        {t('desk.undo')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </aside>
      </div>
    </>
  );
}

/** When, at which desk and by whom a unit was checked in. */
function InAlready({ row: { desk, by, byId }, at }: { row: Held; at: string }) {
  const { t } = useTranslation(conferenceUnit.name);
  const name = useRefName('employee', byId) ?? by;
  return t('desk.in', { time: at, desk: desk ?? '–', name: name ?? '–' });
}

const UnitName = ({ of: { unit, unitId } }: { of: Held }) => (unitId ? <RefName to="unit" id={unitId} /> : unit);

/** Scans that were refused or had been checked in elsewhere; listed until they are confirmed. */
function Doubles({ lane, of, names }: { lane: string; of: readonly Outgoing[]; names: readonly DoorRow[] }) {
  const { t } = useTranslation(conferenceUnit.name);
  const { time } = useFormats();
  if (of.length === 0) return null;
  return (
    <div data-last="">
      <h2>{t('desk.doubles')}</h2>
      <ul>
        {of.map(({ key, act, at, error }) => (
          <li key={key}>
            <strong>{names.find(({ id }) => id === act?.id)?.unit ?? ''}</strong>
            <small>{time(at)}</small>
            <span role="alert">{error?.message}</span>
            <Button size="sm" onClick={() => discard(lane, key)}>
              {t('desk.seen')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
