import { useReading } from '../live.ts';
import { List, Tag } from '../parts.tsx';
import { t, when } from '../words.ts';

interface Parcel {
  id: string;
  code: string;
  status: string;
  carrier: string | null;
  recipientName: string | null;
  shelf: string | null;
  createdAt: string;
}

/** What the desk keeps for the unit. */
export function Page() {
  const { data, error } = useReading<Parcel[]>('/receive-package?limit=50', ['PARCEL']);
  return (
    <List rows={data} error={error} none={t('parcels.none')}>
      {parcel => (
        <div className="item">
          <div>
            <p>{[parcel.carrier, parcel.recipientName].filter(Boolean).join(' · ') || parcel.code}</p>
            <small>
              {parcel.code} · {when(parcel.createdAt)} {parcel.status === 'WAITING' && parcel.shelf}
            </small>
          </div>
          <Tag status={parcel.status === 'WAITING' ? 'TO_FETCH' : parcel.status} />
        </div>
      )}
    </List>
  );
}
