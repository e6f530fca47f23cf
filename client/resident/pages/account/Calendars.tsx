import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { calendarFeeds, makeFeed, renewFeed, revokeFeed } from '@lobby/shared/modules/calendar-feed.contract.ts';
import { useState } from 'react';
import { qrPath } from '../../../kit/ui/qr/qr.ts';
import { BOOKED } from '../../bookings.ts';
import type { Refused } from '../../data/api.ts';
import { callContract, useContract } from '../../data/contract.ts';
import { EndButton } from '../../parts/EndButton.tsx';
import { Refusal } from '../../parts/parts.tsx';
import { t, when } from '../../words.ts';

type Made = AnswerOf<typeof makeFeed>;

/** Calendar feeds of the home's bookings, for subscription. */
export function Calendars() {
  const { data, again } = useContract<typeof calendarFeeds>('/calendar-feed', {}, BOOKED);
  const [made, setMade] = useState<Made | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const put = async (answer: Promise<Made | null>) => {
    setMade(await answer);
    setRefused(null);
    again();
  };
  return (
    <section className="stack">
      <h2>{t('calendar.follow')}</h2>
      <Refusal refused={refused} />
      {data?.map(({ id, name, lastReadAt }) => (
        <p key={id}>
          {name}{' '}
          <small className="muted">
            {lastReadAt ? t('calendar.read', { at: when(lastReadAt) }) : t('calendar.never')}
          </small>
          <br />
          <EndButton
            act={t('calendar.renew')}
            ask={t('calendar.renewAsk', { name })}
            onEnd={() => put(callContract<typeof renewFeed>('PUT', '/calendar-feed/:id/renew', { params: { id } }))}
          />{' '}
          <EndButton
            act={t('calendar.end')}
            ask={t('calendar.endAsk', { name })}
            onEnd={() =>
              put(callContract<typeof revokeFeed>('DELETE', '/calendar-feed/:id', { params: { id } }).then(() => null))
            }
          />
        </p>
      ))}
      {data?.length === 0 && (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            void put(callContract<typeof makeFeed>('POST', '/calendar-feed', { body: { kind: 'RESIDENT' } })).catch(
              failure => setRefused(failure as Refused),
            )
          }
        >
          {t('calendar.follow')}
        </button>
      )}
      {made?.address && <Address address={location.origin + made.address} />}
    </section>
  );
}

/** Address of a calendar feed, which is shown only once. */
function Address({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const { size, path } = qrPath(address);
  return (
    <div className="stack">
      <p>{t('calendar.once')}</p>
      <code style={{ overflowWrap: 'anywhere' }}>{address}</code>
      <svg role="img" aria-label={address} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" width="180">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p>
        <a href={address.replace(/^https?:/, 'webcal:')}>{t('calendar.open')}</a>{' '}
        <button
          type="button"
          className="quiet"
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {t(copied ? 'calendar.copied' : 'calendar.copy')}
        </button>
      </p>
    </div>
  );
}
