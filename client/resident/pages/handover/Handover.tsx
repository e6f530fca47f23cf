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
        {one => (
          <div className="item">
            <div>
              <Tag status={one.status === 'HANDED_OVER' ? 'TAKEN_OVER' : one.status} />
              {one.invitedAt && <p>{whole?.invitation ?? t('handover.invited')}</p>}
              {(one.dueFrom || one.dueTo) && (
                <p>
                  {t('handover.between', {
                    from: one.dueFrom ? day(one.dueFrom) : '…',
                    to: one.dueTo ? day(one.dueTo) : '…',
                  })}
                </p>
              )}
              <p>{t(`handover.obligation.${one.obligation}`)}</p>
              {one.status !== 'HANDED_OVER' && <small>{t('handover.bring')}</small>}
              {one.invitedAt && (
                <small>
                  {' '}
                  {t('handover.on')} {when(one.invitedAt)}
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
