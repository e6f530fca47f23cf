import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { useDetail, useRows } from '../../data/rows.ts';
import { List, Tag } from '../../parts/parts.tsx';
import { day, t, when } from '../../words.ts';
import { HandedOver } from './HandedOver.tsx';
import { HandoverVisit } from './HandoverVisit.tsx';
import { HomeDefects } from './HomeDefects.tsx';

/** Handover of the home: invitation, documents to bring, and payment status. */
export function Page() {
  const { data, error } = useRows<typeof handoverUnit>('/handover/unit', {}, ['HANDOVER']);
  const row = data?.[0];
  const { data: whole } = useDetail<typeof handoverUnit>('/handover/unit', row?.id, ['HANDOVER']);
  return (
    <div className="stack">
      <List rows={data} error={error} none={t('handover.none')}>
        {handover => (
          <div className="item">
            <div>
              <Tag status={handover.status === 'HANDED_OVER' ? 'TAKEN_OVER' : handover.status} />
              {handover.invitedAt && <p>{whole?.invitation ?? t('handover.invited')}</p>}
              {(handover.dueFrom || handover.dueTo) && (
                <p>
                  {t('handover.between', {
                    from: handover.dueFrom ? day(handover.dueFrom) : '…',
                    to: handover.dueTo ? day(handover.dueTo) : '…',
                  })}
                </p>
              )}
              <p>{t(`handover.obligation.${handover.obligation}`)}</p>
              {handover.status !== 'HANDED_OVER' && <small>{t('handover.bring')}</small>}
              {handover.invitedAt && (
                <small>
                  {' '}
                  {t('handover.on')} {when(handover.invitedAt)}
                </small>
              )}
            </div>
          </div>
        )}
      </List>
      {row && <HandoverVisit />}
      {row && <HandedOver />}
      {row && <HomeDefects isHandedOver={row.status === 'HANDED_OVER'} />}
    </div>
  );
}
