import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { Link } from '../parts.tsx';
import { t, time, when } from '../words.ts';

interface Wait {
  id: string;
  utilityId: string;
  startAt: string;
  status: string;
  offeredUntil: string | null;
}
export const WAITS = '/booking-wait';

/** What the unit waits for, and what it is offered. */
export function Waits({ names }: { names: ReadonlyMap<string, string> }) {
  const { data, again } = useReading<Wait[]>(`${WAITS}?limit=20&tab=waiting&sort=startAt`, ['AMENITIES_ORDERS']);
  if (!data || data.length === 0) return null;
  const leave = (id: string) => void call(`${WAITS}/${id}/leave`, { method: 'PUT', body: {} }).then(again, again);
  return (
    <section>
      <h2>{t('amenities.waits')}</h2>
      <ul className="list">
        {data.map(wait => (
          <li key={wait.id} className="item">
            <div>
              <p>
                {names.get(wait.utilityId)} · {when(wait.startAt)}
              </p>
              {wait.status === 'OFFERED' && wait.offeredUntil && (
                <Link to={`/amenities/${wait.utilityId}`}>
                  {t('amenities.offered', { at: time(wait.offeredUntil) })}
                </Link>
              )}
            </div>
            <button type="button" className="quiet" onClick={() => leave(wait.id)}>
              {t('amenities.leave')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
