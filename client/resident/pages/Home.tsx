import {
  AlarmClock,
  CalendarCheck,
  CircleCheck,
  Clock,
  type LucideIcon,
  Megaphone,
  Newspaper,
  Package,
  Ticket,
  Truck,
  UserPlus,
  Vote,
  Wrench,
} from 'lucide-react';
import { call } from '../api.ts';
import { AmountHead, Card, IconSquare, Row } from '../cards.tsx';
import { daysLeft, monthName, shortDay, urgencyOf } from '../fees.ts';
import { Face } from '../head.tsx';
import { type Arrival, HOME_MODULES, type HomePage, type Told } from '../home.ts';
import { useReading } from '../live.ts';
import { Link, Prose, Waiting } from '../parts.tsx';
import { go } from '../path.ts';
import { useSession } from '../session.ts';
import { day, dayAt, money, t, time, weekday, when } from '../words.ts';

/** What is done most. */
const ACTS: Readonly<Record<string, { icon: LucideIcon; to: string }>> = {
  guests: { icon: UserPlus, to: '/guests/new' },
  requests: { icon: Wrench, to: '/requests/new' },
  bookings: { icon: CalendarCheck, to: '/amenities' },
  moves: { icon: Truck, to: '/moves/new' },
};
/** What is under way, shown only while there is something; what comes today and the badge of the chat are told elsewhere. */
const LINES: Readonly<Record<string, LucideIcon>> = {
  requests: Wrench,
  polls: Vote,
  works: Truck,
  cards: Ticket,
  orders: Wrench,
};

/** What the household owes, what comes today, what is done most, and what is new. */
export function Page() {
  const session = useSession();
  const { data, error, again } = useReading<HomePage>('/resident/home', HOME_MODULES);
  if (!session) return null;
  if (!data) return <Waiting error={error} />;
  const { owed, owes = [], today = [], cards, meeting, handover, urgent = [], told } = data;
  const bills = cards.some(({ key }) => key === 'bills');
  const lines = Object.entries(LINES).flatMap(([key, icon]) => {
    const one = cards.find(card => card.key === key);
    return one && one.count > 0 ? [{ ...one, icon }] : [];
  });
  return (
    <div className="stack">
      {urgent.map(one => (
        <Urgent key={one.id} of={one} onKnown={again} />
      ))}
      {bills && <Owes owed={owed} owes={owes} />}
      <New />
      {handover && <Handover of={handover} />}
      {meeting && <Meeting of={meeting} />}
      {today.length > 0 && (
        <>
          <h2 className="section">
            {t('home.today')}
            <small>{weekday(dayAt(new Date()))}</small>
          </h2>
          <Card>
            {today.map(one => (
              <Comes key={one.id} of={one} />
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
      {lines.length > 0 && (
        <>
          <h2>{t('home.under')}</h2>
          <Card>
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
      {told.length > 0 && (
        <section className="stack">
          <h2 className="section">
            {t('home.told')}
            <Link to="/announcements">{t('home.all')}</Link>
          </h2>
          <ul className="told">
            {told.map(one => (
              <li key={one.id}>
                <News of={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What must be known at once: it stands here until its reader says so. */
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

/** How much is to be paid, until when, and of which months; one button pays it all. */
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
  const [next] = owes.flatMap(({ dueDate }) => (dueDate && daysLeft(dueDate) >= 0 ? [dueDate] : [])).toSorted();
  const first = next ?? owes.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null;
  const urgency = urgencyOf(first);
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
      {owes.map(({ month, left, dueDate }) => {
        const late = dueDate !== null && daysLeft(dueDate) < 0;
        const says = late ? urgencyOf(dueDate)?.text : dueDate && t('fees.dueOn', { day: shortDay(dueDate) });
        return (
          <Link key={month} to="/bills" className="part">
            <span>
              {t(late ? 'home.debtOf' : 'home.feesOf', { month: monthName(month) })}
              {says && <em data-tone={late ? 'bad' : undefined}> · {says.toLowerCase()}</em>}
            </span>
            <b className="money">{money(left)}</b>
          </Link>
        );
      })}
    </Card>
  );
}

/** A parcel that waits, a guest, a booking of today. */
function Comes({ of }: { of: Arrival }) {
  const { kind, id, name, status, at, until, count, detail } = of;
  if (kind === 'parcel')
    return (
      <Row
        to="/parcels"
        start={<IconSquare icon={Package} />}
        title={t('home.parcel')}
        detail={[name, detail, at && when(at).slice(0, 5)].filter(Boolean).join(' · ')}
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
      start={<IconSquare icon={CalendarCheck} />}
      title={name}
      detail={[count > 1 ? t('home.places', { count }) : '', until && t('home.until', { at: time(until) })]
        .filter(Boolean)
        .join(' · ')}
      end={at && time(at)}
    />
  );
}

/** What was told, with its picture, or the sign of its kind. */
function News({ of: { kind, id, title, at, summary, image } }: { of: Told }) {
  const Icon = kind === 'news' ? Newspaper : Megaphone;
  return (
    <Link to={`/${kind === 'news' ? 'news' : 'announcements'}/${id}`} className="card news">
      <span className="picture" data-kind={kind}>
        {image ? <img src={image} alt="" /> : <Icon size={36} strokeWidth={1.25} aria-hidden />}
      </span>
      <b>{title}</b>
      <small>{[t(`home.kinds.${kind}`), summary || when(at)].join(' · ')}</small>
    </Link>
  );
}

/** The owners' meeting that comes or goes on: when, where, what the home has answered, and whether it may vote now. */
function Meeting({ of }: { of: NonNullable<HomePage['meeting']> }) {
  const { id, name, startAt, venue, running, attendance, votes } = of;
  const asks = attendance === 'NOT_ANSWERED' && !running;
  return (
    <Link to={`/meetings/${id}`} className="card meeting">
      <small>{t(running ? 'meetings.running' : 'meetings.coming')}</small>
      <b>{name}</b>
      <span>{t('meetings.when', { at: when(startAt), venue: venue ?? '' })}</span>
      {votes > 0 && (
        <span className="tag" data-tone="waiting">
          {t('meetings.voteNow')}
        </span>
      )}
      {asks && (
        <span className="tag" data-tone="waiting">
          {t('meetings.answerNow')}
        </span>
      )}
      {attendance && !asks && votes === 0 && (
        <span className="tag" data-tone={attendance === 'NOT_ATTEND' ? undefined : 'done'}>
          {t(`meetings.short.${attendance}`)}
        </span>
      )}
    </Link>
  );
}

/** The handing over of the home: when and where, or that a time is to be chosen. */
function Handover({ of }: { of: NonNullable<HomePage['handover']> }) {
  const { status, at, place, confirmed, until } = of;
  const booked = status === 'PENDING_EXECUTION' && at;
  return (
    <Link to="/handover" className="card meeting">
      <small>{t('pages.handover')}</small>
      <b>{booked ? when(at) : t(status === 'PENDING_ACCEPTANCE' ? 'handover.going' : 'handover.invited')}</b>
      {booked && place && <span>{t('handover.meet', { place })}</span>}
      {!booked && until && <span>{t('handover.until', { day: day(until) })}</span>}
      {booked && (
        <span className="tag" data-tone={confirmed ? 'done' : 'waiting'}>
          {t(confirmed ? 'handover.confirmedShort' : 'handover.unconfirmed')}
        </span>
      )}
      {status === 'NOT_SCHEDULED' && (
        <span className="tag" data-tone="waiting">
          {t('handover.choose')}
        </span>
      )}
    </Link>
  );
}

interface Said {
  entries: { id: string; title: string; text: string; screen: string | null }[];
  banner: { id: string } | null;
}

/** What is new in the app: one card, closed once. */
function New() {
  const { data, again } = useReading<Said>('/whats-new?limit=100');
  const told = data?.entries.find(one => one.id === data.banner?.id);
  if (!told) return null;
  const close = async () => {
    await call('/whats-new/seen', { method: 'PUT', body: { upTo: told.id } }).catch(() => undefined);
    again();
  };
  return (
    <section className="card new" aria-label={t('home.new')}>
      <div>
        <b>{told.title}</b>
        <small>{told.text}</small>
        {told.screen && <Link to={`/${told.screen}`}>{t('home.see')}</Link>}
      </div>
      <button type="button" className="text" onClick={() => void close()}>
        {t('home.close')}
      </button>
    </section>
  );
}
