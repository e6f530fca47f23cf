import type { waitPositions } from '@lobby/shared/modules/utility-waitlist.contract.ts';
import type { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { useDetail, useRows } from '../../data/rows.ts';
import { Link, Refusal } from '../../parts/parts.tsx';
import { t, time, when } from '../../words.ts';

export const WAITS = '/utility-waitlist';

/** Waiting list entries of the unit with their positions, and offers, which are accepted by one press. */
export function Waits({ names }: { names: ReadonlyMap<string, string> }) {
  const { data, again } = useRows<typeof utilityWaitlist>(
    WAITS,
    { limit: 20, sort: 'startAt', filter: { status: { in: ['WAITING', 'OFFERED'] } } },
    ['AMENITIES_ORDERS'],
  );
  const { data: places } = useContract<typeof waitPositions>(
    '/utility-waitlist/positions',
    data && data.length > 0 && { query: { ids: data.map(({ id }) => id) } },
    ['AMENITIES_ORDERS'],
  );
  const [refused, setRefused] = useState<Refused | null>(null);
  if (!data || data.length === 0) return null;
  const send = (id: string, act: string, body: object = {}) =>
    void call(`${WAITS}/${id}/${act}`, { method: 'PUT', body: { ...body } })
      .then(() => setRefused(null), setRefused)
      .finally(again);
  return (
    <section>
      <h2>{t('amenities.waits')}</h2>
      <Refusal refused={refused} />
      <ul className="list">
        {data.map(wait => {
          const place = places?.find(({ id }) => id === wait.id)?.position;
          const offered = wait.status === 'OFFERED' && wait.offerUntil;
          const utilityId = (offered && wait.offeredUtilityId) || wait.utilityId;
          return (
            <li key={wait.id} className="item">
              <div>
                <p>
                  <Link to={`/amenities/${utilityId}`}>{names.get(utilityId ?? '')}</Link> ·{' '}
                  {offered ? <OfferedAt id={wait.id} /> : when(wait.startAt)}
                </p>
                <small>
                  {offered
                    ? t('amenities.offered', { at: time(offered) })
                    : place && t('amenities.position', { count: place })}
                </small>
              </div>
              {offered ? (
                <span>
                  <button type="button" className="main" onClick={() => send(wait.id, 'accept', { rulesAgreed: true })}>
                    {t('amenities.accept')}
                  </button>
                  <button type="button" className="quiet" onClick={() => send(wait.id, 'decline')}>
                    {t('amenities.decline')}
                  </button>
                </span>
              ) : (
                <button type="button" className="quiet" onClick={() => send(wait.id, 'leave')}>
                  {t('amenities.leave')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Start of the offered slots, which may differ from the requested ones. */
function OfferedAt({ id }: { id: string }) {
  const { data } = useDetail<typeof utilityWaitlist>(WAITS, id, ['AMENITIES_ORDERS']);
  return when(data?.offeredSlots[0]?.from ?? null);
}
