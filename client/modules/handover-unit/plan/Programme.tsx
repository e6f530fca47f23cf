import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useRows } from '../../../kit/live/useRows.ts';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { DefectItem } from '../RelatedTabs.tsx';

const MOST = 50;

const boxClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  mb: '4',
  '& > p': { m: '0', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', textStyle: 'sm' },
  '& > p > span': { color: 'fg.muted' },
  '& h3': { m: '0', textStyle: 'sm', fontWeight: 'semibold' },
  '& ul': { listStyle: 'none', m: '0', p: '0' },
});

/** Preconditions of an appointment: payment, open defects of the unit, results of earlier rounds. */
export function Programme({ id }: { id: string }) {
  const { t } = useTranslation([handoverSchedule.name, handoverUnit.name]);
  const { row } = useRecord(handoverSchedule, id);
  const { unitId, round = 1 } = row ?? {};
  const { data: rows } = useRows(unitId ? handoverUnit : null, {
    follow: HANDOVER,
    filter: { unitId: { in: [unitId ?? ''] } },
    limit: 1,
  });
  const { idUnitGroup = '' } = useParams();
  const again = unitId && round > 1;
  const { data: defects } = useRows(again ? handoverDefect : null, {
    follow: HANDOVER,
    filter: { unitId: { in: [unitId ?? ''] }, round: { to: String(round - 1) }, rejected: { in: ['false'] } },
    sort: 'dueOn',
    limit: MOST,
  });
  const programme = rows?.[0];
  if (!programme) return null;
  const { obligation, openDefects, blockingDefects } = programme;
  const paid = obligation === 'COMPLETE';
  return (
    <section className={boxClass()}>
      <p>
        <span>{t('handover-unit:fields.obligation')}</span>
        <Status tone={paid ? 'done' : 'waiting'} icon={paid ? 'check' : 'clock'}>
          {t(`handover-unit:options.obligation.${obligation}`)}
        </Status>
      </p>
      <p>
        <span>{t('programme.open')}</span>
        <b>{openDefects}</b>
        {blockingDefects > 0 && (
          <Status tone="bad" icon="circle-x">
            {`${t('handover-unit:fields.blockingDefects')}: ${blockingDefects}`}
          </Status>
        )}
      </p>
      {again && defects && (
        <>
          <h3>{t('programme.before')}</h3>
          {defects.length === 0 ? (
            <p>{t('programme.none')}</p>
          ) : (
            <ul>
              {defects.map(defect => (
                <DefectItem
                  key={defect.id}
                  defect={defect}
                  to={`/projects/${idUnitGroup}/${handoverDefect.opens}${defect.id}`}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
