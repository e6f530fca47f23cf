import type { residentHome } from '@lobby/shared/modules/resident.contract.ts';
import type { whatsNew } from '@lobby/shared/whats-new.contract.ts';
import {
  AlarmClock,
  CalendarCheck,
  ChevronRight,
  CircleCheck,
  Clock,
  KeyRound,
  type LucideIcon,
  Package,
  Sparkles,
  Ticket,
  Truck,
  UserPlus,
  UsersRound,
  Vote,
  Wrench,
  X,
} from 'lucide-react';
import { call } from '../data/api.ts';
import { useContract } from '../data/contract.ts';
import { useSession } from '../data/session.ts';
import { daysLeft, monthName, shortDay, urgencyOf } from '../fees.ts';
import { type Arrival, HOME_MODULES, type HomeItem, type HomePage } from '../home.ts';
import { AmountHead, Card, IconSquare, Row } from '../parts/cards.tsx';
import { Face } from '../parts/head.tsx';
import { Link, Prose, Waiting } from '../parts/parts.tsx';
import { go } from '../path.ts';
import { placeSign } from '../place-signs.ts';
import { newsScene } from '../scene-of.ts';
import { sceneUrl } from '../scenes.ts';
import { day, dayAt, money, t, time, weekday, when } from '../words.ts';
import { shelfWords } from './shelf-words.ts';

/** Most frequent actions. */
const ACTS: Readonly<Record<string, { icon: LucideIcon; to: string }>> = {
  guests: { icon: UserPlus, to: '/guests/new' },
  requests: { icon: Wrench, to: '/requests/new' },
  bookings: { icon: CalendarCheck, to: '/amenities' },
  moves: { icon: Truck, to: '/moves/new' },
};
/** Ongoing matters, shown only if there are any; today's arrivals and the chat badge are shown elsewhere. */
const LINES: Readonly<Record<string, LucideIcon>> = {
  requests: Wrench,
  polls: Vote,
  works: Truck,
  cards: Ticket,
  orders: Wrench,
};

/** A running meeting and open questions come before today's arrivals, others after them. */
const presses = ({ meeting, handover }: Pick<HomePage, 'meeting' | 'handover'>) => ({
  meeting: meeting !== null && (meeting.running || meeting.votes > 0),
  handover: handover !== null,
});

/** Home page: debts, today's arrivals, frequent actions and news. */
export function Page() {
  const session = useSession();
  const { data, error, again } = useContract<typeof residentHome>('/resident/home', {}, HOME_MODULES);
  if (!session) return null;
  if (!data) return <Waiting error={error} />;
  const { owed, owes = [], today = [], cards, meeting, handover, urgent = [], told } = data;
  const now = presses({ meeting, handover });
  const bills = cards.some(({ key }) => key === 'bills');
  const lines = Object.entries(LINES).flatMap(([key, icon]) => {
    const found = cards.find(card => card.key === key);
    return found && found.count > 0 ? [{ ...found, icon }] : [];
  });
  return (
    <div className="stack">
      {urgent.map(notice => (
        <Urgent key={notice.id} of={notice} onKnown={again} />
      ))}
      {bills && <Owes owed={owed} owes={owes} />}
      {(now.meeting || now.handover) && (
        <Card>
          {handover && <Handover of={handover} />}
          {meeting && now.meeting && <Meeting of={meeting} />}
        </Card>
      )}
      {today.length > 0 && (
        <>
          <h2 className="section">
            {t('home.today')}
            <small>{weekday(dayAt(new Date()))}</small>
          </h2>
          <Card>
            {today.map(entry => (
              <Comes key={entry.id} of={entry} />
            ))}
          </Card>
        </>
      )}
      <ul className="acts">
        {Object.entries(ACTS).map(([key, { icon: Icon, to }]) => (
          <li key={key}>
            <Link to={to}>
              <span>
                <Icon size={24} strokeWidth={1.75} aria-hidden />
              </span>
              {t(`home.tiles.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
      <Latest told={told} />
      {(lines.length > 0 || (meeting && !now.meeting)) && (
        <>
          <h2>{t('home.under')}</h2>
          <Card>
            {meeting && !now.meeting && <Meeting of={meeting} />}
            {lines.map(({ key, icon, url, count, text }) => (
              <Row
                key={key}
                to={url}
                start={<IconSquare icon={icon} />}
                title={t(`pages.${key}`)}
                detail={`${count} ${text}`}
                opens
              />
            ))}
          </Card>
        </>
      )}
      <New />
    </div>
  );
}

/** Latest news of the building, with images. */
const Latest = ({ told }: Pick<HomePage, 'told'>) =>
  told.length > 0 && (
    <section className="stack">
      <h2 className="section">
        {t('home.told')}
        <Link to={told[0]?.kind === 'announcement' ? '/announcements' : '/news'}>{t('home.all')}</Link>
      </h2>
      <ul className="told">
        {told.map(item => (
          <li key={item.id}>
            <News of={item} />
          </li>
        ))}
      </ul>
    </section>
  );

/** An urgent announcement, shown until its reader acknowledges it. */
function Urgent({ of, onKnown }: { of: NonNullable<HomePage['urgent']>[number]; onKnown: () => void }) {
  const { id, title, content, at } = of;
  const know = () =>
    void call(`/announcement/${id}/acknowledge`, { method: 'PUT', body: {} }).then(onKnown, () => undefined);
  return (
    <section className="card new" data-tone="bad" role="alert">
      <div>
        <span className="tag" data-tone="bad">
          {t('notices.urgent')}
        </span>
        <b>{title}</b>
        <Prose markup={content} />
        <small>{when(at)}</small>
      </div>
      <button type="button" className="main" onClick={know}>
        {t('notices.known')}
      </button>
    </section>
  );
}

/** Amount owed, due date and months, with one button to pay it all. */
function Owes({ owed, owes }: Pick<HomePage, 'owed' | 'owes'>) {
  if (owed === 0)
    return (
      <Card>
        <Row
          to="/bills"
          start={<IconSquare icon={CircleCheck} />}
          title={t('home.paid')}
          detail={t('home.paidHelp')}
          opens
        />
      </Card>
    );
  // What is late is said before what is still to come.
  const urgency = urgencyOf(owes.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null);
  const Icon = urgency?.tone === 'bad' ? AlarmClock : Clock;
  return (
    <Card label={t('home.owed')}>
      <AmountHead
        label={t('home.owed')}
        amount={money(owed)}
        tag={
          urgency && (
            <span className="tag" data-tone={urgency.tone ?? undefined}>
              <Icon size={12} strokeWidth={2.4} aria-hidden />
              {urgency.text}
            </span>
          )
        }
      >
        <button type="button" className="main" onClick={() => go('/bills/pay')}>
          {t('pages.pay')}
        </button>
      </AmountHead>
      {owes.map(({ month, left, dueDate, interest }) => {
        const late = dueDate !== null && daysLeft(dueDate) < 0;
        const says = late ? urgencyOf(dueDate)?.text : dueDate && t('fees.dueOn', { day: shortDay(dueDate) });
        return (
          <Link key={month} to="/bills" className="part">
            <span>
              {interest ? t('fees.interest') : t(late ? 'home.debtOf' : 'home.feesOf', { month: monthName(month) })}
              {says && <em data-tone={late ? 'bad' : undefined}> · {says.toLowerCase()}</em>}
            </span>
            <b className="money">{money(left)}</b>
            <ChevronRight size={16} aria-hidden />
          </Link>
        );
      })}
    </Card>
  );
}

/** A waiting parcel, a guest or a booking of today. */
function Comes({ of }: { of: Arrival }) {
  const { kind, id, name, status, at, until, count, detail } = of;
  if (kind === 'parcel')
    return (
      <Row
        to="/parcels"
        start={<IconSquare icon={Package} />}
        title={t('home.parcel')}
        detail={[name, shelfWords(detail), at && when(at).slice(0, 5)].filter(Boolean).join(' · ')}
        end={
          <span className="tag" data-tone="waiting">
            <Clock size={12} strokeWidth={2.4} aria-hidden />
            {t('status.TO_FETCH')}
          </span>
        }
      />
    );
  if (kind === 'guest')
    return (
      <Row
        to={`/guests/${id}`}
        start={<Face name={name} size={40} />}
        title={name}
        detail={[
          count > 1 ? t('home.guests', { count }) : t('home.guest'),
          status === 'IN_PROGRESS' ? t('status.INSIDE') : detail && t('home.pass', { code: detail }),
        ]
          .filter(Boolean)
          .join(' · ')}
        end={at && time(at)}
      />
    );
  return (
    <Row
      to={`/bookings/${id}`}
      start={<IconSquare icon={placeSign(name)} />}
      title={name}
      detail={[count > 1 ? t('home.places', { count }) : '', until && t('home.until', { at: time(until) })]
        .filter(Boolean)
        .join(' · ')}
      end={at && time(at)}
    />
  );
}

/** A piece of news with its image, or an illustration of its subject. */
function News({ of: { kind, id, title, at, summary, category, image } }: { of: HomeItem }) {
  return (
    <Link to={`/${kind === 'news' ? 'news' : 'announcements'}/${id}`} className="card news">
      <span className="picture">
        <img src={image ?? sceneUrl(newsScene(title, category))} alt="" />
      </span>
      <b>{title}</b>
      <small>{[t(`home.kinds.${kind}`), summary || when(at)].join(' · ')}</small>
    </Link>
  );
}

/** The coming or running owners' meeting: time, the home's answer, and whether it can vote now. */
function Meeting({ of }: { of: NonNullable<HomePage['meeting']> }) {
  const { id, name, startAt, running, attendance, votes } = of;
  const asks = attendance === 'NOT_ANSWERED' && !running;
  const tone = votes > 0 || asks ? 'waiting' : attendance === 'NOT_ATTEND' ? undefined : 'done';
  const standing = votes > 0 ? 'voteNow' : asks ? 'answerNow' : attendance && `short.${attendance}`;
  return (
    <Row
      to={`/meetings/${id}`}
      start={<IconSquare icon={UsersRound} />}
      title={name}
      detail={
        <>
          {t(running ? 'meetings.running' : 'meetings.coming')} · {shortDay(dayAt(startAt))} {time(startAt)}
          {standing && <br />}
          {standing && (
            <span className="tag" data-tone={tone}>
              {t(`meetings.${standing}`)}
            </span>
          )}
        </>
      }
      opens
    />
  );
}

/** Handover of the home: time and place, or that a time must be chosen. */
function Handover({ of }: { of: NonNullable<HomePage['handover']> }) {
  const { status, at, place, confirmed, until } = of;
  const booked = status === 'PENDING_EXECUTION' && at;
  const standing = booked ? (confirmed ? 'confirmedShort' : 'unconfirmed') : status === 'NOT_SCHEDULED' && 'choose';
  return (
    <Row
      to="/handover"
      start={<IconSquare icon={KeyRound} />}
      title={booked ? when(at) : t(status === 'PENDING_ACCEPTANCE' ? 'handover.going' : 'handover.invited')}
      detail={
        <>
          {[
            t('pages.handover'),
            booked && place && t('handover.meet', { place }),
            !booked && until && t('handover.until', { day: day(until) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {standing && <br />}
          {standing && (
            <span className="tag" data-tone={standing === 'confirmedShort' ? 'done' : 'waiting'}>
              {t(`handover.${standing}`)}
            </span>
          )}
        </>
      }
      opens
    />
  );
}

/** News about the app, as a card that can be dismissed. */
function New() {
  const { data, again } = useContract<typeof whatsNew>('/whats-new', { query: { limit: 100 } });
  const news = data?.entries.find(entry => entry.id === data.banner?.id);
  if (!news) return null;
  const close = async () => {
    await call('/whats-new/seen', { method: 'PUT', body: { upTo: news.id } }).catch(() => undefined);
    again();
  };
  return (
    <section className="card new" aria-label={t('home.new')}>
      <IconSquare icon={Sparkles} quiet />
      <div>
        <b>{news.title}</b>
        <small>{news.text}</small>
        {news.screen && <Link to={`/${news.screen}`}>{t('home.see')}</Link>}
      </div>
      <button type="button" className="icon" aria-label={t('home.close')} onClick={() => void close()}>
        <X size={20} aria-hidden />
      </button>
    </section>
  );
}
