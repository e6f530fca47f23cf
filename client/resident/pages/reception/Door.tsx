import { useEffect, useState } from 'react';
import { BOOKINGS } from '../../bookings.ts';
import { call, type Refused } from '../../data/api.ts';
import { Link } from '../../parts/parts.tsx';
import { t } from '../../words.ts';

interface Row {
  id: string;
  startAt: string;
  endAt: string;
  checkedInAt: string | null;
}
const EARLY_MS = 15 * 60_000;

/** Target of the code at a door: checks in the unit's current booking of the amenity. */
export function Door({ text }: { text: string }) {
  const [state, setState] = useState<'asking' | 'in' | 'none' | Refused>('asking');
  const [id, setId] = useState('');
  useEffect(() => {
    const [utilityId = '', token = ''] = text.split('.');
    async function enter() {
      const filter = `filter[utilityId][]=${utilityId}&filter[status][]=APPROVED`;
      const rows = await call<Row[]>(`${BOOKINGS}?limit=50&sort=startAt&${filter}`);
      const now = Date.now();
      const here = rows.find(row => Date.parse(row.startAt) - EARLY_MS <= now && now <= Date.parse(row.endAt));
      if (!here) return setState('none');
      await call(`${BOOKINGS}/${here.id}/check-in`, { method: 'PUT', body: { token } });
      setId(here.id);
      setState('in');
    }
    enter().catch((failure: Refused) => setState(failure));
  }, [text]);
  if (state === 'asking') return <p className="muted">{t('loading')}</p>;
  if (state === 'none') return <p>{t('amenities.notNow')}</p>;
  if (state !== 'in')
    return (
      <p className="error" role="alert">
        {Object.values(state.fields)[0]?.message || state.message || t('failed')}
      </p>
    );
  return (
    <div className="stack">
      <p role="status">{t('amenities.in')}</p>
      <Link to={`/bookings/${id}`}>{t('amenities.show')}</Link>
    </div>
  );
}
