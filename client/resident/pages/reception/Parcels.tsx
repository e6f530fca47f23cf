import type { parcelCode } from '@lobby/shared/modules/parcel.contract.ts';
import type { parcel } from '@lobby/shared/modules/parcel.ts';
import { Package } from 'lucide-react';
import { useContract } from '../../data/contract.ts';
import { useRows } from '../../data/rows.ts';
import { IconSquare, Parts } from '../../parts/cards.tsx';
import { DayList } from '../../parts/DayList.tsx';
import { Tag } from '../../parts/parts.tsx';
import { t, time } from '../../words.ts';
import { shelfWords } from '../shelf-words.ts';

/** Parcels that the desk keeps for the unit. */
export function Page() {
  const { data, error } = useRows<typeof parcel>('/receive-package', { limit: 50 }, ['PARCEL']);
  const waiting = data?.find(({ status }) => status === 'RECEIVED');
  const { data: today } = useContract<typeof parcelCode>(
    '/receive-package/:id/code',
    waiting && { params: { id: waiting.id } },
  );
  return (
    <div className="stack">
      {waiting && today && (
        <section className="notice">
          <small>{t('parcels.code')}</small>
          <p className="code">{today.code}</p>
          <small>{t('parcels.codeHelp')}</small>
        </section>
      )}
      <DayList rows={data} error={error} none={t('parcels.none')} atOf={({ receivedAt }) => receivedAt}>
        {parcel => (
          <div className="item">
            <IconSquare icon={Package} quiet={parcel.status !== 'RECEIVED'} />
            <div>
              <p>{[parcel.carrier, parcel.recipientName].filter(Boolean).join(' · ') || parcel.code}</p>
              <small>
                <Parts
                  of={[
                    parcel.code,
                    parcel.receivedAt && time(parcel.receivedAt),
                    parcel.status === 'RECEIVED' && shelfWords(parcel.shelf),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </small>
            </div>
            <Tag status={parcel.status === 'RECEIVED' ? 'TO_FETCH' : parcel.status} />
          </div>
        )}
      </DayList>
    </div>
  );
}
