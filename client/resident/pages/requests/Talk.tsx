import { tooLargeIn, UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { CheckCheck, Wrench } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usualAnswer } from '../../answer-time.ts';
import { call, Refused, uploadAsTheyAre } from '../../data/api.ts';
import { useDraft } from '../../data/drafts.ts';
import { useReading } from '../../data/live.ts';
import { discard, onWaiting, retry, say, waitingNow } from '../../data/outbox.ts';
import { smaller } from '../../data/photos.ts';
import { useSession } from '../../data/session.ts';
import { Composer } from '../../parts/Composer.tsx';
import { IconSquare, Row } from '../../parts/cards.tsx';
import { Face, useTitle } from '../../parts/head.tsx';
import { Waiting } from '../../parts/parts.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { refusedBy } from '../../refused-files.ts';
import { dayAt, number, spanOf, t, time, weekday } from '../../words.ts';
import { useSigns } from '../signs.ts';

interface Message {
  id: string;
  at: string;
  content: string;
  author: { id: string; name: string; kind: string };
  images: { id: string; url: string; name: string }[];
  attachments?: { id: string; url: string; name: string }[];
  withdrawnAt?: string | null;
  link?: { module: string; id: string; code: string; title: string };
}

/** How long own messages can be retracted, in ms. */
const TAKEN_BACK_WITHIN = 15 * 60_000;
const isFresh = (at: string) => Date.now() - Date.parse(at) < TAKEN_BACK_WITHIN;
/** Messages of one author within this time are grouped. */
const TOGETHER_MS = 5 * 60_000;
const HELD_MS = 500;
const DAY_MINUTES = 24 * 60;

interface TalkProps {
  path: string;
  module: string;
  closed?: boolean;
  /** Topic, for which the header shows who answers and how soon. */
  topic?: string | undefined;
  /** Maximum size in MB of each file, where that is less than all of them may have together. */
  fileMegabytes?: number;
}

/** A conversation: messages by day and author, pending ones, and the input. */
export function Talk({ path, module, closed = false, topic, fileMegabytes }: TalkProps) {
  const { data, error, again } = useReading<Message[]>(`${path}?limit=100`, [module]);
  const waiting = useSyncExternalStore(onWaiting, waitingNow).filter(message => message.path === path);
  const home = useSession()?.home;
  const [typed, setTyped] = useDraft(path, '');
  const [busy, setBusy] = useState(false);
  const [held, setHeld] = useState<Message | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const last = data?.at(-1)?.id;
  const signs = useSigns(module, path.split('/').at(-2) ?? '', last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to it
  useEffect(() => void end.current?.scrollIntoView({ block: 'end' }), [last, waiting.length, signs.typing]);
  // Sent messages appear with the server's answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer that wait are read anew
  useEffect(again, [waiting.length]);
  const answers = data?.findLast(({ author }) => author.kind === 'staff' && author.name)?.author.name ?? '';
  const usual = usualAnswer(data ?? []);
  const soon =
    usual !== null &&
    usual.minutes < DAY_MINUTES &&
    t(usual.of > 1 ? 'talk.usual' : 'talk.lastTime', { span: spanOf(usual.minutes) });
  // The header is narrow: what may be cut stands last.
  const about = [soon, answers ? topic : t('talk.building')].filter(Boolean).join(' · ');
  useTitle(topic && (answers || topic), about, answers);
  const isMine = ({ author }: Message) => author.id === home?.residentId;
  const read = (data ?? []).filter(isMine).findLast(({ id }) => signs.seen !== null && id <= signs.seen)?.id;
  const send = () => {
    if (!typed.trim()) return;
    if (home) say({ residentId: home.residentId, unitId: home.unitId, path, content: typed.trim() });
    setTyped('');
    signs.rest();
  };
  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setRefused(null);
    try {
      await act();
      again();
    } catch (failure) {
      setRefused(failure as Refused);
    }
    setBusy(false);
  };
  const sendFiles = (files: readonly File[]) =>
    attempt(async () => {
      const chosen = await Promise.all(files.map(smaller));
      const room = { max: UPLOAD_LIMIT.files, ...(fileMegabytes && { each: fileMegabytes }) };
      const limits = refusedBy(chosen, room);
      if (limits) {
        const large = tooLargeIn(chosen, room);
        const which = large ? `${large.name} · ${number(large.size)} MB. ` : '';
        throw new Refused(413, which + t('talk.filesRefused', limits));
      }
      const isPicture = ({ type }: File) => type.startsWith('image/');
      const images = await uploadAsTheyAre(chosen.filter(isPicture));
      const attachments = await uploadAsTheyAre(chosen.filter(file => !isPicture(file)));
      if (chosen.length > 0) await call(path, { method: 'POST', body: { images, attachments } });
    });
  const withdraw = (id: string) => attempt(() => call(`${path}/${id}/withdraw`, { method: 'PUT' }));
  const canTakeBack = (message: Message) =>
    module === 'MEMBER_COMMUNICATE' && isMine(message) && !message.withdrawnAt && isFresh(message.at);
  return (
    <>
      <div className="talk" role="log" aria-label={t('talk.log')}>
        {!data && <Waiting error={error} />}
        {data?.length === 0 && waiting.length === 0 && !closed && (
          <div className="begin">
            <Face name="" size={56} />
            <p className="muted">{t('talk.begin')}</p>
          </div>
        )}
        {data?.map((message, index) => {
          const [before, after] = [data[index - 1], data[index + 1]];
          const day = dayAt(message.at);
          return (
            <Fragment key={message.id}>
              {(!before || dayAt(before.at) !== day) && <DayLine day={day} />}
              <Bubble
                message={message}
                mine={isMine(message)}
                ends={!after || !together(message, after)}
                seen={message.id === read}
                onHeld={canTakeBack(message) ? () => setHeld(message) : undefined}
              />
            </Fragment>
          );
        })}
        {waiting.map(({ key, content, error: refusal }) => (
          <article key={key} data-mine="">
            <div className="bubble">{content}</div>
            <small className="meta">{refusal || t('talk.waits')}</small>
            {refusal && (
              <span>
                <button type="button" className="text" onClick={() => retry(key)}>
                  {t('talk.retry')}
                </button>
                <button type="button" className="text" onClick={() => discard(key)}>
                  {t('talk.discard')}
                </button>
              </span>
            )}
          </article>
        ))}
        {busy && <p className="muted">{t('talk.sends')}</p>}
        {signs.typing && (
          <article aria-hidden>
            <Face name="" />
            <div className="bubble typing">
              <i />
              <i />
              <i />
            </div>
          </article>
        )}
        <p className="hidden" aria-live="polite">
          {signs.typing ? t('talk.typing') : ''}
        </p>
        {refused && (
          <p className="error" role="alert">
            {refused.message || t('failed')}
          </p>
        )}
        <div ref={end} className="talk-end" />
      </div>
      {/* If it is closed while the user is typing, the input stays; sending is refused with a message. */}
      {(!closed || typed !== '') && (
        <Composer
          value={typed}
          busy={busy}
          onSend={send}
          onFiles={files => void sendFiles(files)}
          onChange={text => {
            setTyped(text);
            signs.write();
          }}
        />
      )}
      {held && (
        <Sheet title={t('talk.message')} onClose={() => setHeld(null)}>
          <p className="muted">{held.content}</p>
          <button
            type="button"
            className="outline"
            onClick={() => {
              setHeld(null);
              void withdraw(held.id);
            }}
          >
            {t('talk.withdraw')}
          </button>
        </Sheet>
      )}
    </>
  );
}

/** Whether the next message belongs to the same group. */
const together = (message: Message, next: Message): boolean =>
  message.author.id === next.author.id &&
  dayAt(message.at) === dayAt(next.at) &&
  Date.parse(next.at) - Date.parse(message.at) < TOGETHER_MS;

/** Separator between days. */
function DayLine({ day }: { day: string }) {
  const today = dayAt(new Date());
  return <p className="day-line">{day === today ? t('talk.today', { day: weekday(day).slice(-5) }) : weekday(day)}</p>;
}

interface BubbleProps {
  message: Message;
  mine: boolean;
  /** Last message of a group, below which author and time are shown. */
  ends: boolean;
  seen: boolean;
  /** Called on a long press, or by keyboard: opens the actions. */
  onHeld: (() => void) | undefined;
}

function Bubble({ message, mine, ends, seen, onHeld }: BubbleProps) {
  const { author, content, images, attachments = [], withdrawnAt, link, at } = message;
  const name = mine ? '' : author.name || t('talk.building');
  const words = withdrawnAt ? <em>{t('talk.withdrawn')}</em> : content;
  return (
    <article data-mine={mine ? '' : undefined} data-ends={ends ? '' : undefined}>
      {!mine && (ends ? <Face name={author.name} /> : <span className="face-room" />)}
      <div className="said">
        {images.length > 0 && (
          <p className="photos">
            {images.map(image => (
              <a key={image.id} href={image.url} target="_blank" rel="noreferrer">
                <img src={image.url} alt={image.name} />
              </a>
            ))}
          </p>
        )}
        {(content || withdrawnAt) &&
          (onHeld ? <Held onHeld={onHeld}>{words}</Held> : <div className="bubble">{words}</div>)}
        {attachments.map(file => (
          <a key={file.id} className="bubble" href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        ))}
        {link && (
          <div className="card">
            <Row
              to={`/requests/${link.id}`}
              start={<IconSquare icon={Wrench} />}
              title={link.title}
              detail={link.code}
              opens
            />
          </div>
        )}
        {(ends || seen) && (
          <small className="meta" data-seen={seen ? '' : undefined}>
            {[name, time(at)].filter(Boolean).join(' · ')}
            {seen && (
              <>
                <CheckCheck size={16} aria-hidden />
                {t('talk.seen')}
              </>
            )}
          </small>
        )}
      </div>
    </article>
  );
}

/** An own message that can be retracted, by long press, right click or keyboard. */
function Held({ onHeld, children }: { onHeld: () => void; children: ReactNode }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const rest = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <button
      type="button"
      className="bubble"
      aria-haspopup="dialog"
      onPointerDown={() => {
        rest();
        timer.current = setTimeout(onHeld, HELD_MS);
      }}
      onPointerUp={rest}
      onPointerLeave={rest}
      onPointerCancel={rest}
      onContextMenu={event => {
        event.preventDefault();
        rest();
        onHeld();
      }}
      // Clicks by keyboard have a detail of 0.
      onClick={event => event.detail === 0 && onHeld()}
    >
      {children}
    </button>
  );
}
