import './hall.css';
import type { HallAnswer, HallQuestion, HallScreen } from '@lobby/shared/modules/conference-hall.ts';
import { exactText } from '@lobby/shared/modules/conference-math.ts';
import { ranked } from '@lobby/shared/modules/vote-sheet.ts';
import { useEffect, useRef, useState } from 'react';
import { guestCall, type Refused } from '../../data/api.ts';
import { languageNow, t } from '../../words.ts';

const AGAIN_MS = 1000;
/** A connection without data for this long is reopened. */
const PATIENCE_MS = 25_000;
const FINAL = [404, 410];

const figure = (value: number): string => exactText(value, languageNow());

/** Formats a time in the building's time zone. */
const clock = (at: string, timeZone: string, seconds = false): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
  }).format(new Date(at));
const dayOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(at));

const late = new Error('no answer in time');
const inTime = <T,>(promise: Promise<T>): Promise<T> =>
  Promise.race([promise, new Promise<T>((_, refuse) => setTimeout(() => refuse(late), PATIENCE_MS))]);

/** Keeps the screen awake, if the browser supports that. */
function useAwake(): void {
  useEffect(() => {
    let held: { release: () => Promise<void> } | null = null;
    let on = true;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      void navigator.wakeLock?.request('screen').then(
        lock => {
          if (on) held = lock;
          else void lock.release();
        },
        () => null,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      on = false;
      document.removeEventListener('visibilitychange', hold);
      void held?.release();
    };
  }, []);
}

/** The screen in a meeting hall: always shows the page chosen by the secretary; without a connection the last one, with its time. */
export function Page({ token }: { token: string }) {
  const [screen, setScreen] = useState<HallScreen | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [cut, setCut] = useState(false);
  const heard = useRef('');
  const stamp = useRef('');
  useAwake();
  useEffect(() => {
    let on = true;
    const follow = async () => {
      while (on) {
        try {
          const since = stamp.current ? `?since=${stamp.current}` : '';
          const next = await inTime(guestCall<HallScreen>(`/hall/${encodeURIComponent(token)}${since}`));
          if (!on) return;
          stamp.current = next.stamp;
          heard.current = next.at;
          setScreen(next);
          setCut(false);
        } catch (error) {
          if (!on) return;
          const failure = error as Refused;
          if (FINAL.includes(failure.status)) return setRefused(failure);
          setCut(true);
          await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    void follow();
    return () => {
      on = false;
    };
  }, [token]);
  const title = screen?.title ?? t('hall.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (refused) return <p className="hall hall-message">{refused.message || t('failed')}</p>;
  if (!screen) return <p className="hall hall-message">{t(cut ? 'offline' : 'loading')}</p>;
  return (
    <div className="hall" data-page={screen.page} data-many={isLong(screen) || undefined}>
      <header>
        <span>{screen.project}</span>
        {cut ? (
          <strong role="status">{t('hall.since', { at: clock(heard.current, screen.timeZone, true) })}</strong>
        ) : (
          <Clock timeZone={screen.timeZone} />
        )}
      </header>
      <main>
        <Shown screen={screen} />
      </main>
      {screen.speaker && <footer>{t('hall.speaker', { name: screen.speaker })}</footer>}
    </div>
  );
}

function Clock({ timeZone }: { timeZone: string }) {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="hall-figure">{clock(now, timeZone)}</span>;
}

function Shown({ screen }: { screen: HallScreen }) {
  const { page, question, turnout } = screen;
  if (page === 'QUORUM') return <Attendance screen={screen} />;
  if (page === 'TURNOUT' && turnout) return <Turnout screen={screen} turnout={turnout} />;
  if (page === 'QUESTION' && question) return <QuestionPart screen={screen} question={question} />;
  if (page === 'RESULT' && question) return <Decided question={question} />;
  return (
    <>
      <h1>{screen.title}</h1>
      <p className="hall-figure">
        {clock(screen.startAt, screen.timeZone)} · {dayOf(screen.startAt, screen.timeZone)}
      </p>
      {screen.venue && <p>{screen.venue}</p>}
      <p className="hall-quiet">{t('hall.welcome')}</p>
    </>
  );
}

interface BarProps {
  label: string;
  said: string;
  percent: number;
  /** Required share, drawn as a line. */
  needed?: number | undefined;
  tone?: 'good' | 'plain' | undefined;
}

function Bar({ label, said, percent, needed, tone = 'plain' }: BarProps) {
  return (
    <div className="hall-bar" data-tone={tone}>
      <p>
        <span>{label}</span>
        <strong className="hall-figure">{said}</strong>
      </p>
      <div className="hall-track">
        <i style={{ inlineSize: `${Math.min(100, Math.max(0, percent))}%` }} />
        {needed !== undefined && <b style={{ insetInlineStart: `${Math.min(100, needed)}%` }} />}
      </div>
    </div>
  );
}

/** Attendance by units and votes, and whether the quorum is reached. */
function Attendance({ screen: { quorum } }: { screen: HallScreen }) {
  const { present, eligible, percent, basis, needed, reached } = quorum;
  const bars = [
    { label: 'hall.units', basedOn: 'HEADS', part: present.heads, all: eligible.heads, share: percent.heads },
    { label: 'hall.votes', basedOn: 'AREA', part: present.weight, all: eligible.weight, share: percent.area },
  ];
  return (
    <>
      <h1 data-tone={reached ? 'good' : 'warn'}>
        {reached && '✓ '}
        {t(reached ? 'hall.reached' : 'hall.short')}
      </h1>
      {bars.map(({ label, basedOn, part, all, share }) => (
        <Bar
          key={label}
          label={t(label)}
          said={t('hall.of', { part: figure(part), all: figure(all), percent: figure(share) })}
          percent={share}
          needed={basis === basedOn || basis === 'BOTH' ? needed : undefined}
          tone={reached ? 'good' : 'plain'}
        />
      ))}
      <p className="hall-quiet">{t(`hall.needed.${basis}`, { needed: figure(needed) })}</p>
    </>
  );
}

const share = (part: number, whole: number): number => (whole > 0 ? (part * 100) / whole : 0);

/** How many have voted, without results. */
function Turnout({ screen, turnout }: { screen: HallScreen; turnout: NonNullable<HallScreen['turnout']> }) {
  const { cast, of, papers, closesAt, open } = turnout;
  return (
    <>
      <h1>{t(open ? 'hall.voting' : 'hall.closed')}</h1>
      <Bar
        label={t('hall.unitsVoted')}
        said={t('hall.part', { part: figure(cast.heads), all: figure(of.heads) })}
        percent={share(cast.heads, of.heads)}
      />
      <Bar
        label={t('hall.votesCast')}
        said={t('hall.part', { part: figure(cast.weight), all: figure(of.weight) })}
        percent={share(cast.weight, of.weight)}
      />
      {papers > 0 && <p className="hall-quiet">{t('hall.papers', { papers: figure(papers) })}</p>}
      {open && closesAt && <Left until={closesAt} timeZone={screen.timeZone} />}
    </>
  );
}

/** Time left to vote. */
function Left({ until, timeZone }: { until: string; timeZone: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <p className="hall-figure">{t('hall.left', { left, at: clock(until, timeZone) })}</p>;
}

function QuestionPart({ screen: { turnout, timeZone }, question }: { screen: HallScreen; question: HallQuestion }) {
  return (
    <>
      <p className="hall-quiet">
        {question.sheet} · {question.n}/{question.of}
      </p>
      <h1>{question.text}</h1>
      <ol className="hall-answers">
        {question.answers.map(({ n, text }) => (
          <li key={n}>
            <b>{n}</b> {text}
          </li>
        ))}
      </ol>
      {turnout?.open && turnout.closesAt && <Left until={turnout.closesAt} timeZone={timeZone} />}
    </>
  );
}

/** Blank and invalid votes are only shown if there are any. */
const extraOf = ({ blank, invalid }: HallQuestion): HallAnswer[] => [
  ...(blank && blank.weight > 0 ? [{ n: 0, text: t('hall.blank'), ...blank }] : []),
  ...(invalid && invalid.weight > 0 ? [{ n: -1, text: t('hall.invalid'), ...invalid }] : []),
];

/** Whether a result needs a compact layout, because a hall screen is not scrolled. */
const isLong = ({ page, question }: HallScreen): boolean =>
  page === 'RESULT' && question !== null && question.answers.length + extraOf(question).length > 4;

/** Result of a question: answers with their votes, blank and invalid ones in rows of their own. */
function Decided({ question }: { question: HallQuestion }) {
  const { kind, answers, base = 0, passed } = question;
  const ordered = ranked(kind, answers).map(({ answer, place }) => ({
    ...answer,
    text: place ? `${place}. ${answer.text}` : answer.text,
  }));
  return (
    <>
      <h2>{question.text}</h2>
      {kind === 'DECISION' && (
        <h1 data-tone={passed ? 'good' : 'bad'}>
          {passed ? '✓' : '✗'} {t(passed ? 'meetings.passed' : 'meetings.failed')}
        </h1>
      )}
      {[...ordered, ...extraOf(question)].map(({ n, text, weight = 0, percent = 0, ballots = 0, tie }) => (
        <Bar
          key={n}
          label={tie ? `${text} · ${t('hall.tie')}` : text}
          said={t(ballots === null ? 'hall.resultFew' : 'hall.result', {
            weight: figure(weight),
            percent: figure(percent),
            units: figure(ballots ?? 0),
          })}
          percent={percent}
          tone={kind === 'DECISION' && n === 1 && passed ? 'good' : 'plain'}
        />
      ))}
      <p className="hall-quiet">{t('hall.base', { weight: figure(base) })}</p>
    </>
  );
}
